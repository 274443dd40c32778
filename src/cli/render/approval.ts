import type { ScriptChange, TrustStatus } from '../../config/trust.ts'
import type { Script } from '../../config/digest.ts'
import { relativePaths } from '../../config/named-words.ts'
import type { Hook } from '../../core/hook.ts'
import { describeMatcher } from '../../core/matcher.ts'
import { handlerLines, sideLines } from './handler-lines.ts'
import { oneLine } from './issue-line.ts'
import type { Style } from './style.ts'

/** One project hook as it stands for approval. */
export type Candidate = {
  readonly hook: Hook
  readonly status: TrustStatus
  readonly scripts: readonly Script[]
  readonly changed: readonly ScriptChange[]
}

/** Everything an approval covers: approving what one has not seen is no approval. */
export function renderCandidate(
  { hook, status, scripts, changed }: Candidate,
  style: Style,
): readonly string[] {
  const colour = status === 'trusted' ? style.green : style.yellow
  const file = style.dim(oneLine(hook.source.file))
  const indent = (line: string): string => `          ${oneLine(line)}`
  return [
    `${colour(status.padEnd(9))} ${style.bold(oneLine(hook.id))} ${oneLine(occasion(hook))} ${file}`,
    ...handlerLines(hook.handler).map(indent),
    ...termsOf(hook).map((line) => style.dim(indent(line))),
    ...(scripts.length === 0 ? uncovered(hook, { style, indent }) : []),
    ...scripts.map(({ path, sha256 }) => style.dim(indent(`${path} sha256 ${sha256.slice(0, 16)}`))),
    ...changed.map((change) => style.red(indent(`changed since it was approved: ${describeChange(change)}`))),
  ]
}

type Drawing = { readonly style: Style; readonly indent: (line: string) => string }

/** A path that leads to no file may lead to one when the hook runs, and then nobody has approved it. */
function uncovered(hook: Hook, { style, indent }: Drawing): readonly string[] {
  const paths = relativePaths(hook).slice(0, MOST_PATHS)
  if (paths.length > 0)
    return [
      style.yellow(indent(`names ${paths.join(', ')}, but no such file of the project was found to watch`)),
    ]
  return hook.handler.type === 'command' ? [style.dim(indent(NO_FILES))] : []
}

const MOST_PATHS = 5
const NO_FILES = 'covers no file of the project: scripts that it runs in other ways are not watched'

function occasion({ event, matcher, condition }: Hook): string {
  const subject = matcher.kind === 'all' ? '' : ` ${describeMatcher(matcher)}`
  return `on ${event}${subject}${condition === undefined ? '' : ` if ${condition}`}`
}

function termsOf(hook: Hook): readonly string[] {
  const { handler } = hook
  if (handler.type === 'rule' || handler.type === 'function') return []
  const flags = (['guard', 'detach', 'stopOnDeny', 'asks'] as const).filter((flag) => hook[flag])
  const cwd = handler.type === 'command' ? (handler.cwd ?? '.') : '.'
  const place = cwd === '.' ? [] : [`in ${cwd}`]
  const mode = hook.mode === 'wait' ? [] : ['in the background']
  const bounds = [`at most ${hook.timeoutMs / 1000} s`, `if it fails: ${hook.onFailure}`]
  return [...sideLines(handler), [...place, ...mode, ...bounds, ...flags].join(', ')]
}

function describeChange({ path, was, is }: ScriptChange): string {
  const short = (hash: string | undefined): string => hash?.slice(0, 16) ?? 'absent'
  return `${path} (was ${short(was)}, is ${short(is)})`
}
