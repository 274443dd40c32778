import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gitHook } from '../../../test/helpers/git-hooks.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import { system } from '../languages/system.ts'
import { script } from '../languages/script.ts'
import type { GitHook } from '../contracts/model.ts'
import { decodePath } from '../contracts/paths.ts'
import type { Git } from '../contracts/git.ts'
import { runHook } from './one-hook.ts'
import type { PrepareContext } from '../contracts/runnable.ts'
import { SCRIPT_SHELLS } from '../../shells/script.ts'

let dir = ''
let controller = new AbortController()

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookwright-hook-'))
  controller = new AbortController()
})
afterEach(() => rmSync(dir, { recursive: true }))

const git: Git = {
  root: '/',
  gitDir: '/',
  run: () => Promise.reject(new Error('no git here')),
  read: () => Promise.reject(new Error('no git here')),
}

function contextOf(env: Record<string, string> = {}): PrepareContext {
  return {
    cwd: dir,
    git,
    signal: controller.signal,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    platform: 'linux',
    scratchDir: join(dir, 'scratch'),
    storeDir: join(dir, 'store'),
    progress: () => {},
  }
}

type Ran = { readonly code: number; readonly output: string }

async function run(
  more: Partial<GitHook>,
  names: readonly string[] = [],
  concurrency = 2,
): Promise<Ran | Issue> {
  const hook = gitHook(more)
  const context = contextOf()
  const runnable = await (hook.language === 'script' ? script : system).prepare(hook, context)
  if (isIssue(runnable)) return runnable
  const limits = { platform: 'linux', argMax: 2 ** 21 } as const
  const ran = await runHook({
    hook,
    runnable,
    names,
    context,
    limits,
    concurrency,
    scratchDir: context.scratchDir,
  })
  if (runnable.kind === 'process') runnable.argv.dispose()
  return isIssue(ran) ? ran : { code: ran.code, output: ran.output.toString() }
}

describe('rows of the contract', () => {
  test.for([
    ['T1', { entry: 'echo first\necho second\n', passFilenames: false }, [], 0, 'first echo second\n'],
    [
      'T2',
      { entry: 'echo first\necho second\n', shell: 'sh', passFilenames: false },
      [],
      0,
      'first\nsecond\n',
    ],
    [
      'T3',
      { entry: 'for a in "$@"; do printf "<%s> " "$a"; done', shell: 'sh', args: ['configured'] },
      ['a.txt', 'b c.txt'],
      0,
      '<configured> <a.txt> <b c.txt> ',
    ],
    [
      'T4',
      { entry: 'printf "<%s> " "$@"', shell: 'sh', args: ['configured'], language: 'script' },
      ['a.txt'],
      0,
      '<configured> <a.txt> ',
    ],
    [
      'T5',
      { entry: 'items=("$@"); echo "bash:${items[0]}:${items[1]}"', shell: 'bash', args: ['configured'] },
      ['input.txt'],
      0,
      'bash:configured:input.txt\n',
    ],
    ['O1', { entry: 'false; echo x', shell: 'sh' }, [], 1, ''],
    ['O2 bash', { entry: 'false | cat; echo x', shell: 'bash' }, [], 1, ''],
    ['O2 sh', { entry: 'false | cat; echo x', shell: 'sh' }, [], 0, 'x\n'],
    ['O3', { entry: 'echo out; echo err >&2; echo out; exit 7', shell: 'sh' }, [], 7, 'out\nerr\nout\n'],
    ['O6', { entry: '', shell: 'sh' }, [], 0, ''],
    ['O12', { entry: 'kill -9 $$', shell: 'sh' }, [], 1, ''],
    ['stdin is at its end', { entry: 'cat; echo done', shell: 'sh' }, [], 0, 'done\n'],
    ['env of the hook wins', { entry: 'echo $A', shell: 'sh', env: { A: 'hook' } }, [], 0, 'hook\n'],
    [
      'no $SHELL',
      { entry: 'echo $0 | grep -c entry.sh', shell: 'sh', env: { SHELL: '/bin/false' } },
      [],
      0,
      '1\n',
    ],
  ] as const)('%s', async ([, hook, names, code, output]) => {
    expect(await run(hook, names)).toEqual({ code, output })
  })

  test('O7 what a shell cannot read is its own failure', async () => {
    expect(await run({ entry: 'echo "', shell: 'sh' })).toMatchObject({
      code: 2,
      output: expect.stringMatching(/quote/i),
    })
  })

  test('O11 one script serves all batches', async () => {
    const names = Array.from({ length: 9 }, (_, n) => `f${n}`)
    const ran = await run({ entry: 'echo $0 $#', shell: 'sh' }, names)
    const lines = isIssue(ran) ? [] : ran.output.trim().split('\n')
    expect(new Set(lines.map((line) => line.split(' ')[0])).size).toBe(1)
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['5', '4'])
    expect(readdirSync(join(dir, 'scratch'))).toEqual([])
  })
})

test('exit codes of batches are OR-ed, outputs stay in order', async () => {
  const entry = 'if [ $1 = a ]; then sleep 0.2; echo one; exit 1; else echo two; exit 4; fi'
  expect(await run({ entry, shell: 'sh', passFilenames: 1 }, ['a', 'b'])).toEqual({
    code: 5,
    output: 'one\ntwo\n',
  })
})

test('require_serial means one batch', async () => {
  const names = Array.from({ length: 9 }, (_, n) => `f${n}`)
  expect(await run({ entry: 'echo $#', shell: 'sh', requireSerial: true }, names)).toEqual({
    code: 0,
    output: '9\n',
  })
})

test('names that are not UTF-8 arrive as they are', async () => {
  const odd = decodePath(Buffer.from([0x61, 0xff, 0x27, 0x20, 0x62]))
  writeFileSync(
    Buffer.concat([Buffer.from(`${dir}/`), Buffer.from([0x61, 0xff, 0x27, 0x20, 0x62])]),
    'content',
  )
  expect(await run({ entry: 'cat' }, [odd])).toEqual({ code: 0, output: 'content' })
  expect(await run({ entry: 'cat "$@"; exit 3', shell: 'sh' }, [odd])).toEqual({ code: 3, output: 'content' })
})

test.for([
  ['O8 a missing program', { entry: 'no-such-program --x' }],
  ['O8 a missing shell', { entry: 'x', shell: 'pwsh', env: { PATH: '/nowhere' } }],
] as const)('%s is no verdict: the run ends', async ([, hook]) => {
  expect(await run(hook, ['a'])).toMatchObject({ code: 'hook.not-started', place: { hook: 'hook' } })
})

test.for(['cmd', 'powershell', 'pwsh'] as const)('a missing %s tells how to come by it', async (shell) => {
  const ended = await run({ entry: 'x', shell, env: { PATH: '/nowhere' } })
  expect(ended).toMatchObject({ code: 'hook.not-started', hint: SCRIPT_SHELLS[shell].install })
  const direct = await run({ entry: `${shell} x`, env: { PATH: '/nowhere' } })
  expect(direct).toMatchObject({ hint: 'Install it, or give its full path.' })
})

test('a cancel ends the processes and is no verdict', async () => {
  const running = run({ entry: 'sleep 60' })
  setTimeout(() => controller.abort(), 50)
  expect(await running).toMatchObject({ code: 'git.cancelled' })
})
