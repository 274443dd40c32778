import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../test/helpers/cli.ts'
import { systemEnv } from '../ports/env.ts'
import { openWorkspace, type Workspace } from '../workspace/open.ts'

const PACK = `name: p
version: "1.0.0"
summary: A pack.
options:
  word: { type: text, summary: A word., default: zap }
  level: { type: choice, summary: How strict., values: [ask, deny], default: ask }
hooks:
  PreToolUse:
    - { id: rule, matcher: Bash, deny: No. }
    - { id: run, command: "./run.sh --in {{pack}}/x" }
  Stop:
    - { id: mod, module: ./m.mjs }
`

function project(config: string, files: Readonly<Record<string, string>> = {}): Sandbox {
  const sandbox = createSandbox()
  sandbox.write('hookwright.yaml', `version: 1\n${config}\n`)
  for (const [name, text] of Object.entries({ 'packs/p/pack.yaml': PACK, ...files }))
    sandbox.write(name, text)
  return sandbox
}

function open({ env, project: cwd }: Sandbox): Promise<Workspace> {
  const { variables, ...rest } = systemEnv(env as Record<string, string>)
  return openWorkspace({ env: { ...rest, variables, cwd }, cwd })
}

async function problems(sandbox: Sandbox): Promise<readonly string[]> {
  const { loaded } = await open(sandbox)
  return loaded.issues.map(({ place, message }) => {
    const file = (place.file ?? '').slice(sandbox.project.length + 1)
    return `${file}:${place.line ?? ''} ${message.replaceAll(sandbox.project, '…')}`
  })
}

test('packs: uses all hooks of a folder, an entry those of its event', async () => {
  const all = await open(project('packs: [{ use: ./packs/p }]'))
  expect(all.loaded.hooks.map(({ id, event }) => [id, event])).toEqual([
    ['p.rule', 'PreToolUse'],
    ['p.run', 'PreToolUse'],
    ['p.mod', 'Stop'],
  ])
  const one = await open(project('hooks: { Stop: [{ use: ./packs/p, id: mine }] }'))
  expect(one.loaded.hooks.map(({ id }) => id)).toEqual(['mine.mod'])
})

test('a hook stands in pack.yaml, and options reach it as data, never as words', async () => {
  const sandbox = project(
    'packs: [{ use: ./packs/p, with: { word: "$(touch x)" }, timeout: 7, onFailure: deny }]',
  )
  const { loaded } = await open(sandbox)
  const root = sandbox.path('packs/p')
  const [rule, run, mod] = loaded.hooks
  expect(run?.source).toMatchObject({ file: join(root, 'pack.yaml'), pointer: ['hooks', 'PreToolUse', 1] })
  expect(run?.source.pack).toEqual({ name: 'p', root, usedBy: sandbox.path('hookwright.yaml') })
  expect(run?.handler).toMatchObject({
    start: {
      words: [join(root, 'run.sh'), '--in', `${root}/x`],
      written: ['./run.sh', '--in', '{{pack}}/x'],
    },
    env: { HOOKWRIGHT_PACK: root, HOOKWRIGHT_PACK_OPTIONS: '{"word":"$(touch x)","level":"ask"}' },
  })
  expect(mod?.handler).toMatchObject({ options: { word: '$(touch x)', level: 'ask' } })
  expect([run?.timeoutMs, run?.onFailure, rule?.onFailure]).toEqual([7_000, 'deny', 'ignore'])
})

test.for<[string, string, Readonly<Record<string, string>>, string]>([
  [
    'no such folder',
    'packs: [{ use: ./packs/q }]',
    {},
    'hookwright.yaml:2 "…/packs/q/pack.yaml" does not exist.',
  ],
  [
    'a folder outside the project',
    'packs: [{ use: ../q }]',
    {},
    'hookwright.yaml:2 The pack "../q" lies outside of the project; it is not read.',
  ],
  [
    'an unknown option',
    'packs: [{ use: ./packs/p, with: { wrd: x } }]',
    {},
    'hookwright.yaml:2 "wrd" is not an option of the pack "p".',
  ],
  [
    'a wrong option',
    'packs: [{ use: ./packs/p, with: { level: no } }]',
    {},
    'hookwright.yaml:2 "level" must be one of ask, deny, not this string.',
  ],
  [
    'an event that it does not have',
    'hooks: { SessionEnd: [{ use: ./packs/p }] }',
    {},
    'hookwright.yaml:2 The pack "p" does nothing on SessionEnd.',
  ],
  [
    'a matcher of its use',
    'packs: [{ use: ./packs/p, matcher: Bash }]',
    {},
    'hookwright.yaml:2 "matcher" has no meaning here: a pack of your own says itself what its hooks are for.',
  ],
  [
    'a mistake in an entry',
    'packs: [{ use: ./packs/p }]',
    { 'packs/p/pack.yaml': PACK.replace('deny: No.', 'dney: No.') },
    'packs/p/pack.yaml:9 "dney" is not a key of a hook entry.',
  ],
  [
    'a default that is no value',
    'packs: [{ use: ./packs/p }]',
    { 'packs/p/pack.yaml': PACK.replace('default: ask', 'default: maybe') },
    'packs/p/pack.yaml:6 "level" must be one of ask, deny, not this string.',
  ],
  [
    'a type that there is not',
    'packs: [{ use: ./packs/p }]',
    { 'packs/p/pack.yaml': PACK.replace('type: text', 'type: txt') },
    'packs/p/pack.yaml:5 "type" must be one of choice, flag, number, text, texts, choices, not "txt".',
  ],
  [
    'a pack that uses itself',
    'packs: [{ use: ./packs/p }]',
    { 'packs/p/pack.yaml': `${PACK}    - { use: . }\n` },
    'packs/p/pack.yaml:13 Packs use each other more than 4 deep, down to "…/packs/p".',
  ],
  [
    'a pack that uses one of npm',
    'packs: [{ use: ./packs/p }]',
    { 'packs/p/pack.yaml': `${PACK}    - { use: "npm:x@1.0.0" }\n` },
    'packs/p/pack.yaml:13 A pack uses "npm:x@1.0.0", and only the config itself may use packs of npm.',
  ],
  [
    'text that is no YAML',
    'packs: [{ use: ./packs/p }]',
    { 'packs/p/pack.yaml': 'name: [' },
    'packs/p/pack.yaml:1 ',
  ],
])('%s is told at its place, and no hook of the file counts', async ([, config, files, message]) => {
  const sandbox = project(config, files)
  const told = await problems(sandbox)
  expect(told.filter((each) => each.startsWith(message))).toHaveLength(1)
  expect((await open(sandbox)).loaded.hooks).toEqual([])
})

test('a link that leads out of the project is not followed', async () => {
  const sandbox = project('packs: [{ use: ./packs/q }]')
  const outside = join(sandbox.root, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'pack.yaml'), PACK)
  symlinkSync(outside, sandbox.path('packs/q'))
  expect(await problems(sandbox)).toEqual([expect.stringContaining('lies outside of the project')])
})

test('a pack uses other packs, each with its own folder', async () => {
  const inner = 'name: inner\nversion: "1.0.0"\nsummary: s\nhooks: { Stop: [{ id: a, command: ./a.sh }] }\n'
  const sandbox = project('packs: [{ use: ./packs/p }]', {
    'packs/p/pack.yaml': `${PACK}    - { use: ../inner }\n`,
    'packs/inner/pack.yaml': inner,
  })
  const { loaded } = await open(sandbox)
  const found = loaded.hooks.find(({ source }) => source.pack?.name === 'inner')
  expect(found?.id).toBe('p.inner.a')
  expect(found?.handler).toMatchObject({
    env: { HOOKWRIGHT_PACK: dirname(sandbox.path('packs/inner/a.sh')) },
  })
})

test('a second reading, from the snapshot, sees every change of pack.yaml', async () => {
  const sandbox = project('packs: [{ use: ./packs/p }]')
  expect((await open(sandbox)).loaded.hooks).toHaveLength(3)
  expect((await open(sandbox)).loaded.hooks).toHaveLength(3)
  sandbox.write('packs/p/pack.yaml', PACK.replace(/  Stop:[^]*/, ''))
  expect((await open(sandbox)).loaded.hooks).toHaveLength(2)
})

test('an approval covers scripts, modules and options; it is the same in another checkout', async () => {
  const files = { 'packs/p/run.sh': '#!/bin/sh\n', 'packs/p/m.mjs': 'export default () => {}\n' }
  const digest = async (sandbox: Sandbox): Promise<string> => {
    const { trust, loaded } = await open(sandbox)
    await trust.loadReader()
    return trust.projectDigest(loaded.hooks)
  }
  const use = 'packs: [{ use: ./packs/p }]'
  const one = await digest(project(use, files))
  expect(await digest(project(use, files))).toBe(one)
  expect(await digest(project(use, { ...files, 'packs/p/run.sh': '#!/bin/sh\nexit 2\n' }))).not.toBe(one)
  expect(await digest(project(use, { ...files, 'packs/p/m.mjs': 'export default 1\n' }))).not.toBe(one)
  expect(await digest(project('packs: [{ use: ./packs/p, with: { word: x } }]', files))).not.toBe(one)
})

test('approved hooks of a pack that breaks make calls ask', async () => {
  const sandbox = project('packs: [{ use: ./packs/p }]')
  sandbox.write('packs/p/run.sh', '#!/bin/sh\n')
  chmodSync(sandbox.path('packs/p/run.sh'), 0o755)
  const first = await open(sandbox)
  await first.trust.loadReader()
  first.trust.approve(first.loaded.hooks, Date.now())
  sandbox.write('packs/p/pack.yaml', 'name: [')
  const { loaded, standIns } = await open(sandbox)
  const stand = standIns(loaded.broken)
  expect(stand.some(({ event }) => event === 'PreToolUse')).toBe(true)
  expect(stand.every(({ handler }) => handler.type === 'rule' && handler.decision === 'ask')).toBe(true)
})
