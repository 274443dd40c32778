import { join } from 'node:path'
import type { Sandbox } from './cli.ts'

export const PROJECT_FILE = 'hookwright.yaml'
export const USER_FILE = '~/.config/hookwright/hookwright.yaml'

/** A hook that leaves a file behind when it runs, which is the only proof that counts. */
export function marks(
  sandbox: Sandbox,
  name = 'ran',
): { readonly command: string; readonly ran: () => boolean } {
  const file = join(sandbox.root, name)
  return { command: `touch ${file}`, ran: () => sandbox.exists(file) }
}

type Shown = { readonly digest: string; readonly hooks: readonly { readonly state: string }[] }

export async function shown(sandbox: Sandbox, args: readonly string[] = []): Promise<Shown> {
  const { stdout } = await sandbox.cli(['trust', 'show', '--json', ...args])
  return JSON.parse(stdout) as Shown
}

export async function statuses(sandbox: Sandbox, args: readonly string[] = []): Promise<readonly string[]> {
  return (await shown(sandbox, args)).hooks.map((hook) => hook.state)
}

export function decisionOf(stdout: string): string | undefined {
  if (stdout === '') return undefined
  const reply = JSON.parse(stdout) as { hookSpecificOutput?: { permissionDecision?: string } }
  return reply.hookSpecificOutput?.permissionDecision
}

/** Approves what the project has now, by its digest, which needs nobody at a terminal. */
export async function approveShown(sandbox: Sandbox): Promise<void> {
  const { digest } = await shown(sandbox)
  await sandbox.cli(['trust', 'add', '--digest', digest])
}
