import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { issue } from '../core/issue.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { hostNames, loadDialects } from '../dialects/registry.ts'
import { callOf } from './bridge-calls.ts'
import { failureRepliesText } from './failure-replies.ts'
import { launcherText, NO_NODE } from './launcher.ts'
import { registrationOf } from './needs.ts'
import { failureReplies, launcherPaths } from './version-copy.ts'
import { hook, places } from '../../test/helpers/builders.ts'

const all = [...(await loadDialects(hostNames, undefined)).values()]
const bridged = all.filter(({ bridge }) => bridge !== undefined)
const specs = new Map(
  await Promise.all(bridged.map(async ({ name, bridge }) => [name, await bridge?.()] as const)),
)

/** A launcher whose program is gone, and a call of it as an entry has it. */
async function launched(dialect: Dialect, native: string, onError?: 'deny') {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-replies-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const { sh } = launcherPaths({ dir })
  const replies = failureReplies({ dir }, dialect.name)
  mkdirSync(dirname(replies), { recursive: true })
  writeFileSync(
    sh,
    launcherText({ node: process.execPath, script: '/nowhere/cli.cjs', configHome: '/nowhere' }),
    { mode: 0o755 },
  )
  writeFileSync(replies, failureRepliesText(dialect))
  const row = dialect.events[native]
  if (row === undefined) throw new Error(native)
  const words = ['run', '--host', dialect.name, ...(row.nameless ? ['--event', native] : [])]
  const event = { name: row.event, native, host: dialect.name, sessionId: 's', cwd: dir, projectDir: dir }
  const tool = { name: 'Bash', nativeName: 'Bash', input: { command: 'ls' }, nativeInput: { command: 'ls' } }
  const side = await dialect.hooks()
  const own = hook({ event: row.event, native, dialect: dialect.name })
  const payload = side.encodeInput({ ...event, at: 0, fields: {}, tool, prompt: 'x' }, own)
  const args = [...words, '--deadline', '60', ...(onError === undefined ? [] : ['--on-error', onError])]
  return spawnSync(sh, args, { input: payload, encoding: 'utf8' })
}

const CASES = bridged.flatMap((dialect) =>
  Object.entries(dialect.events)
    .filter(([native]) => specs.get(dialect.name)?.skips?.includes(native) !== true)
    .filter(([, { event }]) => event === 'PreToolUse' || event === 'SessionStart')
    .flatMap(([native]) =>
      (['ignore', 'deny'] as const).map((policy) => ({ name: dialect.name, native, policy, dialect })),
    ),
)

test.for(CASES)(
  'without its program, $name gets its own reply for $native: $policy',
  async ({ dialect, native, policy }) => {
    const { stdout, stderr, status } = await launched(dialect, native, policy === 'deny' ? policy : undefined)
    const name = dialect.events[native]?.event ?? ''
    const wanted = dialect.encodeFailure({ name }, issue('x', {}, NO_NODE), policy)
    expect({ stdout: stdout.trim(), status }).toEqual({
      stdout: wanted.stdout.trim(),
      status: wanted.exitCode,
    })
    expect(stderr).toContain('npx hookwright install')
  },
)

test('a payload that has the name of another event as a value is answered as the event that waits', () => {
  const [claude] = bridged
  if (claude === undefined) throw new Error('none')
  const text = failureRepliesText(claude)
  const at = (event: string): number => text.indexOf(`deny:*'"${event}"'*`)
  expect(at('PreToolUse')).toBeLessThan(at('SessionStart'))
})

test('a person without hookwright is told at the start of a session, and refused where the team says so', () => {
  const [claude] = bridged
  const spec = specs.get(claude?.name ?? '')
  if (claude === undefined || spec === undefined) throw new Error('none')
  const state = { dir: '/s' }
  const commandOf = (native: string, onError?: 'deny'): string => {
    const row = claude.events[native]
    if (row === undefined) throw new Error(native)
    const registration = registrationOf(native, row, { hooks: [], spec })
    const calling = { dialect: claude, spec, scope: 'project', places: places(), state } as const
    return callOf(registration, { ...calling, ...(onError && { onError }) }).call.command
  }
  expect(commandOf('SessionStart')).toContain('systemMessage')
  expect(commandOf('PreToolUse')).not.toContain('systemMessage')
  expect(commandOf('PreToolUse', 'deny')).toContain('"permissionDecision":"deny"')
})
