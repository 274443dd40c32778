import { inlineForms as claude } from '../../src/dialects/claude-code/inline-forms.ts'
import { inlineForms as copilot } from '../../src/dialects/copilot/inline-forms.ts'
import type { InlineForms } from '../../src/shells/inline.ts'
import { hostNames } from '../../src/dialects/registry.ts'
import { dialects } from './dialects.ts'

/** Those of two hosts, by name. */
export const inlineForms = { ...claude, ...copilot }

const sides = await Promise.all(hostNames.map(async (name) => dialects.get(name)?.hooks()))

/** Those of all hosts; several have a form of the same name. */
export const allInlineForms: readonly InlineForms[string][] = sides.flatMap((side) =>
  Object.values(side?.inlineForms ?? {}),
)
