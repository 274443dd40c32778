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
import { problem, readPostAnswer, readPreAnswer, type Asked } from './returned.ts'

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
    if (isHookIssue(result)) issues.push(result)
    else if (result.kind === 'mutate') patches.push({ hookName: hook.name, patch: result.patch })
    else if (result.kind === 'block')
      return {
        block: blockOf(result),
        patches: [],
        issues: [...issues, ...(result.issue ? [result.issue] : [])],
      }
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
    if (found) issues.push(found)
  }
  return issues
}

async function askPre(hook: PreHook, context: HookContext, call: HookCall): Promise<HookAction | HookIssue> {
  const asked = { name: hook.name, phase: context.phase }
  try {
    return readPreAnswer(await hook.pre(context, call), asked)
  } catch (error) {
    return thrown(error, asked)
  }
}

async function tellPost(
  hook: PostHook,
  context: HookContext,
  call: HookCall,
): Promise<HookIssue | undefined> {
  const asked = { name: hook.name, phase: context.phase }
  try {
    return readPostAnswer(await hook.post(context, call), asked)
  } catch (error) {
    return thrown(error, asked)
  }
}

/** What was thrown may be anything, even something that no text can be made of. */
function thrown(error: unknown, asked: Asked): HookIssue {
  if (error instanceof Error) return problem(asked, 'Execution', error.message)
  return problem(asked, 'Execution', typeof error === 'string' ? error : 'threw something that is no error')
}

function blockOf(action: Extract<HookAction, { kind: 'block' }>): HookBlock {
  const { kind: _, issue: __, ...block } = action
  return block
}
