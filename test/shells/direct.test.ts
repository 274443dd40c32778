import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isIssue } from '../../src/core/issue.ts'
import { splitWords } from '../../src/shells/argv.ts'
import { createPlace, runCommand, summary, type Options, type Place } from './steps.ts'

const argv = async (text: string, options: Options = {}) => {
  const words = splitWords(text)
  const { outcome } = await runCommand({ kind: 'argv', words: isIssue(words) ? [] : words }, options)
  return summary(outcome)
}

const inline = async (command: string, options: Options = {}, form = 'sh-c') =>
  summary((await runCommand({ kind: 'inline', form, command }, options)).outcome)

const said = (stdout: string, exit = 0) => ({ exit, stdout, stderr: '' })

function addProgram({ projectDir }: Place, name: string, body: string): void {
  mkdirSync(join(projectDir, 'bin'), { recursive: true })
  writeFileSync(join(projectDir, 'bin', name), `#!/bin/sh\n${body}\n`)
  chmodSync(join(projectDir, 'bin', name), 0o755)
}

describe.skipIf(process.platform === 'win32')('argv', () => {
  test('T1 a block is one command', async () =>
    expect(await argv('echo first\necho second\n')).toEqual(said('first echo second\n')))

  test('operators and variables are plain arguments', async () =>
    expect(await argv('echo a || $HOME * > f')).toEqual(said('a || $HOME * > f\n')))

  test('a program is found on the PATH of the step', async () => {
    const place = createPlace()
    addProgram(place, 'own-program', 'echo found "$1"')
    const env = { PATH: `${join(place.projectDir, 'bin')}:/bin:/usr/bin` }
    expect(await argv('own-program x', { place, step: { env } })).toEqual(said('found x\n'))
  })

  test('a path is relative to the hook’s working directory', async () => {
    const place = createPlace()
    addProgram(place, 'a.sh', 'pwd')
    expect(await argv('./a.sh', { place, handler: { cwd: 'bin' } })).toEqual(
      said(`${place.projectDir}/bin\n`),
    )
    expect(await argv('bin/a.sh', { place })).toEqual(said(`${place.projectDir}\n`))
  })

  test('cwd of the hook is relative to the project, not to the event', async () => {
    const place = createPlace()
    mkdirSync(join(place.projectDir, 'sub'))
    const options = { place, handler: { cwd: 'sub' }, event: { cwd: '/' } }
    expect(await argv('pwd', options)).toEqual(said(`${place.projectDir}/sub\n`))
  })

  test.for([
    ['a missing program', 'no-such-program-here', {}, 'launch.not-found'],
    ['a missing directory of its own', 'pwd', { handler: { cwd: 'nowhere' } }, 'launch.cwd'],
    ['an empty command', '', {}, 'command.empty'],
  ] as const)('%s does not start', async ([, text, options, code]) =>
    expect(await argv(text, options)).toMatchObject({ kind: 'not-started', issue: { code } }),
  )

  test('when the event’s directory is gone it runs in the project, and its program is looked for there', async () => {
    const place = createPlace()
    addProgram(place, 'a.sh', 'pwd')
    const event = { cwd: join(place.projectDir, 'gone') }
    expect(await argv('bin/a.sh', { place, event })).toEqual(said(`${place.projectDir}\n`))
  })

  test('the shell prefix is for shells only', async () => {
    const variable = (name: string) => (name === 'CLAUDE_CODE_SHELL_PREFIX' ? '/bin/false' : undefined)
    expect(await argv('echo a', { parts: { variable } })).toEqual(said('a\n'))
  })
})

describe.skipIf(process.platform === 'win32')('inline', () => {
  test('a command string goes whole to sh, without fail-fast', async () =>
    expect(await inline('false; echo "$0" | cat && echo b > /dev/null; exit 3')).toEqual(
      said('/bin/sh\n', 3),
    ))

  test('the prefix wraps the command', async () => {
    const place = createPlace()
    addProgram(place, 'wrap', 'echo "wrapped $# [$1]"; exec sh -c "$1"')
    const prefix = `'${place.projectDir}/bin/wrap'`
    const variable = (name: string) => (name === 'CLAUDE_CODE_SHELL_PREFIX' ? prefix : undefined)
    expect(await inline(`echo 'a  b'`, { place, parts: { variable } })).toEqual(
      said(`wrapped 1 [echo 'a  b']\na  b\n`),
    )
  })

  test('the prefix program receives the command as one argument', async () => {
    const place = createPlace()
    addProgram(place, 'prefix', 'printf "%s:%s" "$#" "$1"')
    const prefix = `'${join(place.projectDir, 'bin', 'prefix')}'`
    const variable = (name: string) => (name === 'CLAUDE_CODE_SHELL_PREFIX' ? prefix : undefined)
    const text = `echo 'a  b' "$(touch p)"; c`
    expect(await inline(text, { place, parts: { variable } })).toEqual(said(`1:${text}`))
    expect(existsSync(join(place.projectDir, 'p'))).toBe(false)
  })

  test('runs in the project when the event’s directory is gone', async () => {
    const place = createPlace()
    const gone = join(place.projectDir, 'gone')
    mkdirSync(gone)
    rmSync(gone, { recursive: true })
    expect(await inline('pwd', { place, event: { cwd: gone } })).toEqual(said(`${place.projectDir}\n`))
  })

  test('runs in the home directory when the project is gone too', async () => {
    const place = createPlace()
    rmSync(place.projectDir, { recursive: true })
    const event = { cwd: join(place.projectDir, 'gone') }
    expect(await inline('pwd', { place, event })).toEqual(said(`${place.home}\n`))
  })

  test('says so when nothing is left to run in', async () => {
    const place = createPlace()
    rmSync(place.projectDir, { recursive: true })
    rmSync(place.home, { recursive: true })
    expect(await inline('pwd', { place })).toMatchObject({
      kind: 'not-started',
      issue: { code: 'launch.cwd' },
    })
  })

  test('pwsh that is missing gives way to powershell', async () => {
    const place = createPlace()
    addProgram(place, 'powershell', 'printf "%s|" "$@"')
    const env = { PATH: join(place.projectDir, 'bin') }
    expect(await inline('Get-Date', { place, step: { env } }, 'pwsh-command')).toEqual(
      said('-NoProfile|-NonInteractive|-Command|Get-Date|'),
    )
  })

  test('no PowerShell at all is an issue that names both', async () =>
    expect(await inline('x', { step: { env: { PATH: '/nowhere' } } }, 'pwsh-command')).toMatchObject({
      kind: 'not-started',
      issue: {
        code: 'shell.missing',
        message: 'The shell of this hook was not found: tried "pwsh", then "powershell".',
        hint: expect.stringContaining('https://aka.ms/powershell'),
      },
    }))
})
