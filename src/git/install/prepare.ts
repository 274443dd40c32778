import { isIssue, type Issue } from '../../core/issue.ts'
import { createSlots } from '../../engine/slots.ts'
import { BACKENDS } from '../languages/index.ts'
import type { GitHook, LanguageName } from '../contracts/model.ts'
import type { Git } from '../contracts/git.ts'
import type { RunGround } from '../run/request.ts'
import { withSlot } from '../run/with-slot.ts'

export type Preparing = {
  readonly git: Git
  readonly ground: RunGround
  progress(text: string): void
}

/** Hooks of these languages need nothing built; whether their program exists is seen when they run. */
const READY: ReadonlySet<LanguageName> = new Set(['system', 'script', 'fail', 'pygrep'])
/** Builds wait for the net more than for a processor. */
const AT_ONCE = 4

export type PreparedHooks = { readonly count: number; readonly issues: readonly Issue[] }

/** Builds the environments of hooks without running them. Equal ones are built once: the store locks them. */
export async function prepareHooks(
  projects: readonly { readonly dir: string; readonly hooks: readonly GitHook[] }[],
  preparing: Preparing,
): Promise<PreparedHooks> {
  const slots = createSlots(AT_ONCE)
  const all = projects.flatMap(({ dir, hooks }) => hooks.filter(isBuilt).map((hook) => ({ dir, hook })))
  const ends = await Promise.all(
    all.map((each) => withSlot(slots, preparing.ground.signal, () => prepareHook(each, preparing))),
  )
  return { count: all.length, issues: ends.filter(isIssue) }
}

function isBuilt({ repo, language }: GitHook): boolean {
  return repo.kind !== 'builtin' && repo.kind !== 'meta' && !READY.has(language)
}

async function prepareHook(
  { dir, hook }: { readonly dir: string; readonly hook: GitHook },
  { git, ground, progress }: Preparing,
): Promise<Issue | undefined> {
  const { signal, env, platform, scratchDir, storeDir } = ground
  const backend = await BACKENDS[hook.language]()
  const context = { cwd: dir, git, signal, env, platform, scratchDir, storeDir, progress }
  const runnable = await backend.prepare(hook, context)
  if (isIssue(runnable)) return runnable
  if (runnable.kind === 'process') runnable.argv.dispose()
  return undefined
}
