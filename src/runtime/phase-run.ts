import type { HookContext, HookPatch } from '../dialects/codex-runtime/contract.ts'
import {
  isHookIssue,
  type HookAction,
  type HookBlock,
  type HookCall,
  type HookIssue,
  type PostHook,
  type PreHook,
} from './hook.ts'

export type NamedPatch = { readonly hookName: string; readonly patch: HookPatch }

/** A block leaves no patches: what hooks before it wanted no longer matters. */
export type PreResult = {
  readonly block?: HookBlock
  readonly patches: readonly NamedPatch[]
  readonly issues: readonly HookIssue[]
}

/** One after the other, all with the same context, up to the first block. */
export async function runPreHooks(
  hooks: readonly PreHook[],
  context: HookContext,
  call: HookCall = {},
): Promise<PreResult> {
  const patches: NamedPatch[] = []
  const issues: HookIssue[] = []
  for (const hook of hooks) {
    const result = await askPre(hook, context, call)
    if (isHookIssue(result)) issues.push(named(result, hook, context))
    else if (result.kind === 'mutate') patches.push({ hookName: hook.name, patch: result.patch })
    else if (result.kind === 'block') return { block: blockOf(result), patches: [], issues }
  }
  return { patches, issues }
}

export async function runPostHooks(
  hooks: readonly PostHook[],
  context: HookContext,
  call: HookCall = {},
): Promise<readonly HookIssue[]> {
  const issues: HookIssue[] = []
  for (const hook of hooks) {
    const found = await tellPost(hook, context, call)
    if (found) issues.push(named(found, hook, context))
  }
  return issues
}

async function askPre(hook: PreHook, context: HookContext, call: HookCall): Promise<HookAction | HookIssue> {
  try {
    return await hook.pre(context, call)
  } catch (error) {
    return thrown(error, hook, context)
  }
}

async function tellPost(hook: PostHook, context: HookContext, call: HookCall): Promise<HookIssue | void> {
  try {
    return await hook.post(context, call)
  } catch (error) {
    return thrown(error, hook, context)
  }
}

function thrown(error: unknown, { name }: { name: string }, { phase }: HookContext): HookIssue {
  const message = error instanceof Error ? error.message : String(error)
  return { hookName: name, phase, class: 'Execution', message }
}

/** A hook may forget who it is, and is not believed about when it ran. */
function named(issue: HookIssue, { name }: { name: string }, { phase }: HookContext): HookIssue {
  return { ...issue, hookName: issue.hookName.trim() === '' ? name : issue.hookName, phase }
}

function blockOf(action: Extract<HookAction, { kind: 'block' }>): HookBlock {
  const { kind: _, ...block } = action
  return block
}
