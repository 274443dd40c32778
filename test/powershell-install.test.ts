import { spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, '../scripts/powershell.mjs')
const PWSH = '#!/bin/sh\necho 7.6.5\n'

type Answer = { readonly code: number | null; readonly stdout: string }
type Machine = {
  readonly cache: string
  /** Runs the script on a PATH that has only the programs of this machine. */
  run(...args: readonly string[]): Promise<Answer>
  program(name: string, text: string): string
}

/** A machine without PowerShell, whose `dotnet` answers as told. Nothing here asks NuGet. */
function createMachine(install?: string, sdk = '10.0.401'): Machine {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-install-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [bin, cache] = [join(root, 'bin'), join(root, 'cache/hookwright-tests')]
  mkdirSync(bin)
  for (const name of ['sleep', 'cat', 'chmod', 'mkdir'])
    symlinkSync(realpathSync(`/bin/${name}`), join(bin, name))
  const program = (name: string, text: string): string => {
    writeFileSync(join(bin, name), text)
    chmodSync(join(bin, name), 0o755)
    return join(bin, name)
  }
  if (install !== undefined)
    program(
      'dotnet',
      `#!/bin/sh\nif [ "$1" = --version ]; then echo ${sdk}; exit; fi\nversion=$5 folder=$7\n${install}\n`,
    )
  const env = { PATH: bin, HOME: root, XDG_CACHE_HOME: join(root, 'cache') }
  return { cache, program, run: (...args) => start(args, env) }
}

function start(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Answer> {
  const child = spawn(process.execPath, [SCRIPT, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  return new Promise((settle) => child.on('close', (code) => settle({ code, stdout })))
}

/** Writes a `pwsh` with this text into the folder it is told. */
const installs = (text = PWSH): string => `cat > "$folder/pwsh" <<'END'\n${text}END\nchmod 755 "$folder/pwsh"`
const REFUSES = 'echo "Version $version of package powershell is not found in NuGet feeds." >&2; exit 1'

describe.skipIf(process.platform === 'win32')('scripts/powershell.mjs', () => {
  test('takes the pwsh on PATH, and asks nobody for another', async () => {
    const machine = createMachine('echo asked > "$HOME/asked"; exit 1')
    const pwsh = machine.program('pwsh', PWSH)
    expect(await machine.run()).toEqual({ code: 0, stdout: `PowerShell 7.6.5 is at ${pwsh}\n` })
    expect(await machine.run('--find')).toEqual({ code: 0, stdout: `${pwsh}\n` })
  })

  test('installs a pinned version once, where --find sees it', async () => {
    const machine = createMachine(`echo "$version" >> "$HOME/asked"\n${installs()}`)
    expect(await machine.run('--find')).toEqual({ code: 1, stdout: '' })
    const pwsh = join(machine.cache, 'powershell-7.6.5/pwsh')
    expect(await machine.run()).toEqual({
      code: 0,
      stdout: `PowerShell 7.6.5 was installed from NuGet: ${pwsh}\n`,
    })
    expect(await machine.run('--find')).toEqual({ code: 0, stdout: `${pwsh}\n` })
    expect(await machine.run()).toEqual({ code: 0, stdout: `PowerShell 7.6.5 is at ${pwsh}\n` })
  })

  test('tells the answer of NuGet for each version that fits the SDK, and leaves nothing', async () => {
    const machine = createMachine(REFUSES, '9.0.100')
    const lines = ['7.5.4', '7.4.13'].map(
      (version) =>
        `dotnet tool install PowerShell --version ${version}: Version ${version} of package powershell is not found in NuGet feeds.\n`,
    )
    expect(await machine.run()).toEqual({ code: 1, stdout: lines.join('') })
    expect(readdirSync(machine.cache, { recursive: true })).toEqual(['installs'])
  })

  test('takes an older version when the newest cannot be had', async () => {
    const machine = createMachine(`if [ "$version" = 7.6.5 ]; then ${REFUSES}; fi\n${installs()}`)
    const { code, stdout } = await machine.run()
    expect([code, stdout.split('\n')[1]]).toEqual([0, expect.stringContaining('powershell-7.5.4')])
  })

  test('does not take an install that does not start', async () => {
    const machine = createMachine(installs('#!/bin/sh\nexit 134\n'))
    const { code, stdout } = await machine.run()
    expect([code, stdout]).toEqual([1, expect.stringContaining('does not start')])
    expect((await machine.run('--find')).code).toBe(1)
  })

  test('does not take the half of an install that was killed, and clears it away a day later', async () => {
    const machine = createMachine(installs())
    const half = join(machine.cache, 'installs/powershell-7.6.5-half')
    mkdirSync(half, { recursive: true })
    writeFileSync(join(half, 'pwsh'), PWSH, { mode: 0o755 })
    expect((await machine.run('--find')).code).toBe(1)
    utimesSync(half, 0, 0)
    expect((await machine.run()).code).toBe(0)
    expect(readdirSync(join(machine.cache, 'installs'))).not.toContain('powershell-7.6.5-half')
  })

  test('two at once both have one in the end, and one copy stays', async () => {
    const machine = createMachine(`sleep 0.3\n${installs()}`)
    const answers = await Promise.all([machine.run(), machine.run(), machine.run()])
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(readdirSync(join(machine.cache, 'installs'))).toHaveLength(1)
    expect((await machine.run('--find')).code).toBe(0)
  })

  test('says that there is no SDK, or one that is too old', async () => {
    expect(await createMachine().run()).toEqual({
      code: 1,
      stdout: 'PowerShell is not on PATH, and there is no .NET SDK to install it with.\n',
    })
    const { code, stdout } = await createMachine(REFUSES, '6.0.400').run()
    expect([code, stdout]).toEqual([
      1,
      'PowerShell is not on PATH, and the .NET SDK 6.0.400 is too old for it.\n',
    ])
  })
})
