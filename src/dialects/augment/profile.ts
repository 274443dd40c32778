import type { Start } from '../../core/hook.ts'
import { callNames, type CallForm } from '../_families/claude/calls.ts'
import { envelopeOf } from '../_families/claude/envelope.ts'
import { pickEvents } from '../_families/claude/event-table.ts'
import { nearEvents } from '../_families/claude/near-events.ts'
import type { ClaudeProfile } from '../_families/claude/profile.ts'
import { isObject } from '../_families/claude/shape.ts'
import { fileAt, joiner, withoutRepeats } from '../_families/places.ts'
import type { FileSpec, Places } from '../dialect.ts'

const TITLE = 'Augment'
const PROJECT_DIR = 'AUGMENT_PROJECT_DIR'
const FILE = { path: 'file_path' }

/** `TOOL_SERVER`, with the server in the payload. */
const MCP: NonNullable<CallForm['mcp']> = {
  canonical(native, { is_mcp_tool: isMcp, mcp_server_name: server }) {
    if (isMcp !== true) return undefined
    // As for other hosts that do not tell the server: a matcher for tools of any server fits.
    if (typeof server !== 'string' || server === '') return `mcp__?__${native}`
    const tool = native.endsWith(`_${server}`) ? native.slice(0, -server.length - 1) : native
    return `mcp__${server}__${tool}`
  },
  native: (server, tool) => `${tool}_${server}`,
}

/** Known from documents only: docs/hosts/augment.md. */
export const profile: ClaudeProfile = {
  name: 'augment',
  title: TITLE,
  wire: 'augment',
  events: pickEvents(
    nearEvents,
    {
      PreToolUse: { event: 'PreToolUse', decisions: ['deny'], form: { jsonAt: 'exit-0' } },
      PostToolUse: { event: 'PostToolUse', exit2: 'ignored' },
      Stop: { event: 'Stop', exit2: 'ignored', effects: ['message', 'stop'], output: {} },
      // No decision is known here. `continue: false` is the strongest thing that is.
      PromptSubmit: { event: 'UserPromptSubmit', exit2: 'ignored', denyBy: 'stop' },
      SessionStart: { event: 'SessionStart', exit2: 'ignored', contextBy: 'stdout' },
      SessionEnd: 'SessionEnd',
      Notification: 'Notification',
    },
    {
      form: { place: 'inside', jsonAt: 'exit-0' },
      handlers: ['command'],
      matcher: 'regex',
      timeoutMs: 60_000,
    },
  ),
  variables: {
    projectDir: PROJECT_DIR,
    sessionId: 'AUGMENT_CONVERSATION_ID',
    event: 'AUGMENT_HOOK_EVENT',
    tool: 'AUGMENT_TOOL_NAME',
  },
  calls: callNames({
    host: TITLE,
    table: {
      names: {
        Bash: ['launch-process'],
        Edit: ['str-replace-editor'],
        Write: ['save-file'],
        Read: ['view'],
        WebFetch: ['web-fetch'],
        WebSearch: ['web-search'],
      },
      arguments: { Edit: FILE, Write: { ...FILE, file_content: 'content' }, Read: FILE },
    },
    numbered: { Edit: { old_str: 'old_string', new_str: 'new_string' } },
    mcp: MCP,
  }),
  envelope: envelopeOf({
    keys: { session_id: 'conversation_id', tool_response: 'tool_output' },
    folders: 'workspace_roots',
    textResponse: true,
  }),
  folder: '.augment',
  timeoutUnit: 'milliseconds',
  configForm: {
    groupKeys: ['metadata'],
    readGroup: ({ metadata }) => ({ lost: lostData(metadata) }),
    handlerKeys: { command: ['command', 'timeout'] },
    startOf,
    readMatcher,
  },
  bridge: { takesPath: true, scopes: ['user'] },
  host: {
    combination: { order: () => 'parallel', stopAt: [], rewrites: 'replace' },
    failures: () => 'none',
    brokenFile: 'ask',
    configVariables: ['ProgramData'],
    projectVariable: PROJECT_DIR,
    files,
  },
}

/** What a group may ask for, and only the host itself has. */
const DATA: Readonly<Record<string, string>> = {
  includeUserContext: 'context',
  includeMCPMetadata: 'mcp_metadata',
  includeConversationData: 'conversation',
}

function lostData(metadata: unknown): readonly string[] {
  const asked = isObject(metadata) ? Object.keys(DATA).filter((key) => metadata[key] === true) : []
  return asked.map((key) => `"${key}" gives hooks "${DATA[key]}" only when ${TITLE} itself calls them.`)
}

/** A command is the path of a script; no shell reads it. */
function startOf(command: string): Start {
  const words = /\.ps1$/i.test(command) ? ['pwsh', '-NoProfile', '-File', command] : [command]
  return { kind: 'argv', words }
}

/** `mcp:` selects tools of MCP servers, which other hosts call `mcp__SERVER__TOOL`. */
function readMatcher(pattern: string): { readonly pattern: string; readonly either?: true } {
  const [, rest] = /^mcp:(.*)$/.exec(pattern) ?? []
  if (rest === undefined) return { pattern }
  return { pattern: rest === '*' || rest === '.*' || rest === '' ? '^mcp__' : rest, either: true }
}

function files(places: Places): readonly FileSpec[] {
  const join = joiner(places)
  const { platform, env, home, startDir } = places
  const system =
    platform === 'win32' ? join(env('ProgramData') ?? 'C:\\ProgramData', 'Augment') : '/etc/augment'
  return withoutRepeats([
    fileAt('managed', join(system, 'settings.json')),
    fileAt('user', join(home, '.augment', 'settings.json')),
    fileAt('project', join(startDir, '.augment', 'settings.json')),
    fileAt('local', join(startDir, '.augment', 'settings.local.json')),
  ])
}
