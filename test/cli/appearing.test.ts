import { describe, expect, test, vi } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { config } from '../helpers/hooks.ts'
import { eventWhile } from '../helpers/swapping.ts'
import { decisionOf, PROJECT_FILE } from '../helpers/trust.ts'

const WAIT = 'touch "$ROOT/started"; until [ -e "$ROOT/go" ]; do sleep 0.02; done'
const MARK = 'touch "$ROOT/evil"'

type Case = {
  readonly what: string
  readonly before: Readonly<Record<string, string>>
  readonly command: string
  readonly pins?: readonly string[]
  /** The file that appears, and its text. */
  readonly file: string
  readonly text?: string
}

const CASES: readonly Case[] = [
  {
    what: 'that make prefers',
    before: { Makefile: 'g:\n\t@true\n' },
    command: 'make -s g',
    file: 'GNUmakefile',
    text: 'g:\n\t@touch "$$ROOT/evil"\n',
  },
  {
    what: 'that fits a glob',
    before: { 'hooks/a.sh': 'true\n' },
    command: 'for f in hooks/*.sh; do bash "$f"; done',
    file: 'hooks/b.sh',
  },
  { what: 'that was optional', before: {}, command: '[ -f ./opt.sh ] && . ./opt.sh; true', file: 'opt.sh' },
  {
    what: 'in a folder of PATH',
    before: { 'bin/mine': '#!/bin/sh\n' },
    command: 'PATH=$PWD/bin:$PATH; uname >/dev/null',
    file: 'bin/uname',
    text: `#!/bin/sh\n${MARK}\n`,
  },
  {
    what: 'that node finds before a folder',
    before: { 'x/index.js': '' },
    command: 'node ./x',
    file: 'x.js',
    text: `require('fs').writeFileSync(process.env.ROOT + '/evil', '')`,
  },
  {
    what: 'that pins cover',
    before: { 'lib/a.sh': 'true\n' },
    command: 'd=lib; for f in "$d"/*; do . "$f"; done',
    pins: ['lib/*.sh'],
    file: 'lib/b.sh',
  },
  {
    what: 'in a folder that was not there',
    before: {},
    command: 'd=lib; for f in "$d"/*; do . "$f"; done',
    pins: ['lib/*.sh'],
    file: 'lib/b.sh',
  },
]

describe('a file that appears while the hook runs, and stays,', () => {
  test.for(CASES)('$what, fails the hook', async ({ before, command, pins, file, text = `${MARK}\n` }) => {
    const sandbox = createSandbox()
    for (const [name, content] of Object.entries(before)) sandbox.write(name, content)
    await approve(sandbox, { command, ...(pins && { pins }) })
    const { stdout, stderr } = await eventWhile(sandbox, () => sandbox.write(file, text))
    expect(decisionOf(stdout)).toBe('ask')
    expect(stderr).toContain(`"${file}" changed while it ran`)
  })

  test.for(['hooks/b.sh', 'opt.sh'])('fails a hook that declared itself async (%s)', async (file) => {
    const sandbox = createSandbox()
    sandbox.write('hooks/a.sh', 'true\n')
    const command = `echo '{"async":true}'; ${WAIT}; for f in hooks/*.sh; do bash "$f"; done; . ./opt.sh`
    sandbox.write(PROJECT_FILE, config('PostToolUse', { id: 'guard', shell: 'bash', command }))
    await sandbox.cli(['trust', 'add', '--yes'])
    await eventWhile(sandbox, () => sandbox.write(file, 'true\n'), { event: 'PostToolUse' })
    await vi.waitFor(() => expect(sandbox.log()).toHaveLength(2), { timeout: 20_000, interval: 50 })
    expect(sandbox.log()[1]).toMatchObject({ hooks: [{ class: 'swapped' }] })
  })
})

describe('a hook does not fail because of', () => {
  test.for([
    ['a file that fits no glob of it', 'for f in hooks/*.sh; do bash "$f"; done', 'hooks/log.txt'],
    ['a folder that its command makes', 'mkdir -p build; bash hooks/a.sh', 'build/out'],
    ['what python writes for itself', 'PYTHONPATH=hooks python3 -c pass', 'hooks/__pycache__/a.pyc'],
  ] as const)('%s', async ([, command, file]) => {
    const sandbox = createSandbox()
    sandbox.write('hooks/a.sh', 'true\n')
    await approve(sandbox, { command })
    const { stdout, stderr } = await eventWhile(sandbox, () => sandbox.write(file, ''))
    expect([decisionOf(stdout), stderr]).toEqual([undefined, ''])
  })
})

async function approve(
  sandbox: Sandbox,
  { command, ...entry }: { readonly command: string; readonly pins?: readonly string[] },
): Promise<void> {
  const hook = { id: 'guard', shell: 'bash', command: `${WAIT}; ${command}`, ...entry }
  sandbox.write(PROJECT_FILE, config('PreToolUse', hook))
  await sandbox.cli(['trust', 'add', '--yes'])
}
