import { dialectOf } from './plain-payloads.ts'
import type { OutcomeRecord } from '../outcomes.ts'
import { perform, type Case } from '../perform.ts'

export const HOME = '/home/dev'
export const DIR = `${HOME}/app`

export const FILES: Readonly<Record<string, string>> = {
  crush: `${DIR}/crush.json`,
  goose: `${DIR}/.agents/plugins/guard/hooks/hooks.json`,
  kiro: `${DIR}/.kiro/hooks/team.json`,
  'amazon-q': `${DIR}/.amazonq/cli-agents/dev.json`,
  hermes: `${HOME}/.hermes/config.yaml`,
  openhands: `${DIR}/.openhands/hooks.json`,
  'mistral-vibe': `${DIR}/.vibe/hooks.toml`,
}

export const BASH = {
  hook_event_name: 'PreToolUse',
  session_id: 's1',
  cwd: DIR,
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf build' },
}
const NONE = { stdout: '', stderr: '', exitCode: 0 }

type Run = Pick<Partial<Case>, 'event' | 'env'> & {
  readonly files: string
  readonly value: unknown
  readonly outcomes?: readonly OutcomeRecord[]
  readonly scope?: 'user' | 'project'
}

/** What becomes of hooks in a file of one host when Claude Code calls. */
export async function run({ files, value, outcomes = [], event = BASH, env = {}, scope }: Run) {
  const own = files === 'hermes' ? 'user' : 'project'
  const config = [{ scope: scope ?? own, file: FILES[files], value }]
  const wanted = { source: 'documents', config, event, env, outcomes, reply: NONE }
  return perform(wanted, { dialect: dialectOf(files), host: dialectOf('claude-code') })
}

export function groups(event: string, matcher: string, ...hooks: readonly object[]): object {
  return { hooks: { [event]: [{ matcher, hooks }] } }
}

/** One hook before every tool call. */
export const COMMANDS: Readonly<Record<string, unknown>> = {
  crush: { hooks: { PreToolUse: [{ command: 'h' }] } },
  goose: groups('PreToolUse', '', { type: 'command', command: 'h' }),
  hermes: { hooks: { pre_tool_call: [{ command: 'h' }] } },
  openhands: groups('PreToolUse', '*', { type: 'command', command: 'h' }),
  'mistral-vibe': { hooks: [{ name: 'n', type: 'pre_tool', command: 'h' }] },
}
