import { onTestFinished, vi } from 'vitest'
import { createEngine } from '../../src/library/create-engine.ts'
import type { Engine, EngineOptions } from '../../src/library/engine.ts'
import { createSandbox, type Sandbox } from './cli.ts'

export type Living = { readonly sandbox: Sandbox; readonly engine: Engine }

/** The script of the project's only hook; what it prints on stderr is the reason of its no. */
export const GATE = 'scripts/gate.sh'
export const says = (text: string): string => `#!/bin/sh\necho ${text} >&2\nexit 2\n`

export const bash = {
  name: 'PreToolUse',
  sessionId: 's1',
  tool: { name: 'Bash', input: { command: 'ls' } },
} as const

/** A project of its own with one hook that says no, and the home and state folder of a user of its own. */
export function livingProject(): Sandbox {
  const sandbox = createSandbox()
  sandbox.write(
    'hookwright.yaml',
    ['version: 1', 'hooks:', '  PreToolUse:', `    - { id: gate, command: ./${GATE} }`].join('\n'),
  )
  sandbox.write(GATE, says('first'))
  vi.stubEnv('HOME', sandbox.home)
  vi.stubEnv('XDG_STATE_HOME', '')
  vi.stubEnv('XDG_CONFIG_HOME', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  return sandbox
}

export async function livingEngine(
  options: EngineOptions = {},
  sandbox: Sandbox = livingProject(),
): Promise<Living> {
  const engine = await createEngine({ cwd: sandbox.project, sources: ['hookwright'], ...options })
  onTestFinished(() => engine.dispose())
  return { sandbox, engine }
}

/** What the project's hook does with a call: its no, or nothing. */
export async function gateSays(engine: Engine): Promise<string> {
  const { decision, reason = '' } = await engine.dispatch(bash)
  return decision === 'deny' ? reason.trim() : decision
}

/** A skill of the project whose hook says no to every tool call; returns its file. */
export function writeSkill({ write, path }: Sandbox): string {
  const hooks = 'hooks:\n  PreToolUse:\n    - hooks:\n        - { type: command, command: exit 2 }\n'
  write('.claude/skills/guard/SKILL.md', `---\nname: guard\n${hooks}---\n`)
  return path('.claude/skills/guard/SKILL.md')
}
