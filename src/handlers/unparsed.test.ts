import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../test/shells/steps.ts'
import type { Start } from '../core/hook.ts'
import { limits } from '../engine/limits.ts'
import { systemFiles } from '../ports/files.ts'
import { launch } from '../process/spawn.ts'
import { parseCheck } from './parse-check.ts'

const BROKEN = 'echo checking >&2\nif true; then\n  exit 0\nfii\n'
const script = (shell: 'sh' | 'bash', source: string): Start => ({ kind: 'script', shell, source, args: [] })
const inline = (command: string): Start => ({ kind: 'inline', form: 'sh-c', command })

const folder = mkdtempSync(join(tmpdir(), 'hookwright-unparsed-'))
function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, 0o755)
  return path
}

const run = async (start: Start, onFailure: 'ignore' | 'native' = 'ignore') =>
  (await runCommand(start, { hook: { onFailure }, parts: { launch, files: systemFiles } })).outcome

describe('a shell that cannot parse its script has not decided', () => {
  test.for([
    ['a script of sh', script('sh', BROKEN)],
    ['a script of bash', script('bash', BROKEN)],
    ['a quote that is never closed', script('bash', `echo "no\nexit 2\n`)],
    ['a command line of a host in a file of ours', inline('if true; then exit 2')],
    [
      'a program with a shebang',
      { kind: 'argv', words: [file('guard.sh', `#!/usr/bin/env bash\n${BROKEN}`)] },
    ],
    ['a file given to a shell', { kind: 'argv', words: ['bash', '-eu', file('other.sh', BROKEN)] }],
    ['a file given to sh', { kind: 'argv', words: ['sh', file('third.sh', BROKEN)] }],
  ] as const)('%s', async ([, start]) =>
    expect(await run(start)).toMatchObject({
      kind: 'failed',
      failure: 'launch-failure',
      issue: {
        code: 'shell.syntax',
        message: expect.stringMatching(/^The script of hook test-hook, line \d, cannot be parsed by \S+: \S/),
      },
    }),
  )

  test("in a host's own file the exit code keeps its meaning and the problem is told", async () =>
    expect(await run(inline('if true; then exit 0'), 'native')).toMatchObject({
      kind: 'exited',
      code: 2,
      warnings: [{ code: 'shell.syntax', severity: 'warning' }],
    }))

  test('what it had written before the bad line still counts', async () =>
    expect(await run(script('bash', `echo '{"decision":"block"}'\n${BROKEN}`))).toMatchObject({
      kind: 'exited',
      code: 2,
      warnings: [{ code: 'shell.syntax' }],
    }))
})

describe('a real exit 2 stays', () => {
  test.for([
    ['a guard that says why', script('bash', 'echo "no pushes" >&2\nexit 2')],
    [
      'a guard that prints what a syntax error looks like',
      script('bash', `echo "$0: line 3: syntax error near unexpected token \\\`fi'" >&2\nexit 2`),
    ],
    ['the same from sh', script('sh', `echo "$0: 3: Syntax error: \\"fi\\" unexpected" >&2; exit 2`)],
    ['the same in the name of the shell', inline(`echo "/bin/sh: 1: Syntax error: bad" >&2; exit 2`)],
    ['a guard that parses another script', script('bash', `bash -n ${file('foreign.sh', BROKEN)} || exit 2`)],
    ['a guard that ends before the bad line', script('bash', `echo "$0: no" >&2\nexit 2\nfi\n`)],
  ] as const)('%s', async ([, start]) => {
    const outcome = await run(start)
    expect(outcome).toMatchObject({ kind: 'exited', code: 2 })
    expect(outcome).not.toHaveProperty('warnings')
  })
})

describe('parseCheck', () => {
  const parts = {
    launch,
    limits,
    env: { PATH: process.env['PATH'] ?? '', BASH_ENV: '/nowhere' },
    cwd: folder,
  }

  test.for([
    ['sh', BROKEN, { line: 5, text: expect.stringContaining('Syntax error') }],
    ['bash', BROKEN, { line: 5, text: expect.stringContaining('syntax error') }],
    ['/bin/bash', 'fi', { line: 1, text: "syntax error near unexpected token `fi'" }],
    ['bash', 'exit 2', undefined],
    ['bash', '', undefined],
    ['cmd', 'if (', undefined],
    ['no-such-shell', 'fi', undefined],
  ] as const)('%s %j', async ([shell, text, expected]) => {
    const found = await parseCheck(shell, text, parts)
    expect(found).toEqual(expected)
  })

  test('runs nothing of the script', async () => {
    const mark = join(folder, 'ran')
    await parseCheck('bash', `touch ${mark}\necho $(touch ${mark})\n`, parts)
    expect(systemFiles.kind(mark)).toBeUndefined()
  })
})
