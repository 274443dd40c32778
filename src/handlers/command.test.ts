import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createPlace, runCommand, type Options } from '../../test/shells/steps.ts'
import type { Start } from '../core/hook.ts'
import { issue } from '../core/issue.ts'
import type { Outcome } from '../core/outcome.ts'
import { limits } from '../engine/limits.ts'
import type { Launch } from '../process/spawn.ts'
import type { InlineForms } from '../shells/inline.ts'

const done: Outcome = { kind: 'answered', body: 'done', ms: 1 }
const refused = (code: string): Outcome => ({ kind: 'not-started', issue: issue(code, {}, ''), ms: 0 })

/** Runs a command against a launcher that only writes down what it was asked for. */
async function record(start: Start, options: Options = {}, answer: (launch: Launch) => Outcome = () => done) {
  const launches: Launch[] = []
  const launch = async (asked: Launch) => (launches.push(asked), answer(asked))
  const { outcome } = await runCommand(start, { ...options, parts: { launch, ...options.parts } })
  return { outcome, launches }
}

const words = (...all: string[]): Start => ({ kind: 'argv', words: all })
const inline = (command: string): Start => ({ kind: 'inline', form: 'sh-c', command })

test('the launch carries the step and nothing else', async () => {
  const place = createPlace()
  const step = { input: '{}', env: { A: '1' }, timeoutMs: 7, signal: new AbortController().signal }
  const { launches } = await record(words('a', 'b c', '$X'), { place, step })
  expect(launches).toEqual([
    { file: 'a', args: ['b c', '$X'], cwd: place.projectDir, ...step, leftovers: 'terminate', limits },
  ])
})

test.for([
  ['leftovers are terminated', false, 'terminate'],
  ['leftovers of a detached hook are left', true, 'leave'],
] as const)('%s', async ([, detach, leftovers]) =>
  expect((await record(words('a'), { hook: { detach } })).launches).toMatchObject([{ leftovers }]),
)

test.for([
  ['a step that ends with its stdout', false, { endsAt: 'stdout-end' }],
  ['a detached hook, whose descendants may hold stdout for ever,', true, {}],
] as const)('%s is launched so', async ([, detach, expected]) => {
  const { launches } = await record(words('a'), { hook: { detach }, step: { endsAt: 'stdout-end' } })
  expect(launches.map(({ endsAt }) => (endsAt ? { endsAt } : {}))).toEqual([expected])
})

test.for([
  ['a bare name is looked up', 'tool', 'linux', 'tool'],
  ['a relative path starts at the working directory', './tool', 'linux', '/p/sub/tool'],
  ['a path above starts there too', '../tool', 'linux', '/p/tool'],
  ['an absolute path stays', '/bin/tool', 'linux', '/bin/tool'],
  ['a backslash is an ordinary character on POSIX', 'a\\b', 'linux', 'a\\b'],
  ['a backslash makes a path on Windows', 'a\\b', 'win32', expect.stringContaining('/p/sub/')],
] as const)('%s', async ([, program, platform, file]) =>
  expect(
    (await record(words(program), { event: { cwd: '/p/sub' }, parts: { platform } })).launches,
  ).toMatchObject([{ file }]),
)

test('the script exists while it runs, unchanged, and not afterwards', async () => {
  const source = '#!/x\r\n  echo "a'
  let path = ''
  const { launches } = await record(
    { kind: 'script', shell: 'bash', source, args: ['x y'] },
    {},
    ({ args }) => {
      path = args[4] ?? ''
      expect(readFileSync(path, 'utf8')).toBe(source)
      return done
    },
  )
  expect(launches).toMatchObject([
    { file: 'bash', args: ['--noprofile', '--norc', '-eo', 'pipefail', path, 'x y'] },
  ])
  expect(existsSync(path)).toBe(false)
})

test('the script is removed when the launcher breaks', async () => {
  const place = createPlace()
  const launch = () => Promise.reject(new Error('bug'))
  const running = runCommand(
    { kind: 'script', shell: 'sh', source: '', args: [] },
    { place, parts: { launch } },
  )
  await expect(running).rejects.toThrow('bug')
  expect(existsSync(place.scratchRoot)).toBe(true)
  const { left } = await runCommand(words('true'), { place, parts: { launch: async () => done } })
  expect(left).toEqual([])
})

test('cmd on Windows is launched verbatim, and an unsafe argument not at all', async () => {
  const run = (arg: string) =>
    record({ kind: 'script', shell: 'cmd', source: '', args: [arg] }, { parts: { platform: 'win32' } })
  expect((await run('a&b')).launches).toMatchObject([{ file: 'cmd', verbatim: true }])
  expect(await run('%PATH%')).toMatchObject({
    launches: [],
    outcome: { kind: 'not-started', issue: { code: 'shell.unsafe-argument', place: { hook: 'test-hook' } } },
  })
})

test('on Windows an inline command tries Git Bash where it may be, then PowerShell', async () => {
  const { launches, outcome } = await record(inline('x'), { parts: { platform: 'win32' } }, ({ file }) =>
    file === 'powershell' ? done : refused('launch.not-found'),
  )
  expect(launches.map(({ file }) => file)).toEqual([
    'C:\\Program Files\\Git\\bin\\bash.exe',
    'pwsh',
    'powershell',
  ])
  expect(outcome).toBe(done)
})

test.for(['launch.not-executable', 'launch.resources', 'launch.cwd'])(
  '%s ends the search for a shell',
  async (code) => {
    const { launches, outcome } = await record(inline('x'), { parts: { platform: 'win32' } }, () =>
      refused(code),
    )
    expect([...new Set(launches.map(({ file }) => file))]).toHaveLength(1)
    expect(outcome).toMatchObject({ issue: { code } })
  },
)

test('on Windows Git Bash gets POSIX paths in its variables, and PowerShell those of Windows', async () => {
  const env = { CLAUDE_PROJECT_DIR: 'C:\\work\\app' }
  const { launches } = await record(
    inline('x'),
    { parts: { platform: 'win32' }, step: { env } },
    ({ file }) => (file === 'pwsh' ? done : refused('launch.not-found')),
  )
  expect(launches.map((launch) => launch.env['CLAUDE_PROJECT_DIR'])).toEqual(['/c/work/app', 'C:\\work\\app'])
})

describe('the directory of a plugin', () => {
  const owned = (root: string, kind: 'plugin' | 'skill' = 'plugin') => ({
    source: {
      file: '/hooks.json',
      pointer: [],
      scope: 'plugin' as const,
      owner: { kind, name: 'guard@shop', root },
    },
  })

  test('that is gone keeps its hooks from starting, and the message names both', async () => {
    const { launches, outcome } = await record(inline('x'), { hook: owned('/gone/guard') })
    expect(launches).toEqual([])
    expect(outcome).toMatchObject({
      kind: 'not-started',
      issue: {
        code: 'plugin.missing',
        place: { hook: 'test-hook' },
        message: 'The directory "/gone/guard" of plugin "guard@shop" does not exist.',
        hint: expect.stringContaining('Install the plugin again'),
      },
    })
  })

  test('that is a file is no better', async () =>
    expect(await record(words('x'), { hook: owned(import.meta.filename) })).toMatchObject({
      launches: [],
      outcome: { issue: { message: expect.stringContaining('is no directory') } },
    }))

  test('that exists is no obstacle', async () =>
    expect((await record(words('x'), { hook: owned(import.meta.dirname) })).outcome).toBe(done))

  test('that cannot be looked at is left to the system', async () => {
    const files = { kind: () => ({ problem: 'denied', detail: 'EACCES' }) as const }
    expect((await record(words('x'), { hook: owned('/locked'), parts: { files } })).outcome).toBe(done)
  })

  test('matters to no skill', async () =>
    expect((await record(words('x'), { hook: owned('/gone', 'skill') })).outcome).toBe(done))
})

describe('a form that only one host has', () => {
  const inlineForms: InlineForms = {
    'zsh-login': {
      title: 'A made-up host',
      shells: ['bash'],
      commands: ({ command }) => [{ file: 'zsh', args: ['-lc', command], paths: 'posix' }],
      lostDirectory: 'fail',
      install: 'Install zsh.',
      pathVariables: ['HOST_DIR'],
    },
  }
  const start: Start = { kind: 'inline', form: 'zsh-login', command: 'x' }

  test('starts as the host says', async () => {
    const step = { inlineForms, env: { HOST_DIR: 'C:\\work', CLAUDE_PROJECT_DIR: 'C:\\work' } }
    expect((await record(start, { step })).launches).toMatchObject([
      { file: 'zsh', args: ['-lc', 'x'], env: { HOST_DIR: '/c/work', CLAUDE_PROJECT_DIR: 'C:\\work' } },
    ])
  })

  test('its hint says what to install', async () => {
    const { outcome } = await record(start, { step: { inlineForms } }, () => refused('launch.not-found'))
    expect(outcome).toMatchObject({ issue: { code: 'shell.missing', hint: 'Install zsh.' } })
  })

  test.for(['zsh-login', 'toString'])('is not started for a host that does not have it: %s', async (form) => {
    const { outcome, launches } = await record({ ...start, form })
    expect([launches, outcome]).toMatchObject([[], { kind: 'not-started', issue: { code: 'shell.form' } }])
  })
})
