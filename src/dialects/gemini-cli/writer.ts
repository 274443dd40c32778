import type { HookContract } from '../_families/claude/profile.ts'
import { claudeWriter, groupRows } from '../_families/claude/writer.ts'
import { nativesOf } from '../_families/convert/names.ts'
import type { ConfigWriter, Loss } from '../writer.ts'
import { SEQUENTIAL } from './combination.ts'
import { geminiEvents } from './events.ts'
import { NAME, TITLE } from './name.ts'
import { NATIVE_TOOL } from './tools.ts'

const contract: HookContract = {
  name: NAME,
  title: TITLE,
  wire: NAME,
  events: groupRows(geminiEvents),
  variables: { projectDir: 'GEMINI_PROJECT_DIR' },
  timeoutUnit: 'milliseconds',
}

/** No text is a list of names: it is a regular expression, found anywhere in the name of a tool. */
const NEVER = /(?!)/

/** Writes settings with nothing but hooks; their timeouts are milliseconds. */
export const writer: ConfigWriter = {
  ...claudeWriter(
    { format: 'jsonc', file: '.gemini/settings.json', top: {} },
    {
      contract,
      host: TITLE,
      traits: new Set(),
      keys: new Set(['env']),
      handlers: ['command'],
      nativeNames: (name) => nativesOf(name, NATIVE_TOOL.tool) ?? [mcpName(name)],
      rules: { nameCharacters: NEVER, separators: NEVER },
      timeoutMs: 60_000,
      wholeTimeouts: true,
      isLiteral: true,
    },
  ),
  noteLoss,
}

/** `mcp__SERVER__TOOL` is `mcp_SERVER_TOOL` there; other names are the same. */
function mcpName(name: string): string {
  return name.replace(/^mcp__(.+?)__(.+)$/s, 'mcp_$1_$2')
}

function noteLoss(note: string): Loss | undefined {
  if (note !== SEQUENTIAL) return undefined
  const why = 'it runs beside the other hooks of its event, not after those before it'
  return { effect: 'note', part: 'sequential', why }
}
