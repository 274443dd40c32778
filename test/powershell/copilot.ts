import { createSandbox, type Finished, type Sandbox } from '../helpers/cli.ts'
import { PATH } from './program.ts'

export type Entry = Readonly<Record<string, unknown>>

/** One event of Copilot through the built command line, and the one entry of the project's hook file. */
export type Called = {
  readonly entry: Entry
  readonly event?: string
  readonly profile?: string
  readonly payload?: object
  readonly path?: string
  /** Files of the project. */
  readonly files?: Readonly<Record<string, string>>
}

export type Answer = Finished & { readonly sandbox: Sandbox; readonly sent: string }

export const PAYLOAD = {
  sessionId: 's1',
  timestamp: 1794731000967,
  cwd: '/',
  toolName: 'bash',
  toolArgs: { command: 'echo "é 😀 — $HOME"' },
}

export async function callCopilot(called: Called): Promise<Answer> {
  const { entry, event = 'preToolUse', profile = 'cli', payload = PAYLOAD, path = PATH, files = {} } = called
  const sandbox = createSandbox()
  const hooks = { version: 1, hooks: { [event]: [{ type: 'command', timeoutSec: 60, ...entry }] } }
  sandbox.write('.github/hooks/h.json', JSON.stringify(hooks))
  for (const [name, text] of Object.entries(files)) sandbox.write(name, text)
  const options = ['--source', 'copilot', '--profile', profile]
  const env = { PATH: path }
  await sandbox.cli(['trust', 'add', ...options, '--yes'], { env })
  const input = JSON.stringify(payload)
  const args = ['run', ...options, '--host', 'copilot', '--event', event]
  return { ...(await sandbox.cli(args, { env, input })), sandbox, sent: input }
}

/** The reason of a no of the CLI; undefined when the call goes through. */
export function reasonOf({ stdout }: Finished): string | undefined {
  if (stdout === '') return undefined
  const { permissionDecision, permissionDecisionReason } = JSON.parse(stdout) as Record<string, string>
  return permissionDecision === 'deny' ? permissionDecisionReason : undefined
}
