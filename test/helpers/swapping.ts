import { vi } from 'vitest'
import type { Finished, Sandbox } from './cli.ts'
import { config, payload } from './hooks.ts'
import { PROJECT_FILE } from './trust.ts'

/** Says that it runs, waits until it may go on, and allows. */
export const WAITING = [
  '#!/bin/bash',
  'touch "$ROOT/started"',
  'until [ -e "$ROOT/go" ]; do sleep 0.02; done',
  `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'`,
  '',
].join('\n')

/** A project with one approved hook that runs this script. */
export async function approvedScript(
  sandbox: Sandbox,
  { script = WAITING, file = 'guard.sh', event = 'PreToolUse', ...entry }: Approved = {},
): Promise<void> {
  sandbox.write(file, script)
  sandbox.write(PROJECT_FILE, config(event, { id: 'guard', command: `./${file}`, ...entry }))
  await sandbox.cli(['trust', 'add', '--yes'])
}

type Approved = {
  readonly script?: string
  readonly file?: string
  readonly event?: string
  readonly [key: string]: unknown
}

/** One event; `act` happens while its hook runs. */
export async function eventWhile(
  sandbox: Sandbox,
  act: () => void,
  { event = 'PreToolUse', args = [] }: { readonly event?: string; readonly args?: readonly string[] } = {},
): Promise<Finished> {
  const started = sandbox.start(['run', '--host', 'claude-code', ...args], {
    input: JSON.stringify(payload(event)),
    env: { ROOT: sandbox.root },
  })
  await vi.waitFor(() => {
    if (!sandbox.exists(`${sandbox.root}/started`)) throw new Error('the hook has not started')
  }, PATIENCE)
  act()
  sandbox.write(`${sandbox.root}/go`, '')
  return started.done
}

const PATIENCE = { timeout: 20_000, interval: 10 }
