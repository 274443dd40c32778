import { dirname, relative, resolve, sep } from 'node:path'
import type { Effect } from '../core/decision.ts'
import { issue, type Issue } from '../core/issue.ts'
import type { Block } from '../core/tally.ts'
import type { Run } from '../engine/run.ts'
import type { StepResult } from '../engine/runner.ts'
import type { Files } from '../ports/files.ts'

/** Where the new worktree is, or every hook with what kept it from making one. */
export type WorktreeChoice =
  | { readonly path: string; readonly hook: string }
  | { readonly path: undefined; readonly results: readonly StepResult[] }

/** The first path, in configuration order, of a hook that succeeded and that leads where it seems to. */
export function chooseWorktree({ plan, results }: Run, files: Pick<Files, 'realpath'>): WorktreeChoice {
  const screened = results.map((result) => screen(result, { files, root: plan.event.projectDir }))
  const chosen = screened.find((result) => pathOf(result) !== undefined)
  const path = chosen && pathOf(chosen)
  if (chosen === undefined || path === undefined) return { path: undefined, results: screened }
  return { path, hook: chosen.hook.id }
}

/** True when a hook of `WorktreeRemove` ran, even if it failed: then the program does not remove the worktree. */
export function ranAnyHook({ results }: Run): boolean {
  return results.some(({ outcome }) => outcome.kind !== 'cancelled')
}

/** Returns what hooks of `PreCompact` add to the instructions for the summary; undefined when that is nothing. */
export function compactInstructions({ verdict }: Run): string | undefined {
  const texts = verdict.effects.flatMap((effect) => (effect.kind === 'add-context' ? effect.text : []))
  return texts.length === 0 ? undefined : texts.join('\n\n')
}

/** What hooks answered to a question of an MCP server. Empty: ask the user. */
export type ElicitationAnswer = {
  /** The reply to give. Absent: no hook gave one. */
  readonly reply?: Extract<Effect, { kind: 'elicitation-reply' }>
  /** The last no of a hook, which stands before a reply. Absent: none said no. */
  readonly block?: Block
}

/**
 * Elicitation and ElicitationResult: the last reply and the last no, in configuration order. A reply beside a no is only
 * shown, so it is read from the answers: the verdict of a refused request has no accepted one.
 */
export function elicitationReply({ results, blocks }: Run): ElicitationAnswer {
  const effects = results.flatMap(({ answer }) => answer.effects)
  const reply = effects.findLast((effect) => effect.kind === 'elicitation-reply')
  const block = blocks.at(-1)
  return { ...(reply && { reply }), ...(block && { block }) }
}

function pathOf({ answer }: StepResult): string | undefined {
  if (answer.failure !== undefined || answer.decision === 'deny') return undefined
  return answer.effects.find((effect) => effect.kind === 'worktree-path')?.path
}

type Screening = { readonly files: Pick<Files, 'realpath'>; readonly root: string }

/** A repository can hold a symlink that leads a worktree out of it (2.1.216). */
function screen(result: StepResult, screening: Screening): StepResult {
  const path = pathOf(result)
  if (path === undefined || !throughLink(path, screening)) return result
  const answer = { ...result.answer, failure: 'protocol-error' as const, issues: [linked(path, result)] }
  return { ...result, answer }
}

/** Only what exists can be a link. Above the root it is the user's own. */
function throughLink(path: string, { files, root }: Screening): boolean {
  const below = relative(root, path)
  if (below === '' || below === '..' || below.startsWith(`..${sep}`) || resolve(below) === below) return false
  const existing = nearest(path, files)
  const realRoot = files.realpath(root)
  if (typeof existing?.real !== 'string' || typeof realRoot !== 'string') return existing !== undefined
  return fold(existing.real) !== fold(resolve(realRoot, relative(root, existing.path)))
}

function nearest(path: string, files: Pick<Files, 'realpath'>): { path: string; real: unknown } | undefined {
  const real = files.realpath(path)
  if (real !== undefined) return { path, real }
  const above = dirname(path)
  return above === path ? undefined : nearest(above, files)
}

/** Some systems give a path back in the spelling of the disk. */
function fold(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

function linked(path: string, { hook }: StepResult): Issue {
  return issue(
    'worktree.link',
    { hook: hook.id },
    `The worktree path "${path}" leads through a symlink below the repository's root.`,
  )
}
