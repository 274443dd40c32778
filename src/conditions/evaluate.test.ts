import { describe, expect, test } from 'vitest'
import type { Event } from '../core/event.ts'
import { createConditionEvaluator } from './evaluate.ts'

const surroundings = { home: '/home/me', settingsBase: '/repo' }
const base: Event = {
  name: 'PreToolUse',
  native: 'PreToolUse',
  host: 'claude-code',
  cwd: '/repo/app',
  projectDir: '/repo',
  at: 0,
  fields: {},
}

function call(name: string, input: Record<string, unknown>, nativeName = name): Event {
  return { ...base, tool: { name, nativeName, input, nativeInput: input } }
}

const evaluate = createConditionEvaluator(surroundings)

describe('which calls a rule covers', () => {
  test.for([
    ['a tool name covers every call', 'Bash', call('Bash', { command: 'x' }), true],
    ['"Tool(*)" covers every call', 'Bash(*)', call('Bash', {}), true],
    ['another tool is not covered', 'Bash', call('Read', {}), false],
    ['tool names are case-sensitive', 'bash', call('Bash', {}), false],
    ['a former name is the current tool', 'Task', call('Agent', {}), true],
    ["the host's own name works", 'shell(git *)', call('Bash', { command: 'git push' }, 'shell'), true],
    ['a Bash pattern', 'Bash(git *)', call('Bash', { command: 'a && git push' }), true],
    ['a Bash pattern on another command', 'Bash(git *)', call('Bash', { command: 'ls' }), false],
    ['a Bash call without a command is in doubt', 'Bash(git *)', call('Bash', { command: ['git'] }), true],
    ['a PowerShell pattern', 'PowerShell(Remove-Item *)', call('PowerShell', { command: 'rm x' }), true],
    ['a Bash rule is not for PowerShell', 'Bash(rm *)', call('PowerShell', { command: 'rm x' }), false],
    ['Read', 'Read(.env)', call('Read', { file_path: '/repo/app/x/.env' }), true],
    ['Edit', 'Edit(src/**)', call('Edit', { file_path: '/repo/app/src/a.ts' }), true],
    ['Edit elsewhere', 'Edit(src/**)', call('Edit', { file_path: '/repo/app/lib/a.ts' }), false],
    ['Write below the settings base', 'Write(/src/**)', call('Write', { file_path: '/repo/src/a.ts' }), true],
    [
      'an Edit rule is not for Write',
      'Edit(src/**)',
      call('Write', { file_path: '/repo/app/src/a.ts' }),
      false,
    ],
    ['NotebookEdit', 'NotebookEdit(*.ipynb)', call('NotebookEdit', { notebook_path: '/x/a.ipynb' }), true],
    ['Grep without a path looks in cwd', 'Grep(/app)', call('Grep', { pattern: 'x' }), true],
    ['a file tool without a file is in doubt', 'Read(.env)', call('Read', {}), true],
    [
      'WebFetch by host',
      'WebFetch(domain:example.com)',
      call('WebFetch', { url: 'https://Example.com:8/x' }),
      true,
    ],
    [
      'a host is not its subdomain',
      'WebFetch(domain:example.com)',
      call('WebFetch', { url: 'https://a.example.com' }),
      false,
    ],
    [
      '"*." means subdomains',
      'WebFetch(domain:*.example.com)',
      call('WebFetch', { url: 'https://a.b.example.com' }),
      true,
    ],
    [
      '"*." is not the host itself',
      'WebFetch(domain:*.example.com)',
      call('WebFetch', { url: 'https://example.com' }),
      false,
    ],
    [
      'a look-alike host',
      'WebFetch(domain:*.example.com)',
      call('WebFetch', { url: 'https://badexample.com' }),
      false,
    ],
    [
      'a host in the user part',
      'WebFetch(domain:a.com)',
      call('WebFetch', { url: 'https://a.com@b.com/' }),
      false,
    ],
    [
      'a final dot is the same host',
      'WebFetch(domain:a.com)',
      call('WebFetch', { url: 'https://a.com./' }),
      true,
    ],
    [
      'an international host',
      'WebFetch(domain:b\u00fccher.de)',
      call('WebFetch', { url: 'https://xn--bcher-kva.de' }),
      true,
    ],
    ['an unreadable URL is in doubt', 'WebFetch(domain:a.com)', call('WebFetch', { url: 'http://[' }), true],
    ['an MCP server', 'mcp__github', call('mcp__github__create', {}), true],
    ['an MCP server with a star', 'mcp__github__*', call('mcp__github__create', {}), true],
    ['an MCP server is not its prefix', 'mcp__git', call('mcp__github__create', {}), false],
    ['an MCP tool', 'mcp__github__create', call('mcp__github__create', {}), true],
    ['an MCP tool is not its prefix', 'mcp__github__create', call('mcp__github__create_all', {}), false],
    ['MCP tools by star', 'mcp__github__get_*', call('mcp__github__get_issue', {}), true],
    ['an agent', 'Agent(Explore)', call('Agent', { subagent_type: 'Explore' }), true],
    ['an agent by its former tool', 'Task(Explore)', call('Agent', { subagent_type: 'Explore' }), true],
    ['another agent', 'Agent(Explore)', call('Agent', { subagent_type: 'Plan' }), false],
    [
      'an agent of a plugin',
      'Agent(my-plugin:reviewer)',
      call('Agent', { subagent_type: 'my-plugin:reviewer' }),
      true,
    ],
    ['no type is the general agent', 'Agent(general-purpose)', call('Agent', {}), true],
    [
      'a parameter of an agent',
      'Agent(model:opus)',
      call('Agent', { subagent_type: 'Plan', model: 'opus' }),
      true,
    ],
    ['a skill', 'Skill(deploy)', call('Skill', { skill: 'deploy' }), true],
    ['a skill with arguments', 'Skill(deploy *)', call('Skill', { skill: '/deploy', args: 'prod' }), true],
    ['another skill', 'Skill(deploy)', call('Skill', { skill: 'deploy-all' }), false],
    ['a parameter of any tool', 'CronCreate(recurring:true)', call('CronCreate', { recurring: true }), true],
    ['content for a tool that has none', 'TodoWrite(x)', call('TodoWrite', { todos: [] }), false],
    ['a parameter is never inherited', 'TodoWrite(constructor:*)', call('TodoWrite', {}), false],
  ] as const)('%s', ([, rule, event, holds]) => {
    expect(evaluate(rule, event).holds).toBe(holds)
  })
})

describe('a URL is read as the tools that fetch it read it', () => {
  test.for([
    'http:/evil.example/x',
    'http:evil.example',
    'http:\\\\evil.example\\x',
    'https:///evil.example',
    '//evil.example/x',
    '\\\\evil.example',
    '  https://evil.example',
    '\u00A0https://evil.example',
    'ht\ntps://ev\til.example/',
    'https://EVIL.Example.',
    'https://evil.example..:8443/',
    'https://user:pw@evil.example:8/',
    'https://good.example@evil.example/',
    'https://good.example\\@evil.example/',
    'https://evil.example\\@good.example/',
    'https://%65vil.example/',
    'https://\uFF45\uFF56\uFF49\uFF4C.example/',
    'https://evil\u3002example/',
    'https://evil\u00AD.example/',
    'evil.example',
    'evil.example:80/x',
    'user@evil.example/x',
    'view-source:https://evil.example/',
    'ftp://evil.example/',
  ])('WebFetch(domain:evil.example) holds for %j', (url) => {
    expect(evaluate('WebFetch(domain:evil.example)', call('WebFetch', { url })).holds).toBe(true)
  })

  test.for([
    'http://2130706433/',
    'http:/0x7f.1',
    'http://0177.0.0.1',
    'http://127.1',
    '//[::ffff:127.0.0.1]',
    'http://127.0.0.1./',
  ])('WebFetch(domain:127.0.0.1) holds for %s', (url) =>
    expect(evaluate('WebFetch(domain:127.0.0.1)', call('WebFetch', { url })).holds).toBe(true),
  )

  test.for(['http://[', 'data:text/html,x', 'javascript:alert(1)', '', 'https://', 'file:///etc/passwd'])(
    '%j is in doubt',
    (url) => {
      expect(evaluate('WebFetch(domain:a.com)', call('WebFetch', { url }))).toMatchObject({
        holds: true,
        whole: false,
      })
    },
  )

  test.for([
    'https://good.example\\@evil.example/',
    'https://evil.example\\@good.example/',
    'foo://good.example',
  ])('no allow rests on %s', (url) =>
    expect(evaluate('WebFetch(domain:good.example)', call('WebFetch', { url })).whole).toBe(false),
  )

  test.for(['https://good.example/x?y=https://evil.example', 'good.example', 'HTTP:/good.example'])(
    '%s is allowed',
    (url) => {
      expect(evaluate('WebFetch(domain:good.example)', call('WebFetch', { url })).whole).toBe(true)
      expect(evaluate('WebFetch(domain:evil.example)', call('WebFetch', { url })).holds).toBe(false)
    },
  )
})

describe('an argument that the model adds', () => {
  test.for([
    ['Agent(my-plugin:reviewer)', call('Agent', { subagent_type: 'Plan', 'my-plugin': 'reviewer' })],
    ['Skill(my-plugin:deploy)', call('Skill', { skill: 'other', 'my-plugin': 'deploy' })],
    ['WebFetch(https://good/*)', call('WebFetch', { url: 'https://evil/', https: '//good/x' })],
    ['WebFetch(localhost:80/*)', call('WebFetch', { url: 'https://evil/', localhost: '80/x' })],
    ['Workflow(ci:test)', call('Workflow', { name: 'ci:deploy', ci: 'test' })],
  ] as const)('grants no allow with %s', ([rule, event]) => {
    expect(evaluate(rule, event)).toMatchObject({ holds: true, whole: false })
  })

  test.for([
    ['Agent(my-plugin:reviewer)', call('Agent', { subagent_type: 'my-plugin:reviewer', 'my-plugin': 'x' })],
    ['Skill(my-plugin:deploy)', call('Skill', { skill: 'my-plugin:deploy', 'my-plugin': 'x' })],
    ['WebFetch(domain:good)', call('WebFetch', { url: 'https://good/', domain: 'x' })],
  ] as const)('takes no allow away with %s', ([rule, event]) => {
    expect(evaluate(rule, event)).toMatchObject({ holds: true, whole: true })
  })
})

describe('reasons', () => {
  test.for([
    ['Bash', { ...base, name: 'SessionStart' }, 'SessionStart has no tool, so a condition never holds on it'],
    ['Edit', call('Bash', {}), 'the tool is Bash, not Edit'],
    ['Bash', call('Bash', {}), 'the tool is Bash'],
    ['Bash(git *)', call('Bash', { command: 'git x' }), 'the command matches'],
    ['Read(.env)', call('Read', { file_path: 'a' }), 'the file does not match'],
    [
      'Bash(git *)',
      call('Bash', { command: 'echo "' }),
      'the command cannot be analysed: it is not valid bash; the hook runs to be safe',
    ],
  ] as const)('%s', ([rule, event, why]) => {
    expect(evaluate(rule, event).why).toBe(why)
  })
})

describe('a payload without a tool', () => {
  test.for(['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PermissionRequest', 'PermissionDenied'])(
    'leaves a condition on %s in doubt',
    (name) => {
      expect(evaluate('Bash(rm *)', { ...base, name })).toEqual({
        holds: true,
        why: `the payload of ${name} names no tool; the hook runs to be safe`,
        whole: false,
      })
    },
  )

  test.for(['SessionStart', 'UserPromptSubmit', 'PostToolBatch', 'Stop'])(
    'is how %s is, so a condition never holds on it',
    (name) => expect(evaluate('Bash', { ...base, name }).holds).toBe(false),
  )
})

describe('the evaluator for many hooks', () => {
  test('an invalid condition holds and says so', () => {
    expect(evaluate('Edit|Write', call('Bash', {}))).toEqual({
      holds: true,
      why: 'the condition is not a valid permission rule; the hook runs to be safe',
      whole: false,
    })
  })

  test('answers follow the event, not the one before', () => {
    const commands = ['git push', 'ls', 'git push']
    const answers = commands.map((command) => evaluate('Bash(git *)', call('Bash', { command })).holds)
    expect(answers).toEqual([true, false, true])
  })

  test('a hook may bring the base of its own settings file', () => {
    const event = call('Edit', { file_path: '/home/me/.claude/x' })
    expect(evaluate('Edit(/x)', event).holds).toBe(false)
    expect(evaluate('Edit(/x)', event, '/home/me/.claude').holds).toBe(true)
  })
})

describe('a call that may be another tool', () => {
  const write = call('Write', { file_path: '/repo/app/.env' })
  const event: Event = { ...write, tool: { ...write.tool!, mayBe: 'Edit' } }
  test.for([
    ['Write(.env)', true, true],
    ['Edit(.env)', true, false],
    ['Edit', true, false],
    ['Edit(src/**)', false, false],
    ['Read(.env)', false, false],
  ] as const)('%s holds: %s, for the whole call: %s', ([rule, holds, whole]) =>
    expect(evaluate(rule, event)).toMatchObject({ holds, whole }),
  )
})
