import { describe, expect, test } from 'vitest'
import { hook, toolEvent } from '../../../test/helpers/builders.ts'
import type { Hook } from '../../core/hook.ts'
import { environment } from './environment.ts'

const ours = (fields: Partial<Hook> = {}): Hook =>
  hook({
    dialect: 'copilot',
    wire: 'copilot',
    source: { file: '/home/dev/app/.github/hooks/a.json', pointer: [], scope: 'project' },
    ...fields,
  })
const event = toolEvent('Bash')

describe('what the CLI sets', () => {
  test('project, hook folder and a careful git', () =>
    expect(environment(event, ours(), {})).toEqual({
      COPILOT_CLI: '1',
      COPILOT_PROJECT_DIR: '/home/dev/app',
      CLAUDE_PROJECT_DIR: '/home/dev/app',
      COPILOT_HOOK_DIR: '/home/dev/app/.github/hooks',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.bareRepository',
      GIT_CONFIG_VALUE_0: 'explicit',
    }))

  test.for([
    ['/home/dev/app/.github/copilot/settings.json', 'copilot'],
    ['/home/dev/app/.claude/settings.local.json', 'copilot'],
    ['/home/dev/app/hookwright.yaml', 'hookwright'],
  ] as const)('no hook folder for %s', ([file, dialect]) =>
    expect(
      environment(event, ours({ dialect, source: { file, pointer: [], scope: 'project' } }), {}),
    ).not.toHaveProperty('COPILOT_HOOK_DIR'),
  )

  test("a git configuration that is there already is the caller's", () =>
    expect(environment(event, ours(), { GIT_CONFIG_COUNT: '2' })).not.toHaveProperty('GIT_CONFIG_COUNT'))

  test('the folders of a plugin, under three names', () => {
    const owner = { kind: 'plugin', name: 'p', root: '/p', dataDir: '/d' } as const
    expect(
      environment(
        event,
        ours({ source: { file: '/p/hooks.json', pointer: [], scope: 'plugin', owner } }),
        {},
      ),
    ).toMatchObject({
      PLUGIN_ROOT: '/p',
      COPILOT_PLUGIN_ROOT: '/p',
      CLAUDE_PLUGIN_ROOT: '/p',
      COPILOT_PLUGIN_DATA: '/d',
      CLAUDE_PLUGIN_DATA: '/d',
    })
  })
})

test('VS Code keeps its telemetry to itself', () =>
  expect(environment(event, ours({ note: 'vscode:PascalCase' }), { OTEL_X: '1', PATH: '/bin' })).toEqual({
    OTEL_X: undefined,
    POWERSHELL_UPDATECHECK: 'Off',
  }))
