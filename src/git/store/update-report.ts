import { shownUrl } from '../../core/url.ts'
import type { RevUpdate } from './autoupdate.ts'

export type Reported = { readonly stdout: string; readonly stderr: string; readonly exitCode: 0 | 1 }

export type ReportOptions = {
  readonly isDryRun: boolean
  readonly isVerbose: boolean
  /** Updates that are to be had count as a failure. */
  readonly failsOnUpdates: boolean
}

/** One block per repository, as prek prints them: failures on stderr, the rest on stdout. */
export function reportUpdates(updates: readonly RevUpdate[], options: ReportOptions): Reported {
  const urls = [...new Set(updates.map(({ url }) => url))]
  const blocks = (isWanted: (update: RevUpdate) => boolean): string =>
    urls
      .map((url) => block(url, { updates: updates.filter((each) => each.url === url), isWanted, options }))
      .filter((text) => text !== '')
      .join('\n')
  const isLoss = updates.some(
    ({ kind }) => kind === 'failed' || (kind === 'updated' && options.failsOnUpdates),
  )
  return {
    stdout: blocks(({ kind }) => kind === 'updated' || (kind === 'current' && options.isVerbose)),
    stderr: blocks(({ kind }) => kind === 'failed'),
    exitCode: isLoss ? 1 : 0,
  }
}

type Block = {
  readonly updates: readonly RevUpdate[]
  isWanted(update: RevUpdate): boolean
  readonly options: ReportOptions
}

/** Lines are numbered where a repository is listed more than once. */
function block(url: string, { updates, isWanted, options }: Block): string {
  const shown = updates.filter(isWanted)
  if (shown.length === 0) return ''
  const lines = shown.map((update) => {
    const prefix = updates.length > 1 ? `line ${update.line}: ` : ''
    return `  ${prefix}${sentence(update, options)}\n`
  })
  return `${shownUrl(url)}\n${lines.join('')}`
}

function sentence(update: RevUpdate, { isDryRun }: ReportOptions): string {
  if (update.kind === 'failed') return `update failed: ${update.issue.message}`
  const from = revText(update.from, update.fromTag)
  if (update.kind === 'current') return `already up to date at ${from}`
  return `${isDryRun ? 'would update' : 'updating'} rev ${from} -> ${revText(update.to, update.toTag)}`
}

function revText(rev: string, tag: string | undefined): string {
  return `\`${rev}\`${tag === undefined ? '' : ` (frozen: ${tag})`}`
}
