import { describe, expect, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import { claudeCode } from '../dialects/claude-code/index.ts'
import type { HostVariables } from '../core/host-variables.ts'
import type { Start } from '../core/hook.ts'
import { namesInFile } from '../covers/follow.ts'
import { digestHook } from './digest.ts'
import { withNames } from './with-names.ts'

const MADE_UP: HostVariables = {
  project: ['HOST_ROOT'],
  alwaysSet: ['HOST_ROOT'],
  options: { prefix: 'HOST_OPTION_', path: 'settings' },
}

const bash = (source: string): Start => ({ kind: 'script', shell: 'bash', source, args: [] })

async function covered(start: Start, hostVariables: HostVariables | undefined) {
  const source = { file: '/p/.host/hooks.json', pointer: [], scope: 'project' } as const
  const [ours = hook()] = await withNames(
    [hook({ handler: { type: 'command', start, cwd: 'sub' }, source })],
    { hooks: claudeCode.hooks, ...(hostVariables && { hostVariables }) },
  )
  const { scripts, gaps } = digestHook(ours, {
    project: { dir: '/p', written: '/p' },
    files: memoryFiles({ '/p/deep/tools/a.sh': '', '/p/sub/other/a.sh': '', '/p/tool': '' }),
    follow: (_key, part, { bytes, variables }) => namesInFile(part, bytes, variables),
  })
  return { scripts: scripts.map(({ path }) => path), gaps: gaps.map(({ kind, what }) => `${kind} ${what}`) }
}

describe('the variable of a host that stands for the project', () => {
  test.for([
    'bash "$HOST_ROOT/deep/tools/a.sh"',
    'bash ${HOST_ROOT}/deep/tools/a.sh',
    '. ${HOST_ROOT:?}/deep/tools/a.sh',
  ])('leads to the files it names: %s', async (text) =>
    expect((await covered(bash(text), MADE_UP)).scripts).toContain('deep/tools/a.sh'),
  )

  test('is always set, so its default names no file', async () => {
    const { scripts } = await covered(bash('bash "${HOST_ROOT:-other}/a.sh"'), MADE_UP)
    expect(scripts).not.toContain('sub/other/a.sh')
  })

  test('may be unset for the hooks of another host, so its default names one', async () => {
    const { scripts } = await covered(bash('bash "${HOST_ROOT:-other}/a.sh"'), undefined)
    expect(scripts).toContain('sub/other/a.sh')
  })

  test('ours is known to every host', async () => {
    const { scripts } = await covered(
      bash('bash "${HOOKWRIGHT_PROJECT_DIR:-other}/deep/tools/a.sh"'),
      undefined,
    )
    expect(scripts).toContain('deep/tools/a.sh')
  })
})

test.for(['$HOST_OPTION_TOOL', '${settings.tool-path}'])(
  'an option of a plugin is known at run time only: %s',
  async (word) => {
    const start: Start = { kind: 'argv', words: [word] }
    expect((await covered(start, MADE_UP)).gaps).toContain(`run-time ${word}`)
    expect((await covered(start, { ...MADE_UP, options: { prefix: 'X_', path: 'x' } })).gaps).not.toContain(
      `run-time ${word}`,
    )
  },
)
