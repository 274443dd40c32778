import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { payload } from '../helpers/hooks.ts'
import { decisionOf, USER_FILE } from '../helpers/trust.ts'

const GATE = `version: 1
packs:
  - use: hookwright/commit-gate
    with: { test: [sleep 60], missing: deny }
`

/** Hosts that are installed before a pack is added whose checks take long. */
async function withGate(...hosts: readonly string[]): Promise<Sandbox> {
  const box = createSandbox()
  const { code, stderr } = await box.cli(['install', ...hosts, '--yes'])
  if (code !== 0) throw new Error(stderr)
  box.write(USER_FILE, GATE)
  return box
}

type Told = { readonly code: string; readonly severity: string; readonly message: string }

async function timeouts(box: Sandbox): Promise<readonly Told[]> {
  const { stdout } = await box.cli(['check', '--json'])
  const { issues } = JSON.parse(stdout) as { issues: readonly Told[] }
  return issues.filter(({ code }) => /^(?:timeout|bridge)\./.test(code))
}

const codes = (told: readonly Told[]): readonly string[] => told.map(({ code }) => code).toSorted()

describe('a guard that takes longer than agents were told to wait', () => {
  test('is told by check and the next session, and registered by sync', async () => {
    const box = await withGate('claude-code', 'gemini-cli', 'codex-cli')
    const before = await timeouts(box)
    expect(codes(before)).toEqual([
      ...Array.from({ length: 3 }, () => 'bridge.outdated'),
      ...Array.from({ length: 3 }, () => 'timeout.bridge'),
    ])
    expect(before.find(({ code }) => code === 'timeout.bridge')?.message).toContain(
      'hookwright ends it after 60 s, and then `onFailure: ask` counts.',
    )
    const session = await box.event(payload('SessionStart', { source: 'startup' }))
    expect(session.stdout).toContain(
      'has another command or timeout than the hooks need. Run: hookwright sync',
    )
    expect((await box.cli(['sync', '--yes'])).code).toBe(0)
    expect(await timeouts(box)).toEqual([])
    expect(box.read('~/.claude/settings.json')).toMatch(/--deadline 1800"[^}]*"timeout": 1805\b/)
  })

  test('has that time after an installation with it', async () => {
    const box = createSandbox()
    box.write(USER_FILE, GATE)
    await box.cli(['install', 'claude-code', '--yes'])
    expect(await timeouts(box)).toEqual([])
  })

  test('is a notice where the agent waits no longer, also after sync', async () => {
    const box = await withGate('kimi', 'hermes', 'cline', 'windsurf')
    await box.cli(['sync', '--yes'])
    const told = await timeouts(box)
    expect([...new Set(told.map(({ code, severity }) => `${code} ${severity}`))]).toEqual([
      'timeout.bridge notice',
    ])
    const hosts = new Set(told.map(({ message }) => message.split(' waits ')[0]))
    expect([...hosts].toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      'Cline',
      'Hermes Agent',
      'Kimi Code',
      'Windsurf Cascade',
    ])
  })

  test('answers before the deadline, as its own option says', async () => {
    const box = createSandbox()
    box.write(USER_FILE, GATE)
    execFileSync('git', ['init', '-q', box.project])
    const commit = payload('PreToolUse', { tool_input: { command: 'git commit -m x' } })
    const { stdout } = await box.event(commit, ['--deadline', '5'])
    expect(decisionOf(stdout)).toBe('deny')
    expect(stdout).toContain('The commit is not checked as the project asks for.')
  })
})
