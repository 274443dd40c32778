import type { Effect, EffectKind, Verdict } from '../../../core/decision.ts'
import { nativeOf, type ClaudeEventSpec } from './event-spec.ts'
import { nativeFields, reasonOf, textOf } from './phrases.ts'

/** A verdict on its way to the host, in the host's terms. */
export type ReplyParts = { readonly spec: ClaudeEventSpec; readonly verdict: Verdict; readonly wire: string }

type Fields = Readonly<Record<string, unknown>>

/** The part of the reply that only this event has; nothing when there is nothing to say. */
export function specificOutput(parts: ReplyParts): Fields {
  const { output } = parts.spec
  if (output === undefined) return {}
  const { form } = parts.spec
  const fields = { ...stance(parts), ...effects(parts), ...natives(parts, output) }
  if (Object.keys(fields).length === 0) return {}
  if (form?.place === 'flat') return fields
  return { hookSpecificOutput: { hookEventName: nativeOf(parts.spec), ...fields } }
}

function stance({ spec, verdict }: ReplyParts): Fields {
  switch (spec.denyBy) {
    case 'permission':
      return permission(verdict)
    case 'behavior':
      return behavior(verdict)
    case 'action':
      return action(verdict)
    case 'block':
      return spec.form?.place === 'inside' ? topDecision(spec, verdict) : {}
    case 'stop':
    case 'context':
    case 'exit-2':
    case 'none':
      return {}
  }
}

/** `decision` and `reason`, where the host is told by them; most events have a word for no alone. */
export function topDecision({ denyBy, form }: ClaudeEventSpec, verdict: Verdict): Fields {
  const { decision, reason } = verdict
  if (denyBy !== 'block' || decision === 'none') return {}
  const words = Object.entries(form?.words ?? {})
  const word =
    words.find(([, meaning]) => meaning === decision)?.[0] ?? (decision === 'deny' ? 'block' : undefined)
  if (word === undefined) return {}
  const isSaid = decision === 'deny' || reason !== undefined
  return { decision: word, ...(isSaid && { reason: reasonOf(verdict) }) }
}

function permission(verdict: Verdict): Fields {
  const { decision, reason } = verdict
  if (decision === 'none') return {}
  const isSaid = decision === 'deny' || (reason !== undefined && decision !== 'defer')
  return {
    permissionDecision: decision,
    ...(isSaid && { permissionDecisionReason: reasonOf(verdict) }),
  }
}

function behavior(verdict: Verdict): Fields {
  const results = all(verdict, 'permission-result').filter((result) => result.behavior === verdict.decision)
  if (verdict.decision === 'deny') {
    const interrupt = results.some((result) => result.interrupt)
    return { decision: { behavior: 'deny', message: reasonOf(verdict), ...(interrupt && { interrupt }) } }
  }
  if (verdict.decision !== 'allow') return {}
  const rewrite = all(verdict, 'rewrite-input').at(-1)
  const permissions = results.flatMap((result) => result.permissions ?? [])
  return {
    decision: {
      behavior: 'allow',
      ...(rewrite && { updatedInput: rewrite.input }),
      ...(permissions.length > 0 && { updatedPermissions: permissions }),
    },
  }
}

function action(verdict: Verdict): Fields {
  if (verdict.decision === 'deny') return { action: 'decline' }
  const reply = all(verdict, 'elicitation-reply').at(-1)
  return reply === undefined ? {} : { action: reply.action, ...(reply.content && { content: reply.content }) }
}

function effects({ spec, verdict }: ReplyParts): Fields {
  const can = (kind: EffectKind) => spec.effects.includes(kind)
  const asked = can('keep-going') ? textOf(verdict, 'keep-going') : textOf(verdict, 'add-context')
  const refusal = spec.denyBy === 'context' && verdict.decision === 'deny' ? reasonOf(verdict) : ''
  const context = [refusal, asked].filter((text) => text !== '').join('\n\n')
  const rewrite = isRefused(verdict) ? undefined : all(verdict, 'rewrite-input').at(-1)
  const output = all(verdict, 'rewrite-output').at(-1)
  const opening = textOf(verdict, 'initial-message')
  const watch = all(verdict, 'watch-paths')
  return {
    ...((can('add-context') || can('keep-going')) && context !== '' && { additionalContext: context }),
    ...(can('rewrite-input') && spec.denyBy !== 'behavior' && rewrite && { updatedInput: rewrite.input }),
    ...(can('rewrite-output') && output && { updatedToolOutput: output.output }),
    ...(can('initial-message') && opening !== '' && { initialUserMessage: opening }),
    // An empty list clears what is watched, so it is no absence.
    ...(can('watch-paths') && watch.length > 0 && { watchPaths: watch.flatMap(({ paths }) => paths) }),
    ...(can('retry') && all(verdict, 'retry').length > 0 && { retry: true }),
  }
}

function isRefused({ decision }: Verdict): boolean {
  return decision === 'deny' || decision === 'defer'
}

function natives({ verdict, wire }: ReplyParts, output: Fields): Fields {
  const asked = Object.entries(nativeFields(verdict, wire))
  return Object.fromEntries(asked.filter(([field]) => Object.hasOwn(output, field)))
}

function all<Kind extends EffectKind>(
  verdict: Verdict,
  kind: Kind,
): readonly Extract<Effect, { kind: Kind }>[] {
  return verdict.effects.filter((effect): effect is Extract<Effect, { kind: Kind }> => effect.kind === kind)
}
