import type { Effect } from '../../core/decision.ts'
import { isObject } from '../_families/claude/shape.ts'
import { phases, type PatchField, type Phase } from '../_families/runtime/phases.ts'
import type { HookPatch } from './contract.ts'

export type Settled = {
  readonly effect: Extract<Effect, { kind: 'patch' }>
  /** Parts that were left out, and why. */
  readonly problems: readonly string[]
}

/** The parts of a patch that can be applied in a phase. Attachments are not looked for here. */
export function settlePatch(patch: HookPatch, phase: Phase): Settled {
  const { promptOverride, modelOverride, addAttachments, metadataDelta } = patch
  const isDelta = isObject(metadataDelta)
  const wanted = {
    ...(promptOverride !== undefined && { prompt: promptOverride }),
    ...(modelOverride !== undefined && { model: modelOverride }),
    ...(addAttachments.length > 0 && { attachments: addAttachments }),
    ...(isDelta && { metadata: metadataDelta }),
  }
  const { takes } = phases[phase]
  const refused = (Object.keys(wanted) as PatchField[]).filter((field) => !takes.includes(field))
  const kept = Object.fromEntries(
    Object.entries(wanted).filter(([field]) => takes.includes(field as PatchField)),
  )
  return {
    effect: { kind: 'patch', ...kept },
    problems: [
      ...refused.map((field) => `${WIRE_NAMES[field]} has no effect at ${phase}; mutation ignored`),
      ...(metadataDelta === undefined || isDelta ? [] : [BAD_DELTA]),
    ],
  }
}

const BAD_DELTA = 'metadata_delta must be null or object'

const WIRE_NAMES: Readonly<Record<PatchField, string>> = {
  prompt: 'prompt_override',
  model: 'model_override',
  attachments: 'add_attachments',
  metadata: 'metadata_delta',
}
