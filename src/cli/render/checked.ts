import { excerpt } from '../../config/locate.ts'
import type { Hook } from '../../core/hook.ts'
import type { Issue, Severity } from '../../core/issue.ts'
import { isUsualGap, type Gap } from '../../core/named-files.ts'
import type { Workspace } from '../../workspace/open.ts'
import { mayHoldSecret, SECRET_CODE } from '../inspect-secrets.ts'
import type { Io } from '../io.ts'
import { PIN_HINT, uncoveredLine } from './approval.ts'
import { oneLine } from './issue-line.ts'
import { renderIssue } from './issue.ts'
import { createStyle, type Style } from './style.ts'
import { USUAL_COLUMNS, wrap } from './wrap.ts'

export type Uncovered = { readonly id: string; readonly gaps: readonly Gap[] }

export type Shown = {
  readonly issues: readonly Issue[]
  readonly files: readonly string[]
  /** Those that are written in a file. */
  readonly hooks: readonly Hook[]
  readonly workspace: Workspace
  readonly uncovered: readonly Uncovered[]
  /** Text of a file whose lines may be shown. */
  readonly textOf: (file: string) => string | undefined
}

/**
 * A line of the file may hold a secret, and an agent that runs this reads what is no terminal: lines are shown to a
 * person only.
 */
export function renderChecked(shown: Shown, io: Io): readonly string[] {
  const style = createStyle(io.colour)
  const { workspace, issues } = shown
  return [
    ...renderIssues(issues, shown, io),
    summary(shown, style),
    ...awaiting(workspace),
    ...leftOpen(shown.uncovered, io.shown ? USUAL_COLUMNS : Infinity),
  ]
}

export function renderIssues(
  issues: readonly Issue[],
  { textOf }: Pick<Shown, 'textOf'>,
  io: Io,
): readonly string[] {
  const style = createStyle(io.colour)
  const secret = new Set(issues.filter(({ code }) => code === SECRET_CODE).map(lineOf))
  return issues.flatMap((problem) => {
    const lines = io.shown && !secret.has(lineOf(problem)) ? excerptOf(problem, textOf) : []
    // Programs and searches want whole sentences on a line.
    return [...renderIssue(io.shown ? folded(problem) : problem, lines, style), '']
  })
}

/** Another problem may be on the line of a secret. */
function lineOf({ place: { file, line } }: Issue): string {
  return `${file ?? ''}:${line ?? ''}`
}

/** Sentences in lines that fit; a command to copy stays on one. */
function folded(problem: Issue): Issue {
  const { message, hint } = problem
  const isCopied = hint !== undefined && /^(?:Run|Write|To note it): /.test(hint)
  return {
    ...problem,
    message: wrap(message, USUAL_COLUMNS - 2).join('\n  '),
    ...(hint !== undefined && { hint: isCopied ? hint : wrap(hint, USUAL_COLUMNS - 7).join('\n       ') }),
  }
}

function excerptOf({ place }: Issue, textOf: Shown['textOf']): readonly string[] {
  const { file, line, column, length } = place
  const text = file === undefined ? undefined : textOf(file)
  const isHidden = text === undefined || line === undefined || mayHoldSecret(text.split('\n')[line - 1] ?? '')
  return isHidden
    ? []
    : excerpt(text, { line, column: column ?? 1, ...(length !== undefined && { length }) }, USUAL_COLUMNS - 2)
}

export type Counts = Readonly<Record<'errors' | 'warnings' | 'notices', number>>

export function countsOf(issues: readonly Issue[]): Counts {
  const count = (severity: Severity): number =>
    issues.filter((problem) => problem.severity === severity).length
  return { errors: count('error'), warnings: count('warning'), notices: count('notice') }
}

function summary({ issues, files, hooks, workspace }: Shown, style: Style): string {
  if (files.length === 0 && issues.length === 0)
    return `No config file was found for ${workspace.places.startDir}.`
  const { errors, warnings } = countsOf(issues)
  const colour = errors > 0 ? style.red : warnings > 0 ? style.yellow : style.green
  const found = `${plural(files.length, 'file')}, ${plural(hooks.length, 'hook')}`
  return `${found}: ${colour(`${plural(errors, 'error')}, ${plural(warnings, 'warning')}`)}.`
}

/** Right files whose hooks do not run would be a riddle. */
function awaiting({ loaded, trust, review }: Workspace): readonly string[] {
  const waiting = loaded.hooks.filter((hook) => ['untrusted', 'changed'].includes(trust.status(hook))).length
  if (waiting === 0) return []
  const which = waiting === 1 ? '1 hook does' : `${waiting} hooks do`
  return [`${which} not run until approved: ${review}`]
}

function leftOpen(found: readonly Uncovered[], columns: number): readonly string[] {
  if (found.length === 0) return []
  const lines = [...idsByGaps(found)].flatMap(([said, ids]) =>
    wrap(oneLine(`${ids.join(', ')}: ${said}`), columns - 4).map(
      (line, at) => `${at === 0 ? '  ' : '    '}${line}`,
    ),
  )
  const isUsual = found.every(({ gaps }) => gaps.every(isUsualGap))
  const what = isUsual
    ? 'An approval does not cover what programs and scripts read by themselves:'
    : 'An approval does not cover everything that these hooks run:'
  return [what, ...lines, `${PIN_HINT}.`]
}

/** Hooks of which the same is left open stand together. */
function idsByGaps(found: readonly Uncovered[]): ReadonlyMap<string, readonly string[]> {
  const byGaps = new Map<string, string[]>()
  for (const { id, gaps } of found) {
    const said = uncoveredLine(gaps) ?? ''
    byGaps.set(said, [...(byGaps.get(said) ?? []), id])
  }
  return byGaps
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
