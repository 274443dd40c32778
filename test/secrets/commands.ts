import type { Sandbox } from '../helpers/cli.ts'
import { filesIn } from './collect.ts'

const payload = {
  session_id: 's',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
}

type Asking = {
  readonly env?: Readonly<Record<string, string>>
  /** Default: Claude Code. */
  readonly host?: string
  /** Whose files are read. Default: our own. */
  readonly source?: string
}

/** Everything the commands say about the hooks of a sandbox, and what is left in the log. */
export async function everyWord(sandbox: Sandbox, asking: Asking = {}): Promise<string> {
  const { env = {}, host = 'claude-code', source = 'hookwright' } = asking
  const input = JSON.stringify({ ...payload, cwd: sandbox.project })
  const run = ['--host', host, '--source', source]
  const read = ['--source', source]
  const calls = [
    ['run', ...run],
    ['run', ...run, '--json'],
    ['run', ...run, '--on-error', 'deny', '--headless'],
    ['explain', ...run],
    ['explain', ...run, '--json'],
    ['list', ...read],
    ['list', ...read, '--json'],
    ['check', ...read],
    ['check', ...read, '--json'],
    ['log'],
    ['log', '--json'],
  ]
  const words: string[] = []
  for (const args of calls) {
    const { stdout, stderr } = await sandbox.cli(args, { input, env })
    words.push(stdout, stderr)
  }
  return [...words, filesIn(`${sandbox.state}/log`)].join('\n')
}
