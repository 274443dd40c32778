import type { ScriptChange, TrustStatus } from '../../config/trust.ts'
import type { Script } from '../../config/digest.ts'
import { noVariables } from '../../core/host-variables.ts'
import { alwaysSetBy } from '../../covers/always-set.ts'
import { cutWords } from '../../covers/cut-words.ts'
import type { Hook } from '../../core/hook.ts'
import { describeGaps, isUsualGap, type Gap } from '../../core/named-files.ts'
import { describeMatcher } from '../../core/matcher.ts'
import { handlerLines, sideLines } from './handler-lines.ts'
import { oneLine } from './issue-line.ts'
import type { Style } from './style.ts'

/** One project hook as it stands for approval. */
export type Candidate = {
  readonly hook: Hook
  readonly status: TrustStatus
  readonly scripts: readonly Script[]
  readonly gaps: readonly Gap[]
  readonly changed: readonly ScriptChange[]
}

/** Everything an approval covers: approving what one has not seen is no approval. */
export function renderCandidate(
  { hook, status, scripts, gaps, changed }: Candidate,
  style: Style,
): readonly string[] {
  const colour = status === 'trusted' ? style.green : style.yellow
  const file = style.dim(oneLine(hook.source.file))
  const indent = (line: string): string => `          ${oneLine(line)}`
  return [
    `${colour(status.padEnd(9))} ${style.bold(oneLine(hook.id))} ${oneLine(occasion(hook))} ${file}`,
    ...handlerLines(hook.handler).map(indent),
    ...termsOf(hook).map((line) => style.dim(indent(line))),
    ...scripts.map(({ path, sha256 }) => style.dim(indent(`${path} sha256 ${sha256.slice(0, 16)}`))),
    ...coverLines(hook, { scripts, gaps }).map(({ line, isUsual }) =>
      (isUsual ? style.dim : style.yellow)(indent(line)),
    ),
    ...changed.map((change) => style.red(indent(`changed since it was approved: ${describeChange(change)}`))),
  ]
}

type Covered = Pick<Candidate, 'scripts' | 'gaps'>

function coverLines(
  hook: Hook,
  { scripts, gaps }: Covered,
): readonly { readonly line: string; readonly isUsual: boolean }[] {
  const isUsual = gaps.every(isUsualGap)
  const told = [uncoveredLine(gaps) ?? []].flat().map((line) => ({ line, isUsual }))
  return scripts.length === 0 ? [...withoutFiles(hook), ...told] : told
}

/** A path that leads to no file may lead to one when the hook runs. */
function withoutFiles(hook: Hook): readonly { readonly line: string; readonly isUsual: boolean }[] {
  const paths = relativePaths(hook).slice(0, MOST_PATHS)
  if (paths.length > 0)
    return [
      {
        line: `names ${paths.join(', ')}, but no such file of the project was found to watch`,
        isUsual: false,
      },
    ]
  return hook.handler.type === 'command' ? [{ line: 'covers no file of the project', isUsual: true }] : []
}

const MOST_PATHS = 5

/** Words as written that look like the path of a file below the working directory or a variable. */
function relativePaths({ handler, named }: Hook): readonly string[] {
  if (handler.type !== 'command') return []
  const { start, env = {} } = handler
  const texts = start.kind === 'argv' ? start.words : [start.kind === 'script' ? start.source : start.command]
  const alwaysSet = alwaysSetBy(named?.variables ?? noVariables)
  const words = [...texts, ...Object.values(env)].flatMap((text) => cutWords(text, alwaysSet))
  return [...new Set(words)].filter((word) => RELATIVE_PATH.test(word))
}

const RELATIVE_PATH = /^(?:\$\w+|\.{1,2}|[\w.@-]+)(?:\/[\w.@+-]+)+$/

/** What a person approves without having seen it, and how to cover more. */
export function uncoveredLine(gaps: readonly Gap[]): string | undefined {
  const sentence = describeGaps(gaps)
  return sentence === undefined ? undefined : `not covered: ${sentence}`
}

/** The next step: names of files that a person can add. */
export const PIN_HINT = '`pins` in hookwright.yaml adds files to what an approval covers'

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
