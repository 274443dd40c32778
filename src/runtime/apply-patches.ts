import { resolve } from 'node:path'
import type { Attachment, Phase } from '../dialects/codex-runtime/contract.ts'
import { settlePatch } from '../dialects/codex-runtime/patch.ts'
import { isFileProblem, systemFiles } from '../ports/files.ts'
import type { HookIssue } from './hook.ts'
import type { NamedPatch } from './phase-run.ts'

/** What hooks may change before it is used. */
export type Draft = {
  /** The prompt. */
  readonly prompt: string
  /** The model; undefined: the default of the program. */
  readonly model: string | undefined
  /** Attachments of the request and of hooks. */
  readonly attachments: readonly Attachment[]
  /** Metadata of the request and of hooks. */
  readonly metadata: Readonly<Record<string, unknown>>
}

export type Applied = { readonly draft: Draft; readonly issues: readonly HookIssue[] }

/** In order: the last writer wins a field, attachments add up. What cannot be applied is left out alone. */
export function applyPatches(
  draft: Draft,
  patches: readonly NamedPatch[],
  where: { readonly phase: Phase; readonly cwd: string },
): Applied {
  return patches.reduce<Applied>(
    (applied, one) => {
      const next = applyOne(applied.draft, one, where)
      return { draft: next.draft, issues: [...applied.issues, ...next.issues] }
    },
    { draft, issues: [] },
  )
}

function applyOne(
  draft: Draft,
  { hookName, patch }: NamedPatch,
  { phase, cwd }: { phase: Phase; cwd: string },
): Applied {
  const { effect, problems } = settlePatch(patch, phase)
  const attachments = (effect.attachments ?? []) as readonly Attachment[]
  const present = attachments.filter((attachment) => isThere(attachment, cwd))
  const missing = attachments.filter((attachment) => !present.includes(attachment)).map(() => NOT_FOUND)
  return {
    draft: {
      prompt: effect.prompt ?? draft.prompt,
      model: effect.model ?? draft.model,
      attachments: [...draft.attachments, ...present],
      metadata: { ...draft.metadata, ...effect.metadata },
    },
    issues: [...problems, ...missing].map((message) => ({ hookName, phase, class: 'Validation', message })),
  }
}

const NOT_FOUND = 'hook attachment path not found; mutation ignored'

/** An address is for the model to fetch, so only paths are looked at. */
function isThere(attachment: Attachment, cwd: string): boolean {
  const [content = {}] = Object.values(attachment) as readonly { readonly path?: string }[]
  if (content.path === undefined) return true
  const kind = systemFiles.kind(resolve(cwd, content.path))
  return kind !== undefined && kind !== 'dangling' && !isFileProblem(kind)
}
