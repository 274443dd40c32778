import type { HookReport, HookStatus, ProjectReport, GroupReport } from '../../git/run/report.ts'
import { hasFailed } from '../../git/run/report.ts'
import { createStyle, printable } from '../render/style.ts'
import { cleanOutput } from './clean-output.ts'
import { columns } from './columns.ts'

/** How reports are shown. */
export type Look = {
  readonly colour: boolean
  readonly verbose: boolean
  /** Columns of a status line. */
  readonly width: number
  isShown(status: HookStatus): boolean
}

const WORDS: Readonly<Record<HookStatus, string>> = {
  passed: 'Passed',
  failed: 'Failed',
  skipped: 'Skipped',
  'dry-run': 'Dry Run',
}
/** Colours of the words, on a filled ground. */
const COLOURS: Readonly<Record<HookStatus, number>> = { passed: 32, failed: 31, skipped: 36, 'dry-run': 33 }
const NO_FILES = '(no files to check)'
const NARROWEST = 79

/** The familiar width; a long name widens every line. */
export function lineWidth(names: readonly string[]): number {
  const longest = Math.max(0, ...names.map((name) => columns(printable(name))))
  return Math.max(NARROWEST, longest + 3 + NO_FILES.length + WORDS.skipped.length)
}

/** The line above a project's hooks, where there are several projects. */
export function projectLine({ path, groups }: ProjectReport, { colour }: Pick<Look, 'colour'>): string {
  const style = createStyle(colour)
  const mark = groups.some(hasFailed) ? style.red('×') : style.green('✓')
  return `${mark} ${style.bold(style.cyan(path === '' ? '<workspace>' : printable(path)))}`
}

/** Everything about one group; `indent` stands before each line. */
export function groupLines(group: GroupReport, look: Look, indent = ''): readonly string[] {
  if (!group.isModified || !look.isShown('failed'))
    return group.hooks.flatMap((report) => hookLines(report, look, { indent, bar: '' }))
  const title = 'Files were modified by following hooks'
  const last = group.hooks.length - 1
  return [
    statusLine({ title, status: 'failed', suffix: '' }, look, indent),
    ...group.hooks.flatMap((report, index) => {
      const corner = index === 0 ? '┌' : index === last ? '└' : '│'
      return hookLines(report, look, { indent, bar: `  ${corner} ` })
    }),
  ]
}

type Margin = { readonly indent: string; readonly bar: string }

function hookLines(report: HookReport, look: Look, { indent, bar }: Margin): readonly string[] {
  if (!look.isShown(report.status)) return []
  const { hook, status, isWithoutFiles } = report
  const prefix = indent + dim(bar, look)
  const title = printable(hook.name)
  const suffix = isWithoutFiles ? NO_FILES : ''
  const head = statusLine({ title, status, suffix }, look, prefix, indent + bar)
  if (!hasDetails(report, look)) return [head]
  const below = bar === '' ? indent : `${indent}${dim('  │', look)} `
  const [facts, output] = [factLines(report, look), outputLines(report, look)]
  // Beside a bar the output needs no indent of its own.
  const shown = bar === '' ? output.map((line) => (line === '' ? '' : `  ${line}`)) : output
  return [head, ...[...facts, ...shown].map((line) => (line === '' ? below.trimEnd() : `${below}${line}`))]
}

function hasDetails({ status, hook }: HookReport, { verbose }: Look): boolean {
  return status === 'failed' || (status !== 'skipped' && (verbose || hook.verbose))
}

function factLines(report: HookReport, look: Look): readonly string[] {
  const { hook, code, ms, isModifying } = report
  const isVerbose = look.verbose || hook.verbose
  const description = firstLine(hook.description)
  return [
    `hook id: ${hook.id}`,
    ...(hook.alias !== '' && hook.alias !== hook.id ? [`hook alias: ${hook.alias}`] : []),
    ...(description === '' ? [] : [`description: ${description}`]),
    ...(isVerbose ? [`duration: ${(ms / 1000).toFixed(2)}s`] : []),
    ...(code === 0 ? [] : [`exit code: ${code}`]),
    ...(isModifying ? ['files were modified by this hook'] : []),
  ].map((fact) => dim(`- ${printable(fact)}`, look))
}

/** What went to a log file is not shown. */
function outputLines({ hook, output, status }: HookReport, look: Look): readonly string[] {
  const text = hook.logFile === undefined || status === 'dry-run' ? cleanOutput(output, look) : ''
  return text === '' ? [] : ['', ...text.split('\n')]
}

function firstLine(description: string | undefined): string {
  return (description ?? '').trim().split('\n', 1)[0]?.trim().replace(/\.+$/, '') ?? ''
}

type Line = { readonly title: string; readonly status: HookStatus; readonly suffix: string }

/** `plain` is the prefix without colours, whose columns count. */
function statusLine({ title, status, suffix }: Line, look: Look, prefix: string, plain = prefix): string {
  const word = WORDS[status]
  const dots = look.width - columns(plain) - columns(title) - suffix.length - word.length
  const line = '.'.repeat(Math.max(1, dots))
  if (!look.colour) return `${prefix}${title}${line}${suffix}${word}`
  return `${prefix}${title}\u001B[32m${line}\u001B[39m${suffix}\u001B[${COLOURS[status]};7m${word}\u001B[0m`
}

function dim(text: string, { colour }: Look): string {
  return colour && text !== '' ? `\u001B[2m${text}\u001B[0m` : text
}
