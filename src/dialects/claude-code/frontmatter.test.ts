import { describe, expect, test } from 'vitest'
import { places } from '../../../test/helpers/builders.ts'
import type { ConfigFile } from '../dialect.ts'
import { configSide } from './config.ts'

const run = [{ hooks: [{ type: 'command', command: 'a' }] }]

function read(file: string, value: object = { hooks: { Stop: run } }, changes: Partial<ConfigFile> = {}) {
  return configSide.read({ file, scope: 'session', value, ...changes }, places())
}

describe('the owner follows from the path and the frontmatter', () => {
  test.for([
    ['/h/.claude/skills/lint/SKILL.md', {}, { kind: 'skill', name: 'lint', root: '/h/.claude/skills/lint' }],
    ['/h/.claude/skills/lint/SKILL.md', { name: 'tidy' }, { kind: 'skill', name: 'tidy' }],
    ['/h/.claude/commands/ship.md', {}, { kind: 'skill', name: 'ship', root: '/h/.claude/commands' }],
    ['/h/.claude/agents/critic.md', {}, { kind: 'agent', name: 'critic', root: '/h/.claude/agents' }],
    ['/h/.claude/agents/critic.md', { name: 'a b\n' }, { kind: 'agent', name: 'a-b-' }],
    [
      'C:\\u\\.claude\\skills\\lint\\SKILL.md',
      {},
      { kind: 'skill', name: 'lint', root: 'C:\\u\\.claude\\skills\\lint' },
    ],
  ] as const)('%s %o', ([file, extra, owner]) => {
    const { hooks } = read(file, { hooks: { PreToolUse: run }, ...extra })
    expect(hooks).toMatchObject([
      { id: `claude-code:${owner.kind}/${owner.name}:PreToolUse:0.0`, source: { scope: 'session', owner } },
    ])
  })

  test('what the caller says counts more', () => {
    const owner = { kind: 'agent', name: 'mine', root: '/x' } as const
    expect(read('/x/skills/a/SKILL.md', undefined, { owner }).hooks[0]?.source.owner).toEqual(owner)
  })
})

describe('Stop', () => {
  test.for([
    ['/h/agents/a.md', {}, 'SubagentStop'],
    ['/h/agents/a.md', { isMain: true }, 'Stop'],
    ['/h/skills/a/SKILL.md', {}, 'Stop'],
  ] as const)('in %s %o is %s', ([file, changes, event]) => {
    const { hooks } = read(file, undefined, changes)
    expect(hooks).toMatchObject([{ event, source: { pointer: ['hooks', 'Stop', 0, 'hooks', 0] } }])
  })
})

test('an agent that comes with a plugin has no hooks', () => {
  expect(read('/p/agents/a.md', undefined, { isShipped: true })).toMatchObject({
    hooks: [],
    issues: [{ code: 'agent.plugin', severity: 'error', place: { pointer: ['hooks'] } }],
  })
})

test('a skill that comes with a plugin may have some', () =>
  expect(read('/p/skills/a/SKILL.md', undefined, { isShipped: true }).hooks).toHaveLength(1))

test.for([
  ['no hooks', {}, []],
  ['empty hooks', { hooks: null }, []],
  ['hooks that are a list', { hooks: [] }, ['config.shape']],
  ['a broken guard', { hooks: { PreToolUse: [{ hooks: [{}] }] } }, ['hook.type', 'config.void']],
  ['an event sessions never see', { hooks: { SessionStart: run } }, ['hook.session']],
] as const)('%s', ([, value, codes]) =>
  expect(read('/h/skills/a/SKILL.md', value).issues.map((problem) => problem.code)).toEqual(codes),
)
