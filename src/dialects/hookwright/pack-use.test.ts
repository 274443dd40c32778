import { describe, expect, test } from 'vitest'
import { parseConfig } from '../../config/parse.ts'
import type { Scope } from '../../core/hook.ts'
import type { PackManifest } from '../../packs/manifest.ts'
import { read } from './config.ts'

const guard: PackManifest = {
  name: 'guard',
  summary: 'Guards.',
  options: {
    level: { type: 'choice', values: ['observe', 'deny'], default: 'deny', summary: 'x' },
    paths: { type: 'texts', default: [], summary: 'x' },
  },
  hooks: [
    { event: 'PreToolUse', matcher: 'Bash|Write', guard: true, onFailure: 'ask', timeout: 10 },
    { event: 'SessionStart', programs: 'machine', decides: false, statusMessage: 'Looking' },
  ],
}
const tell: PackManifest = {
  name: 'tell',
  summary: 'Tells.',
  options: {},
  hooks: [{ event: 'Notification' }],
}

function readFile(text: string, file = '/p/hookwright.yaml', scope: Scope = 'project') {
  const { value, issues } = parseConfig(text, file)
  expect(issues).toEqual([])
  return read({ file, scope, value }, { startDir: '/p' }, [guard, tell])
}

function hooksOf(text: string) {
  const { hooks, issues } = readFile(text)
  expect(issues).toEqual([])
  return hooks
}

function messages(text: string): readonly string[] {
  const { hooks, issues } = readFile(text)
  expect(hooks).toEqual([])
  return issues.map(
    ({ code, place, message, hint = '' }) => `${place.pointer?.join('.')} ${code}: ${message} ${hint}`,
  )
}

describe('a use becomes hooks', () => {
  test('under `packs` for every event of its pack, as the pack has them', () =>
    expect(hooksOf('packs: [{ use: hookwright/guard, with: { level: observe } }]')).toMatchObject([
      {
        id: 'hookwright:project:PreToolUse:packs.0',
        event: 'PreToolUse',
        matcher: { kind: 'names', names: ['Bash', 'Write'] },
        subject: 'tool',
        handler: { type: 'pack', name: 'guard', options: { level: 'observe' } },
        dialect: 'hookwright',
        wire: 'claude-code',
        source: { file: '/p/hookwright.yaml', pointer: ['packs', 0], scope: 'project' },
        timeoutMs: 10_000,
        onFailure: 'ask',
        guard: true,
        mode: 'wait',
      },
      {
        event: 'SessionStart',
        handler: { programs: 'machine', decides: false },
        timeoutMs: 60_000,
        onFailure: 'ignore',
        guard: false,
        statusMessage: 'Looking',
      },
    ]))

  test('under an event for that one', () =>
    expect(hooksOf('hooks: { SessionStart: [{ use: hookwright/guard }] }')).toMatchObject([
      {
        id: 'hookwright:project:SessionStart:0',
        event: 'SessionStart',
        source: { pointer: ['hooks', 'SessionStart', 0] },
      },
    ]))

  test.for([
    ['/p/hookwright.json', '{"packs":[{"use":"hookwright/tell"}]}'],
    ['/p/hookwright.toml', '[[packs]]\nuse = "hookwright/tell"\n'],
    ['/p/hookwright.toml', '[[hooks.Notification]]\nuse = "hookwright/tell"\n'],
  ] as const)('in %s', ([file, text]) => {
    const { hooks, issues } = readFile(text, file)
    expect({ issues, names: hooks.map(({ handler }) => handler) }).toEqual({
      issues: [],
      names: [{ type: 'pack', name: 'tell', options: {} }],
    })
  })

  test('before the entries of `hooks`', () => {
    const text = 'hooks: { Notification: [{ context: a }] }\npacks: [{ use: hookwright/tell }]'
    expect(hooksOf(text).map(({ handler }) => handler.type)).toEqual(['pack', 'rule'])
  })

  test('with what its entry says in place of what the pack says', () => {
    const more =
      'matcher: Read, if: "Read(./a)", timeout: 3, onFailure: deny, guard: false, stopOnDeny: true, pins: ["scripts/**"], enabled: false, statusMessage: S'
    expect(hooksOf(`hooks: { PreToolUse: [{ use: hookwright/guard, id: mine, ${more} }] }`)).toMatchObject([
      {
        id: 'mine',
        matcher: { names: ['Read'] },
        condition: 'Read(./a)',
        timeoutMs: 3_000,
        onFailure: 'deny',
        guard: false,
        stopOnDeny: true,
        pins: ['scripts/**'],
        offInFile: true,
        statusMessage: 'S',
      },
    ])
  })

  test('and a matcher and a condition under `packs` only on its tool events', () => {
    const [first, second] = hooksOf('packs: [{ use: hookwright/guard, matcher: Read, if: Read(./a) }]')
    expect(first).toMatchObject({ matcher: { names: ['Read'] }, condition: 'Read(./a)' })
    expect(second).toMatchObject({ matcher: { kind: 'all' } })
    expect(second).not.toHaveProperty('condition')
  })

  test('an id gets the event behind it where the pack has several', () => {
    const text = 'packs: [{ use: hookwright/guard, id: g }, { use: hookwright/tell, id: t }]'
    expect(hooksOf(text).map(({ id }) => id)).toEqual(['g.PreToolUse', 'g.SessionStart', 't'])
  })

  test('the defaults of the file come after what the pack says, and before ours', () => {
    const head = 'defaults: { timeout: 7, onFailure: deny, stopOnDeny: true }\n'
    const [first, second] = hooksOf(`${head}packs: [{ use: hookwright/guard }]`)
    expect(first).toMatchObject({ timeoutMs: 10_000, onFailure: 'ask', stopOnDeny: true })
    expect(second).toMatchObject({ timeoutMs: 7_000, onFailure: 'deny' })
  })
})

describe('equal uses have one key, so that they run once', () => {
  const keys = (...uses: readonly string[]) =>
    new Set(
      hooksOf(`packs: [${uses.join(', ')}]`)
        .filter(({ event }) => event === 'PreToolUse')
        .map(({ dedup }) => dedup),
    ).size

  test.for([
    ['the same text', '{ use: hookwright/guard }', '{ use: hookwright/guard }', 1],
    [
      'a default that is written down',
      '{ use: hookwright/guard }',
      '{ use: hookwright/guard, with: { level: deny } }',
      1,
    ],
    [
      'another order',
      '{ use: hookwright/guard, with: { level: observe, paths: [a] } }',
      '{ use: hookwright/guard, with: { paths: [a], level: observe } }',
      1,
    ],
    ['another option', '{ use: hookwright/guard }', '{ use: hookwright/guard, with: { level: observe } }', 2],
    ['another policy', '{ use: hookwright/guard }', '{ use: hookwright/guard, onFailure: deny }', 2],
  ] as const)('%s', ([, one, other, count]) => expect(keys(one, other)).toBe(count))
})

describe('what is wrong is told with its place, and no hook of the file runs', () => {
  test.for([
    [
      'packs: [{ use: hookwright/gaurd }]',
      'packs.0.use pack.unknown: "use" must name a pack, not "hookwright/gaurd". Did you mean "hookwright/guard"?',
    ],
    [
      'packs: [{ use: guard }]',
      'packs.0.use pack.unknown: "use" must name a pack, not "guard". Did you mean "hookwright/guard"?',
    ],
    [
      'packs: [{ use: hookwright/other }]',
      'packs.0.use pack.unknown: "use" must name a pack, not "hookwright/other". Packs are hookwright/guard, hookwright/tell.',
    ],
    [
      'packs: [{ use: sk-live-123456 }]',
      'packs.0.use pack.unknown: "use" must name a pack, not this string. Packs are hookwright/guard, hookwright/tell.',
    ],
    [
      'hooks: { Stop: [{ use: hookwright/guard }] }',
      'hooks.Stop.0.use pack.event: hookwright/guard does nothing on Stop. It has PreToolUse, SessionStart.',
    ],
    [
      'packs: [{ use: hookwright/guard, with: { level: of } }]',
      'packs.0.with.level pack.option: "level" must be one of observe, deny, not this string. ',
    ],
    [
      'hooks: { PreToolUse: [{ use: hookwright/guard, with: { path: a } }] }',
      'hooks.PreToolUse.0.with.path pack.option: "path" is not an option of hookwright/guard. Did you mean "paths"?',
    ],
    [
      'packs: [{ use: hookwright/tell, matcher: x }]',
      'packs.0.matcher hook.handler: "matcher" has no meaning here: no event of hookwright/tell is about a tool. Remove it.',
    ],
    [
      'packs: [hookwright/tell]',
      'packs.0 config.value: A use of a pack must be a mapping with "use", not a string. ',
    ],
    [
      'packs: [{ with: {} }]',
      'packs.0.use config.value: "use" must be the name of a pack such as "hookwright/dangerous-commands", not absent. ',
    ],
    [
      'packs: [{ use: hookwright/tell, command: x }]',
      'packs.0.command config.unknown-key: "command" is not a key of a use of a pack. Accepted are use, with, id, matcher, if, timeout, onFailure, guard, stopOnDeny, pins, enabled, statusMessage.',
    ],
    [
      'packs: { use: hookwright/tell }',
      'packs config.value: "packs" must be a list of packs, not a mapping. ',
    ],
    [
      'hooks: { PreToolUse: [{ command: x, with: {} }] }',
      'hooks.PreToolUse.0.with hook.handler: "with" has no meaning in a hook of type "command". Remove it: only hooks with "use" have it.',
    ],
    [
      'hooks: { PreToolUse: [{ use: hookwright/guard, command: x }] }',
      'hooks.PreToolUse.0.use hook.handler: The entry has both "command" and "use", but only one of them may stand in it. Make two entries of it.',
    ],
    [
      'hooks: { PreToolUse: [{ use: hookwright/guard, async: true }] }',
      'hooks.PreToolUse.0.async hook.handler: "async" has no meaning in the use of a pack. Remove it: only hooks of type "command" have it.',
    ],
    [
      'hooks: { PreToolUse: [{ use: hookwright/guard, type: command }] }',
      'hooks.PreToolUse.0.use hook.handler: "use" has no meaning in a hook of type "command". Remove "type" to keep it, or give "command" in its place.',
    ],
  ] as const)('%s', ([text, message]) => expect(messages(text)).toEqual([message]))
})
