import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { ShellName } from '../../src/core/hook.ts'
import { createPlace, runCommand, summary, type Options } from './steps.ts'

const script = async (
  shell: ShellName,
  source: string,
  args: readonly string[] = [],
  options: Options = {},
) => {
  const { outcome, left } = await runCommand({ kind: 'script', shell, source, args }, options)
  expect(left).toEqual([])
  return summary(outcome)
}

const said = (stdout: string, exit: number | string = 0) => ({ exit, stdout, stderr: '' })
const LOOP = String.raw`printf 'args:'; for a in "$@"; do printf ' <%s>' "$a"; done`
const AWKWARD = ['', 'a b', `'`, '"', '$HOME', '`id`', 'a\nb', '-e', '--', '*', '\\', 'é😀', 'a;b&c|d>e']

describe.skipIf(process.platform === 'win32')('sh and bash run for real', () => {
  test.for([
    ['T2 a block runs line by line', 'sh', 'echo first\necho second\n', [], said('first\nsecond\n')],
    [
      'T3 args, then names, are "$@"',
      'sh',
      LOOP,
      ['configured', 'a.txt'],
      said('args: <configured> <a.txt>'),
    ],
    ['T3 a name with a space stays one', 'sh', LOOP, ['a.txt', 'b c.txt'], said('args: <a.txt> <b c.txt>')],
    [
      'T4 a source that is a path is not one',
      'sh',
      'true/../x || echo code',
      [],
      { exit: 0, stdout: 'code\n', stderr: expect.stringContaining('not found') },
    ],
    [
      'T5 bash has arrays',
      'bash',
      'items=("$@"); echo "bash:${items[0]}:${items[1]}"',
      ['configured', 'input.txt'],
      said('bash:configured:input.txt\n'),
    ],
    ['O1 sh ends at the first failure', 'sh', 'false; echo x', [], said('', 1)],
    ['O1 bash ends at the first failure', 'bash', 'false; echo x', [], said('', 1)],
    ['O2 sh does not see a failure inside a pipe', 'sh', 'false | cat; echo x', [], said('x\n')],
    ['O2 bash sees a failure inside a pipe', 'bash', 'false | cat; echo x', [], said('', 1)],
    [
      'O3 the exit code and both streams are the script’s',
      'sh',
      'echo out; echo err >&2; exit 7',
      [],
      { exit: 7, stdout: 'out\n', stderr: 'err\n' },
    ],
    ['O6 an empty source passes', 'sh', '', [], said('')],
    ['O6 an empty source passes in bash', 'bash', '', [], said('')],
    [
      'O7 an unclosed quote is a failure with the shell’s own error',
      'sh',
      `echo 'a`,
      [],
      expect.objectContaining({
        failure: 'launch-failure',
        issue: expect.objectContaining({ message: expect.stringMatching(/unterminated|unexpected EOF/i) }),
      }),
    ],
    ['O12 a signal is a signal', 'sh', 'kill -9 $$', [], said('', 'SIGKILL')],
    ['a shebang has no effect', 'sh', '#!/bin/false\necho ran', [], said('ran\n')],
    ['a source without a final line break runs whole', 'bash', 'echo a\nprintf b', [], said('a\nb')],
    ['set -u is off', 'bash', 'echo "[$UNSET_VARIABLE]"', [], said('[]\n')],
    ['$- of bash has e, h and B, and neither i nor s', 'bash', 'echo "$-"', [], said('ehB\n')],
    [
      '$- of sh has e only',
      'sh',
      'case $- in *e*) case $- in *[iux]*) ;; *) echo ok;; esac;; esac',
      [],
      said('ok\n'),
    ],
  ] as const)('%s', async ([, shell, source, args, expected]) =>
    expect(await script(shell, source, args)).toEqual(expected),
  )

  test.for(['sh', 'bash'] as const)('%s gets awkward arguments unchanged', async (shell) =>
    expect(await script(shell, String.raw`printf '%s\037' "$@"`, AWKWARD)).toEqual(
      said(AWKWARD.map((a) => `${a}\u001f`).join('')),
    ),
  )

  test.for(['sh', 'bash'] as const)(
    '%s runs in the working directory and knows its own absolute path',
    async (shell) => {
      const place = createPlace()
      const outcome = (await script(
        shell,
        'pwd; echo "$0"; ls "$0"; stat -c %a "$0" 2>/dev/null || stat -f %Lp "$0"',
        [],
        { place },
      )) as { stdout: string }
      const [cwd, self, listed, mode] = outcome.stdout.split('\n')
      expect(cwd).toBe(place.projectDir)
      expect(self).toMatch(/^\/.*\/scratch\/[^/]+-entry\.sh$/)
      expect(self?.startsWith(place.scratchRoot)).toBe(true)
      expect([listed, mode]).toEqual([self, '600'])
    },
  )

  test('the payload arrives on stdin', async () =>
    expect(await script('sh', 'cat', [], { step: { input: '{"a":1}\n' } })).toEqual(said('{"a":1}\n')))

  test('the environment is the step’s and nothing else', async () => {
    const env = { PATH: process.env['PATH'] ?? '', HOOK_VALUE: 'a b' }
    expect(await script('bash', 'echo "$HOOK_VALUE:${HOME-none}"', [], { step: { env } })).toEqual(
      said('a b:none\n'),
    )
  })

  test('two runs at once have two scripts', async () => {
    const place = createPlace()
    const run = () =>
      runCommand(
        { kind: 'script', shell: 'sh', source: 'echo "$0"; sleep 0.2; test -f "$0"', args: [] },
        { place },
      )
    const [one, two] = await Promise.all([run(), run()])
    expect(one.outcome).toMatchObject({ kind: 'exited', code: 0 })
    expect(two.outcome).toMatchObject({ kind: 'exited', code: 0 })
    expect(summary(one.outcome)).not.toEqual(summary(two.outcome))
  })
})

describe.skipIf(process.platform === 'win32')('the scratch area is empty afterwards', () => {
  test('also after a timeout', async () =>
    expect(await script('sh', 'echo started; sleep 30', [], { step: { timeoutMs: 300 } })).toMatchObject({
      kind: 'timed-out',
      afterMs: 300,
      stdout: { text: 'started\n' },
    }))

  test('also after a cancel', async () => {
    const controller = new AbortController()
    const running = script('sh', 'sleep 30', [], { step: { signal: controller.signal } })
    await sleep(200)
    controller.abort('earlier-step')
    expect(await running).toMatchObject({ kind: 'cancelled', by: 'earlier-step' })
  })

  test('also when it was cancelled before the start', async () =>
    expect(await script('sh', 'touch ran', [], { step: { signal: AbortSignal.abort() } })).toMatchObject({
      kind: 'cancelled',
      by: 'host',
    }))

  test('also when the script deletes itself', async () =>
    expect(await script('sh', 'rm "$0"; echo gone')).toEqual(said('gone\n')))

  test('also when the shell is missing', async () =>
    expect(await script('bash', 'echo', [], { step: { env: { PATH: '/nowhere' } } })).toMatchObject({
      kind: 'not-started',
      issue: {
        code: 'shell.missing',
        message: 'The shell of this hook was not found: tried "bash".',
        hint: expect.stringContaining('Install bash'),
        place: { hook: 'test-hook' },
      },
    }))

  test('also when the working directory is gone', async () =>
    expect(await script('sh', 'echo', [], { event: { cwd: '/nowhere/at/all' } })).toMatchObject({
      kind: 'not-started',
      issue: { code: 'launch.cwd', message: expect.stringContaining('/nowhere/at/all') },
    }))
})

test('a scratch area that cannot be made is an issue for a script that asks for its own name', async () => {
  const { outcome } = await runCommand(
    { kind: 'script', shell: 'sh', source: 'cat "$0"', args: [] },
    { parts: { scratchRoot: '/dev/null/scratch' } },
  )
  expect(outcome).toMatchObject({ kind: 'not-started', issue: { code: 'shell.scratch' } })
  expect(existsSync('/dev/null/scratch')).toBe(false)
})

test.runIf(process.platform === 'linux').for(['powershell', 'cmd'] as const)(
  '%s is missing on Linux, and the issue says what to use',
  async (shell) =>
    expect(await script(shell, 'echo', [], { step: { env: { PATH: '/nowhere' } } })).toMatchObject({
      kind: 'not-started',
      issue: { code: 'shell.missing', hint: expect.stringContaining('on other systems') },
    }),
)
