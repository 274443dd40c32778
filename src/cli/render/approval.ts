import type { ScriptChange } from '../../config/trust.ts'
import type { Digest } from '../../config/digest.ts'
import type { HookState } from '../../config/hook-states.ts'
import type { Power } from '../../dialects/event-power.ts'
import type { Difference } from '../file-diff.ts'
import type { Gone, Reviewed } from '../review.ts'
import { noVariables } from '../../core/host-variables.ts'
import { alwaysSetBy } from '../../covers/always-set.ts'
import { cutWords } from '../../covers/cut-words.ts'
import type { Hook } from '../../core/hook.ts'
import { describeGaps, isUsualGap, type Gap } from '../../core/named-files.ts'
import { describeMatcher } from '../../core/matcher.ts'
import { handlerLines, sideLines } from './handler-lines.ts'
import { oneLine } from './issue-line.ts'
import type { Style } from './style.ts'
import { untilWords } from './when.ts'

/** Everything an approval covers: approving what one has not seen is no approval. */
export function renderReviewed(reviewed: Reviewed, style: Style, now: number): readonly string[] {
  const { hook, state, digest, differences } = reviewed
  const { scripts, gaps } = digest
  const file = style.dim(oneLine(hook.source.file))
  return [
    `${COLOURS[state](style)(state.padEnd(9))} ${style.bold(oneLine(hook.id))} ${oneLine(occasion(hook))} ${file}`,
    ...handlerLines(hook.handler).map(indent),
    ...powerLines(reviewed).map(indent),
    ...offLines(reviewed, now).map((line) => style.yellow(indent(line))),
    ...termsOf(hook).map((line) => style.dim(indent(line))),
    ...scripts.map(({ path, sha256 }) => style.dim(indent(`covers ${path} sha256 ${sha256.slice(0, 16)}`))),
    ...coverLines(hook, { scripts, gaps }).map(({ line, isUsual }) =>
      (isUsual ? style.dim : style.yellow)(indent(line)),
    ),
    ...changeLines(reviewed).map((line) => style.red(indent(line))),
    ...differences.flatMap((each) => differenceLines(each, style)),
  ]
}

const COLOURS: Readonly<Record<HookState, (style: Style) => Style['red']>> = {
  new: (style) => style.yellow,
  approved: (style) => style.green,
  changed: (style) => style.red,
  gone: (style) => style.red,
}

const indent = (line: string): string => `          ${oneLine(line)}`

/** What was approved once and is not there any more, and the one way to say that this is right. */
export function renderGone({ id, status }: Gone, style: Style, revoke: string): readonly string[] {
  const { approval, why } = status
  const on = approval?.form === undefined ? '' : ` on ${approval.form.event}`
  const file = style.dim(oneLine(approval?.file ?? ''))
  return [
    `${style.red('gone'.padEnd(9))} ${style.bold(oneLine(id))}${oneLine(on)} ${file}`,
    style.red(indent(`approved once, and ${why}`)),
    indent(`if that is right: ${revoke}`),
  ]
}

function powerLines({ hook, powers }: Reviewed): readonly string[] {
  const byWord = new Map<string, string[]>()
  for (const [title, { power }] of Object.entries(powers)) {
    const isAsk = hook.handler.type === 'rule' && hook.handler.decision === 'ask' && power === 'prevent'
    const word = isAsk ? 'asks' : WORDS[power]
    byWord.set(word, [...(byWord.get(word) ?? []), title])
  }
  return byWord.size === 0 ? [] : [[...byWord].map(([word, on]) => `${word} on ${on.join(', ')}`).join('; ')]
}

const WORDS: Readonly<Record<Power, string>> = {
  prevent: 'can prevent',
  retry: 'can make the model try again',
  observe: 'can only observe',
  'not available': 'never runs',
}

function offLines({ off }: Reviewed, now: number): readonly string[] {
  if (off === undefined) return []
  return [off.until === undefined ? `off: ${off.why}` : `off ${untilWords(off.until, now)}`]
}

function changeLines({ state, why, changed }: Reviewed): readonly string[] {
  if (state !== 'changed') return []
  const files = changed.map((change) => `changed since it was approved: ${describeChange(change)}`)
  return files.length === 0 ? [`changed since it was approved: ${why}`] : files
}

function differenceLines({ what, note, lines, leftOut }: Difference, style: Style): readonly string[] {
  const head = note === undefined ? what : `${what}: ${note}`
  const rest = leftOut === 0 ? [] : [style.dim(indent(`… ${leftOut} more lines of the comparison`))]
  return [style.bold(indent(head)), ...lines.map((line) => coloured(line, style)), ...rest]
}

function coloured(line: string, style: Style): string {
  const text = indent(line)
  if (line.startsWith('-')) return style.red(text)
  return line.startsWith('+') ? style.green(text) : style.dim(text)
}

type Covered = Pick<Digest, 'scripts' | 'gaps'>

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
