import { inlineForms as claude } from '../../src/dialects/claude-code/inline-forms.ts'
import { inlineForms as copilot } from '../../src/dialects/copilot/inline-forms.ts'

/** Those of all hosts. */
export const inlineForms = { ...claude, ...copilot }
