import type { HookSide } from '../dialect.ts'
import { encodeInput } from './encode-input.ts'
import { inlineForms } from './inline-forms.ts'
import { decodeLate, decodeOutput } from './output.ts'

/** Variables with credentials of Codex itself, which its hooks do not get. It sets no variables for hooks. */
const WITHHELD = [
  'CODEX_EXEC_SERVER_NOISE_AUTH_TOKEN',
  'NODE_REPL_AUTH_TOKEN',
  'OPENAI_FEDERATION_RULE_ID',
  'OPENAI_IDENTITY_TOKEN_FILE',
  'OPENAI_WORKLOAD_IDENTITY_CONTEXT',
]

/** What hooks of Codex CLI read and write, whichever file they came from. */
export const hookSide: HookSide = {
  encodeInput,
  environment: (_event, _hook, inherited) =>
    Object.fromEntries(
      WITHHELD.filter((name) => inherited[name] !== undefined).map((name) => [name, undefined]),
    ),
  inlineForms,
  // A descendant that holds stdout keeps the host waiting.
  endsAt: 'stdout-end',
  decodeOutput,
  asides: { decodeLate },
}
