import { contextWire } from '../dialects/codex-runtime/context.ts'
import type { HookContext, HookPatch } from '../dialects/codex-runtime/contract.ts'
import type { HookAction, HookBlock, HookIssue, HookReport } from './hook.ts'

type Json = Readonly<Record<string, unknown>>

/** stdin of a shell hook: compact, one object, no newline. Throws what cannot be written down. */
export function serializeContext(context: HookContext): string {
  if (!Number.isSafeInteger(context.tsMs)) throw new TypeError(`ts_ms is ${context.tsMs}, not a whole number`)
  return JSON.stringify(contextWire(context))
}

/** Returns a patch as the crate's own types write it, which is not the form of a shell hook's output. */
export function patchWire({ promptOverride, modelOverride, addAttachments, metadataDelta }: HookPatch): Json {
  return {
    prompt_override: promptOverride ?? null,
    model_override: modelOverride ?? null,
    add_attachments: addAttachments,
    metadata_delta: metadataDelta ?? null,
  }
}

/** Returns an action as the crate's own types write it. */
export function actionWire(action: HookAction): Json | 'Noop' {
  switch (action.kind) {
    case 'noop':
      return 'Noop'
    case 'mutate':
      return { Mutate: patchWire(action.patch) }
    case 'block':
      return { Block: blockWire(action) }
  }
}

/** Returns a problem as the crate's own types write it, without stderr. */
export function issueWire({ hookName, phase, class: kind, message }: HookIssue): Json {
  return { hook_name: hookName, phase, class: kind, message }
}

/** Returns a report as the crate's own types write it. */
export function reportWire({ issues }: HookReport): Json {
  return { issues: issues.map(issueWire) }
}

function blockWire({ hookName, phase, message }: HookBlock): Json {
  return { hook_name: hookName, phase, message }
}
