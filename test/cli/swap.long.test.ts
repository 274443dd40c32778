import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'
import { config, payload } from '../helpers/hooks.ts'
import { approvedScript, eventWhile, WAITING } from '../helpers/swapping.ts'
import { decisionOf, PROJECT_FILE, statuses } from '../helpers/trust.ts'

const EVIL = '#!/bin/sh\nexit 0\n'

/** What a process of the same user can do to a script while it runs, leaving the approved bytes behind. */
const SWAPS: readonly (readonly [string, (file: string) => void])[] = [
  [
    'written over and back, its times set back',
    (file) => {
      const { atime, mtime } = statSync(file)
      writeFileSync(file, EVIL)
      writeFileSync(file, WAITING)
      utimesSync(file, atime, mtime)
    },
  ],
  [
    'moved away and back',
    (file) => {
      renameSync(file, `${file}.away`)
      writeFileSync(file, EVIL)
      renameSync(`${file}.away`, file)
    },
  ],
  [
    'replaced by an equal file',
    (file) => {
      writeFileSync(`${file}.new`, WAITING, { mode: 0o755 })
      renameSync(`${file}.new`, file)
    },
  ],
  [
    'written by another name of the same file',
    (file) => {
      linkSync(file, `${file}.link`)
      writeFileSync(`${file}.link`, EVIL)
      writeFileSync(`${file}.link`, WAITING)
      rmSync(`${file}.link`)
    },
  ],
  [
    'in a folder that was moved away and back',
    (file) => {
      const folder = dirname(file)
      renameSync(folder, `${folder}.away`)
      mkdirSync(folder)
      writeFileSync(file, EVIL)
      renameSync(folder, `${folder}.evil`)
      renameSync(`${folder}.away`, folder)
    },
  ],
  [
    'in a folder that was moved away and back and written to',
    (file) => {
      const folder = dirname(file)
      renameSync(folder, `${folder}.away`)
      mkdirSync(folder)
      writeFileSync(file, EVIL)
      renameSync(folder, `${folder}.evil`)
      renameSync(`${folder}.away`, folder)
      writeFileSync(join(folder, 'other'), '')
    },
  ],
]

describe('a script that was swapped while it ran', () => {
  test.for(SWAPS)('%s fails its hook, which asks', async ([how, swap]) => {
    const sandbox = createSandbox()
    await approvedScript(sandbox, { file: 'scripts/guard.sh' })
    const { stdout, stderr } = await eventWhile(sandbox, () => swap(sandbox.path('scripts/guard.sh')))
    expect([decisionOf(stdout), readFileSync(sandbox.path('scripts/guard.sh'), 'utf8')]).toEqual([
      'ask',
      WAITING,
    ])
    const changed = how.startsWith('in a folder') ? 'scripts/' : 'scripts/guard.sh'
    expect(stderr).toContain(`"${changed}" changed while it ran`)
    expect(sandbox.log()).toMatchObject([{ hooks: [{ class: 'swapped' }], issues: ['trust.swapped'] }])
  })

  test.for([
    ['a link', { scripts: 'good' }],
    ['a link to a link', { inner: 'good', scripts: 'inner' }],
  ] as const)('behind %s that led elsewhere meanwhile fails its hook', async ([, links]) => {
    const sandbox = createSandbox()
    sandbox.write('good/guard.sh', WAITING)
    sandbox.write('evil/guard.sh', EVIL)
    for (const [name, target] of Object.entries(links)) symlinkSync(target, sandbox.path(name))
    await approvedScript(sandbox, { file: 'scripts/guard.sh' })
    const [first = ''] = Object.keys(links)
    const { stdout } = await eventWhile(sandbox, () => {
      const link = sandbox.path(first)
      for (const target of ['evil', 'good']) {
        symlinkSync(target, `${link}.new`)
        renameSync(`${link}.new`, link)
      }
    })
    expect(decisionOf(stdout)).toBe('ask')
  })

  test.for([
    ['ignore', [], 'ask'],
    ['ask', [], 'ask'],
    ['deny', [], 'deny'],
    ['ignore', ['--headless'], 'deny'],
  ] as const)('with onFailure %s and %j decides %s', async ([onFailure, args, decision]) => {
    const sandbox = createSandbox()
    await approvedScript(sandbox, { onFailure })
    const swap = (): void => writeFileSync(sandbox.path('guard.sh'), EVIL)
    expect(decisionOf((await eventWhile(sandbox, swap, { args })).stdout)).toBe(decision)
    expect(await statuses(sandbox)).toEqual(['changed'])
  })

  test('denies when the run denied, with its reason', async () => {
    const sandbox = createSandbox()
    const script = `${WAITING.split('echo')[0]}echo no such thing >&2; exit 2\n`
    await approvedScript(sandbox, { script })
    const swap = (): void => writeFileSync(sandbox.path('guard.sh'), script)
    const { stdout, stderr } = await eventWhile(sandbox, swap)
    expect([decisionOf(stdout), stdout.includes('no such thing')]).toEqual(['deny', true])
    expect(stderr).toContain('changed while it ran')
  })

  test('is told when the hook met its timeout', async () => {
    const sandbox = createSandbox()
    const script = '#!/bin/bash\ntouch "$ROOT/started"\nsleep 60\n'
    await approvedScript(sandbox, { script, timeout: 2 })
    const swap = (): void => writeFileSync(sandbox.path('guard.sh'), script)
    const { stdout } = await eventWhile(sandbox, swap)
    expect([decisionOf(stdout), sandbox.log()]).toMatchObject(['ask', [{ hooks: [{ class: 'swapped' }] }]])
  })

  test('gives no context on an event that is no gate, and is told', async () => {
    const sandbox = createSandbox()
    const script = `${WAITING.split('echo')[0]}echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"do evil"}}'\n`
    await approvedScript(sandbox, { script, event: 'PostToolUse' })
    const swap = (): void => writeFileSync(sandbox.path('guard.sh'), script)
    const { stdout } = await eventWhile(sandbox, swap, { event: 'PostToolUse' })
    expect([stdout.includes('do evil'), stdout.includes('failed (swapped)')]).toEqual([false, true])
  })

  test('in the background is told with the next event', async () => {
    const sandbox = createSandbox()
    const script = `${WAITING.split('echo')[0]}echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"do evil"}}'\n`
    const waited = { shell: 'sh', command: 'true' }
    sandbox.write('guard.sh', script)
    const hooks = [{ id: 'guard', command: './guard.sh', async: true }, waited]
    sandbox.write(PROJECT_FILE, config('PostToolUse', ...hooks))
    await sandbox.cli(['trust', 'add', '--yes'])
    await eventWhile(sandbox, () => writeFileSync(sandbox.path('guard.sh'), script), { event: 'PostToolUse' })
    await vi.waitFor(() => expect(sandbox.log()).toHaveLength(2), { timeout: 20_000, interval: 50 })
    const next = await sandbox.event(payload('UserPromptSubmit', { prompt: 'hi' }))
    expect(next.stdout).toContain('changed while it ran')
    expect(next.stdout).not.toContain('do evil')
  })
})

test('a script that stays as it is, beside files that come and go, does not fail', async () => {
  const sandbox = createSandbox()
  await approvedScript(sandbox, { file: 'scripts/guard.sh' })
  const { stdout, stderr } = await eventWhile(sandbox, () => {
    sandbox.write('scripts/other.txt', '')
    rmSync(sandbox.path('scripts/other.txt'))
    readFileSync(sandbox.path('scripts/guard.sh'))
  })
  expect([decisionOf(stdout), stderr.includes('changed while it ran')]).toEqual([undefined, false])
})

test('a folder that may have been renamed and put back is named, and not the script in it', async () => {
  const sandbox = createSandbox()
  await approvedScript(sandbox, { file: 'scripts/guard.sh' })
  const { stderr } = await eventWhile(sandbox, () => {
    sandbox.write('scripts/report.txt', '')
    sandbox.write('report.txt', '')
  })
  expect(stderr).toContain('"scripts/" changed while it ran')
  expect(stderr).toContain('let it write outside the folder of its scripts')
  expect(stderr).not.toContain('"scripts/guard.sh" changed')
})
