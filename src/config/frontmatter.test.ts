import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { places } from '../../test/helpers/builders.ts'
import { memoryFiles, type MemoryEntry } from '../../test/helpers/memory-files.ts'
import { dialects } from '../../test/helpers/dialects.ts'
import { readFrontmatterHooks, type FrontmatterRequest } from './frontmatter.ts'
import { parseConfig } from './parse.ts'

const SKILL = '/home/dev/.claude/skills/lint/SKILL.md'
const AGENT = '/home/dev/.claude/agents/critic.md'
const TEXT = `---
name: lint
hooks:
  Stop:
    - hooks:
        - type: command
          command: ./lint.sh
          once: true
---
# Lint

---
`

async function read(changes: Partial<FrontmatterRequest> = {}, entries: Record<string, MemoryEntry> = {}) {
  const found = await readFrontmatterHooks({
    file: SKILL,
    kind: 'skill',
    host: undefined,
    places: places(),
    files: memoryFiles({ [SKILL]: TEXT, [AGENT]: TEXT, ...entries }),
    dialects,
    maxBytes: 1_000_000,
    maxDepth: 64,
    ...changes,
  })
  return { ...found, codes: found.issues.map((problem) => problem.code) }
}

test('a skill brings hooks that run once', async () =>
  expect(await read()).toMatchObject({
    hooks: [
      {
        id: expect.stringMatching(/^claude-code:skill\/lint:Stop:[0-9a-f]{8}$/),
        event: 'Stop',
        once: true,
        source: { file: SKILL },
      },
    ],
    codes: [],
    broken: [],
  }))

test('an agent brings hooks of its own stop, as often as it stops', async () => {
  const { hooks, codes } = await read({ file: AGENT, kind: 'agent', name: 'critic' })
  expect(hooks).toMatchObject([
    { id: expect.stringMatching(/^claude-code:agent\/critic:Stop:[0-9a-f]{8}$/), event: 'SubagentStop' },
  ])
  expect(hooks[0]).not.toHaveProperty('once')
  expect(codes).toEqual(['hook.once'])
})

test('an agent of a plugin is refused by its place', async () => {
  const { hooks, codes } = await read(
    {
      file: '/opt/p/agents/a.md',
      kind: 'agent',
      plugins: [{ root: '/opt/p' }],
    },
    { '/opt/p/agents/a.md': TEXT },
  )
  expect({ hooks, codes }).toEqual({ hooks: [], codes: ['agent.plugin'] })
})

describe('settings rule over frontmatter', () => {
  const MANAGED = '/etc/claude-code/managed-settings.json'
  test.for([
    ['skill', MANAGED, { allowManagedHooksOnly: true }, 'allowManagedHooksOnly'],
    ['skill', '/home/dev/.claude/settings.json', { disableAllHooks: true }, 'disableAllHooks'],
    ['agent', MANAGED, { strictPluginOnlyCustomization: true }, 'strictPluginOnlyCustomization'],
    ['skill', MANAGED, { strictPluginOnlyCustomization: true }, undefined],
    ['skill', '/home/dev/app/.claude/settings.json', { disableAllHooks: true }, undefined],
  ] as const)('%s, %s says %o', async ([kind, file, value, key]) => {
    const { hooks } = await read({ file: AGENT, kind }, { [file]: JSON.stringify(value) })
    expect(hooks.map((hook) => hook.disabled)).toEqual([key && `switched off by "${key}"`])
  })

  test('handed over as a value too', async () => {
    const { hooks } = await read({ settings: { disableAllHooks: true } })
    expect(hooks).toMatchObject([{ disabled: 'switched off by "disableAllHooks"' }])
  })

  test('and their own hooks are not brought along', async () => {
    const own = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command: 'x' }] }] } })
    expect((await read({}, { '/home/dev/.claude/settings.json': own })).hooks).toHaveLength(1)
  })
})

test('a mistake is told with its place in the Markdown file', async () => {
  const { issues, broken } = await read({}, { [SKILL]: TEXT.replace('type: command', 'type: comand') })
  expect(issues).toMatchObject([{ code: 'hook.type', place: { file: SKILL, line: 6, column: 11 } }])
  expect(broken).toMatchObject([{ scope: 'user' }])
})

test('a missing file is told', async () =>
  expect((await read({ file: '/gone/SKILL.md' })).codes).toEqual(['config.missing']))

describe('a Markdown file', () => {
  test.for([
    ['without frontmatter', '# Text\n', {}],
    ['that is empty', '', {}],
    ['whose frontmatter has no hooks, and is no YAML either', '---\ndescription: use when: x\n---\n', {}],
    ['with the word in its text', '---\nname: x\n---\nhooks:\n  a: [\n', {}],
    ['with Windows line ends', '---\r\nhooks:\r\n  a: 1\r\n---\r\ntext', { hooks: { a: 1 } }],
    ['with a byte order mark', '\uFEFF---\nhooks: {}\n---\n', { hooks: {} }],
  ] as const)('%s', ([, text, value]) => expect(parseConfig(text, 'x.md')).toEqual({ value, issues: [] }))

  test.for([
    ['that is not closed', '---\nhooks: {}\n', 'The frontmatter is not closed.'],
    ['with broken YAML', '---\nhooks: {\n---\n', undefined],
  ] as const)('%s is refused', ([, text, message]) => {
    const { value, issues } = parseConfig(text, 'x.md')
    expect(value).toBeUndefined()
    expect(issues).toMatchObject([{ code: 'config.syntax', ...(message && { message }) }])
  })

  test('never makes the parser throw, whatever stands in it', () => {
    const line = fc.constantFrom(
      '---',
      '...',
      'hooks:',
      '  Stop: [',
      '\r',
      '\t- a',
      '*x',
      '&x a',
      '%YAML 1.1',
      '{',
      '"',
      '',
    )
    const text = fc.oneof(
      fc.array(line).map((lines) => `---\n${lines.join('\n')}`),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(text, (each) => {
        const { value, issues } = parseConfig(each, 'x.md')
        const isRefused = issues.some((problem) => problem.severity === 'error')
        expect(value === undefined).toBe(isRefused)
      }),
      { numRuns: 500 },
    )
  })

  test('S09 an agent linked from elsewhere into a plugin is still the plugin’s', async () => {
    const entries = { '/opt/p/agents/a.md': TEXT, [AGENT]: { link: '/opt/p/agents/a.md' } }
    const { codes } = await read({ file: AGENT, kind: 'agent', plugins: [{ root: '/opt/p' }] }, entries)
    expect(codes).toEqual(['agent.plugin'])
  })
})
