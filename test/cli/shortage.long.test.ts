import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { CLI, createSandbox, type Finished, type Sandbox } from '../helpers/cli.ts'
import { config, payload } from '../helpers/hooks.ts'

const SETTINGS = '~/.config/hookwright/hookwright.yaml'
const RUN = 'hookwright run --host claude-code'
const INPUT = JSON.stringify(payload('PreToolUse'))
const GUARD = { id: 'g', shell: 'sh', command: 'echo No. >&2; exit 2', onFailure: 'deny' }

function withHook(entry: object): Sandbox {
  const sandbox = createSandbox()
  sandbox.write(SETTINGS, config('PreToolUse', entry))
  return sandbox
}

function decisionIn({ stdout }: Finished): unknown {
  const reply = JSON.parse(stdout === '' ? '{}' : stdout) as { hookSpecificOutput?: Record<string, unknown> }
  return reply.hookSpecificOutput?.['permissionDecision']
}

describe.runIf(process.platform === 'linux')('R04 few descriptors', () => {
  /** The fewest with which Node starts and loads `run`; below, no code of ours can know of any hook. */
  let fewest = 0

  beforeAll(() => {
    const starts = (limit: number): boolean => {
      const call = `ulimit -n ${limit}; exec "$0" "$1" run --host claude-code --event PreToolUse`
      const { status, stderr } = spawnSync('sh', ['-c', call, process.execPath, CLI], { input: '' })
      return status === 0 && !String(stderr).includes('EMFILE')
    }
    for (fewest = 18; fewest < 60 && !starts(fewest);) fewest += 1
  }, 60_000)

  test.for([
    ['a command', GUARD],
    ['a command with a condition', { ...GUARD, if: 'Bash(ls)' }],
    ['a rule with a condition', { id: 'g', deny: 'No.', if: 'Bash(ls)' }],
  ] as const)('%s that guards denies, whatever cannot be opened', async ([, entry]) => {
    const sandbox = withHook(entry)
    await sandbox.shell(RUN, { input: INPUT })
    const answers: (readonly [number, unknown])[] = []
    for (let limit = fewest; limit < fewest + 14; limit += 1) {
      const ended = await sandbox.shell(`ulimit -n ${limit}; ${RUN}`, { input: INPUT })
      answers.push([limit, ended.code === 2 ? 'deny' : decisionIn(ended)])
    }
    expect(answers).toEqual(answers.map(([limit]) => [limit, 'deny']))
  })

  test('a configuration that cannot even be read asks first', async () => {
    for (let limit = fewest; limit < fewest + 8; limit += 1) {
      const ended = await withHook(GUARD).shell(`ulimit -n ${limit}; ${RUN}`, { input: INPUT })
      expect([limit, decisionIn(ended)]).toEqual([limit, expect.stringMatching(/^(?:ask|deny)$/)])
    }
  })

  test('with fewer, `--on-error deny` is a deny by exit code', async () => {
    const { code, stderr } = await createSandbox().shell(`ulimit -n ${fewest - 1}; ${RUN} --on-error deny`, {
      input: INPUT,
    })
    // Node may not start at all: then it is not our exit code.
    const isOurs = stderr.startsWith('hookwright: ')
    expect(isOurs ? code : 'Node did not start').toBe(isOurs ? 2 : 'Node did not start')
  })

  test('a guard that asks when it fails, asks', async () => {
    const sandbox = withHook({ ...GUARD, if: 'Bash(ls)', onFailure: 'ask' })
    await sandbox.shell(RUN, { input: INPUT })
    const ended = await sandbox.shell(`ulimit -n ${fewest}; ${RUN}`, { input: INPUT })
    expect(decisionIn(ended)).toBe('ask')
    expect(ended.stderr).not.toMatch(/bug|^\s+at /m)
  })
})

describe.runIf(process.platform === 'linux')('R49 no file may grow (ulimit -f 0)', () => {
  test('a guard in a shell decides, and one line says that nothing was logged', async () => {
    const sandbox = withHook(GUARD)
    const ended = await sandbox.shell(`ulimit -f 0; ${RUN}`, { input: INPUT })
    expect(ended.signal).toBeNull()
    expect(decisionIn(ended)).toBe('deny')
    expect(ended.stdout).toContain('No.')
    expect(ended.stderr.match(/runs\.jsonl" could not be written/g)).toHaveLength(1)
  })

  test('commands that write say so and do not die of it', async () => {
    const sandbox = createSandbox()
    sandbox.write('hookwright.yaml', config('PreToolUse', GUARD))
    const { code, signal, stderr } = await sandbox.shell('ulimit -f 0; hookwright trust add --yes')
    expect({ code, signal }).toEqual({ code: 1, signal: null })
    expect(stderr).toContain('could not be written (EFBIG)')
  })
})

/** A file system of its own, below `home`, in a namespace that ends with the command. */
function inMount(
  sandbox: Sandbox,
  { options, spoil }: { options: string; spoil: string },
): Promise<Finished> {
  const home = sandbox.home
  const script = [
    'set -e',
    `cp -a "${home}" "${sandbox.root}/copy"`,
    `mount -t tmpfs -o ${options} none "${home}"`,
    `cp -a "${sandbox.root}/copy/." "${home}"`,
    'set +e',
    spoil,
    RUN,
  ].join('\n')
  return sandbox.shell(`unshare -rm sh -c '${script}'`, { input: INPUT })
}

function canMount(): boolean {
  try {
    execFileSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const isMountable = process.platform === 'linux' && canMount()
if (!isMountable)
  console.log('R49 full and read-only file systems: not run, user namespaces cannot mount here.')

const MOUNTS = [
  ['full', { options: 'size=64k', spoil: 'dd if=/dev/zero of="$HOME/fill" bs=1k count=128 2> /dev/null' }],
  [
    'out of names',
    {
      options: 'size=1m,nr_inodes=60',
      spoil: 'i=0; while true > "$HOME/i$i"; do i=$((i+1)); done 2> /dev/null',
    },
  ],
  ['read-only', { options: 'size=64k', spoil: 'mount -o remount,ro "$HOME"' }],
] as const

describe.runIf(isMountable).for(MOUNTS)('R49 the home is %s', ([, mount]) => {
  test('the script of a guard runs elsewhere and decides, with one warning', async () => {
    const sandbox = withHook(GUARD)
    const ended = await inMount(sandbox, mount)
    expect(decisionIn(ended)).toBe('deny')
    expect(ended.stdout).toContain('No.')
    expect(ended.stderr.match(/could not be written/g)).toHaveLength(1)
  })

  test('what was approved stays approved', async () => {
    const sandbox = createSandbox()
    sandbox.write(
      'hookwright.yaml',
      config('PreToolUse', { ...GUARD, command: 'echo "Not here." >&2; exit 2' }),
    )
    await sandbox.cli(['trust', 'add', '--yes'])
    const ended = await inMount(sandbox, mount)
    expect(decisionIn(ended)).toBe('deny')
    expect(ended.stdout).toContain('Not here.')
  })
})

describe.runIf(isMountable)('R49 no folder takes a script', () => {
  function inNowhere(sandbox: Sandbox): Promise<Finished> {
    const others = 'for folder in "$TMPDIR" /dev/shm; do mount -t tmpfs -o ro none "$folder"; done'
    return inMount(sandbox, { options: 'size=64k', spoil: `mount -o remount,ro "$HOME"; ${others}` })
  }

  test.for(['sh', 'bash'])('%s gets the text itself, with the same flags and arguments', async (shell) => {
    const command = 'false | true; printf "%s." "$#" "$1" >&2; grep -q Bash || exit 1; [ 1 = 2 ] || exit 2'
    const sandbox = withHook({ ...GUARD, shell, command, args: ['a b'] })
    const ended = await inNowhere(sandbox)
    expect(decisionIn(ended)).toBe('deny')
    expect(ended.stdout).toContain(shell === 'sh' ? '1.a b.' : 'code 1')
    expect(ended.stderr).toContain('which other users of this machine can see')
  })

  test('a script that looks at its own file fails by its policy', async () => {
    const ended = await inNowhere(withHook({ ...GUARD, command: 'cat "$0"; exit 0' }))
    expect(decisionIn(ended)).toBe('deny')
    expect(ended.stdout).toContain('could not be written')
  })
})

describe.runIf(process.platform !== 'win32')('the scratch folder takes no file', () => {
  test('a script goes to the folder for temporary files, where only its user can read it', async () => {
    const sandbox = withHook({ ...GUARD, command: 'ls -ld "$0" "$(dirname "$0")" >&2; exit 2' })
    mkdirSync(sandbox.state, { recursive: true, mode: 0o700 })
    writeFileSync(join(sandbox.state, 'scratch'), '')
    const { stdout } = await sandbox.event(payload('PreToolUse'))
    expect(stdout).toContain(join(sandbox.root, 'tmp'))
    expect(stdout).toContain('-rw-------')
    expect(stdout).toContain('drwx------')
    expect(readdirSync(join(sandbox.root, 'tmp', `hookwright-${process.getuid?.()}`))).toEqual([])
  })

  test('a folder that others could swap files in is passed over', async () => {
    const sandbox = withHook({ ...GUARD, command: 'echo "$0" >&2; exit 2' })
    mkdirSync(sandbox.state, { recursive: true, mode: 0o700 })
    writeFileSync(join(sandbox.state, 'scratch'), '')
    chmodSync(join(sandbox.root, 'tmp'), 0o777)
    const { stdout } = await sandbox.event(payload('PreToolUse'))
    expect(decisionIn({ stdout } as Finished)).toBe('deny')
    expect(stdout).not.toContain(join(sandbox.root, 'tmp/hookwright-'))
  })
})
