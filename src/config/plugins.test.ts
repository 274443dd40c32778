import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { unseal } from '../core/sealed.ts'
import { places } from '../../test/helpers/builders.ts'
import { memoryFiles, type MemoryEntry } from '../../test/helpers/memory-files.ts'
import { dialects } from '../../test/helpers/dialects.ts'
import { openState } from '../ports/state.ts'
import type { LoadRequest } from './gather.ts'
import { formerId } from './former-id.ts'
import { load } from './load.ts'
import { readSnapshot } from './snapshot.ts'
import { createCovering } from './covering.ts'
import { openTrust } from './trust.ts'

const ROOT = '/opt/guard'
const MANIFEST = `${ROOT}/.claude-plugin/plugin.json`
const HOOKS = `${ROOT}/hooks/hooks.json`

const run = (command: string) => [{ hooks: [{ type: 'command', command }] }]
const stop = (command = 'a') => JSON.stringify({ hooks: { Stop: run(command) } })

function request(entries: Record<string, MemoryEntry>, fields: Partial<LoadRequest> = {}): LoadRequest {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-plugins-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return {
    sources: [],
    plugins: [{ root: ROOT }],
    host: undefined,
    places: places(),
    files: memoryFiles(entries),
    state: openState(join(dir, 'hookwright')),
    dialects,
    maxBytes: 1_000_000,
    maxDepth: 64,
    ...fields,
  }
}

async function loaded(entries: Record<string, MemoryEntry>, fields: Partial<LoadRequest> = {}) {
  const all = await load(request(entries, fields))
  return {
    ...all,
    ids: all.hooks.map(formerId),
    codes: all.issues.map((problem) => problem.code),
  }
}

describe('the hooks of a plugin', () => {
  test.for<[string, Record<string, MemoryEntry>, string[]]>([
    ['stand in hooks/hooks.json', { [HOOKS]: stop() }, ['claude-code:plugin/guard:Stop:0.0']],
    [
      'are named after its manifest',
      { [MANIFEST]: '{"name":"sentry"}', [HOOKS]: stop() },
      ['claude-code:plugin/sentry:Stop:0.0'],
    ],
    [
      'may stand in a file the manifest names, which adds to the usual one',
      { [MANIFEST]: '{"hooks":"./more/x.json"}', [HOOKS]: stop(), [`${ROOT}/more/x.json`]: stop('b') },
      ['claude-code:plugin/guard:Stop:0.0', 'claude-code:plugin/guard/more/x:Stop:0.0'],
    ],
    [
      'may stand in several such files',
      {
        [MANIFEST]: '{"hooks":["./x.json","./y.json"]}',
        [`${ROOT}/x.json`]: stop(),
        [`${ROOT}/y.json`]: stop('b'),
      },
      ['claude-code:plugin/guard/x:Stop:0.0', 'claude-code:plugin/guard/y:Stop:0.0'],
    ],
    [
      'are read once when the manifest names the usual file',
      { [MANIFEST]: '{"hooks":"./hooks/hooks.json"}', [HOOKS]: stop() },
      ['claude-code:plugin/guard:Stop:0.0'],
    ],
    [
      'may stand in the manifest',
      { [MANIFEST]: JSON.stringify({ hooks: { Stop: run('a') } }) },
      ['claude-code:plugin/guard/.claude-plugin/plugin:Stop:0.0'],
    ],
    [
      'may stand there as in a file of their own',
      { [MANIFEST]: JSON.stringify({ hooks: { hooks: { Stop: run('a') } } }) },
      ['claude-code:plugin/guard/.claude-plugin/plugin:Stop:0.0'],
    ],
  ])('%s', async ([, entries, ids]) => {
    expect(await loaded(entries)).toMatchObject({ ids, codes: [], broken: [] })
  })

  test('know their plugin; its options are sealed', async () => {
    const plugin = { root: ROOT, name: 'guard@acme', dataDir: '/data', options: { key: 'v' } }
    const { hooks } = await loaded({ [HOOKS]: stop() }, { plugins: [plugin] })
    expect(hooks[0]?.source).toEqual({
      file: HOOKS,
      pointer: ['hooks', 'Stop', 0, 'hooks', 0],
      scope: 'plugin',
      owner: { kind: 'plugin', name: 'guard@acme', root: ROOT, dataDir: '/data', options: {} },
    })
    expect(unseal(hooks[0]?.source.owner?.options ?? {})).toEqual({ key: 'v' })
  })

  test('come after the settings, in the order the plugins were named', async () => {
    const { ids } = await loaded(
      {
        '/a/hooks/hooks.json': stop(),
        '/b/hooks/hooks.json': stop(),
        '/home/dev/.claude/settings.json': stop(),
      },
      { sources: ['claude-code'], plugins: [{ root: '/b' }, { root: '/a' }] },
    )
    expect(ids).toEqual([
      'claude-code:user:Stop:0.0',
      'claude-code:plugin/b:Stop:0.0',
      'claude-code:plugin/a:Stop:0.0',
    ])
  })

  test('a manifest cannot take a name with a marketplace', async () => {
    const { hooks } = await loaded({ [MANIFEST]: '{"name":"guard@acme"}', [HOOKS]: stop() })
    expect(hooks[0]?.source.owner?.name).toBe('guard-acme')
  })
})

describe('a plugin that cannot be read', () => {
  test.for<[string, Record<string, MemoryEntry>, string, object]>([
    ['whose folder is missing', {}, 'plugin.missing', { file: ROOT }],
    ['whose folder is a file', { [ROOT]: '' }, 'plugin.missing', { file: ROOT }],
    [
      'S09 whose manifest leads out of its folder',
      { [MANIFEST]: '{\n "hooks": "../else/x.json"\n}', '/opt/else/x.json': stop() },
      'plugin.escape',
      { file: MANIFEST, line: 2, column: 11 },
    ],
    [
      'S09 whose manifest names an absolute path',
      { [MANIFEST]: '{"hooks":["/etc/x.json"]}', '/etc/x.json': stop() },
      'plugin.escape',
      { file: MANIFEST, line: 1, column: 11 },
    ],
    [
      'S09 whose hooks are a link out of its folder',
      { [HOOKS]: { link: '/opt/else/x.json' }, '/opt/else/x.json': stop() },
      'plugin.escape',
      { file: HOOKS },
    ],
    [
      'whose manifest names a missing file',
      { [MANIFEST]: '{"hooks":"./gone.json"}' },
      'config.missing',
      { file: MANIFEST, line: 1, column: 10 },
    ],
    ['with broken JSON', { [HOOKS]: '{' }, 'config.syntax', { file: HOOKS, line: 1 }],
    [
      'with a broken manifest',
      { [MANIFEST]: '{', [HOOKS]: '{"hooks":{}}' },
      'config.syntax',
      { file: MANIFEST },
    ],
    [
      'with events where "hooks" belongs',
      { [HOOKS]: JSON.stringify({ Stop: run('a') }) },
      'config.shape',
      { file: HOOKS },
    ],
    [
      'with a broken guard',
      { [HOOKS]: '{"hooks":{"PreToolUse":[{"hooks":[{}]}]}}' },
      'hook.type',
      { file: HOOKS, line: 1, column: 35 },
    ],
  ])('%s is told about, and is the business of who named it', async ([, entries, code, place]) => {
    const { ids, broken } = await loaded(entries)
    expect(ids).toEqual([])
    expect(broken).toMatchObject([{ scope: 'user', issue: { code, severity: 'error', place } }])
  })

  test('inside the project is the project’s business', async () => {
    const { broken } = await loaded({ '/home/dev/app/.git/x': '' }, { plugins: [{ root: 'plugins/gone' }] })
    expect(broken).toMatchObject([
      { scope: 'project', issue: { code: 'plugin.missing', place: { file: '/home/dev/app/plugins/gone' } } },
    ])
  })

  test('a folder without any file of a plugin is a warning', async () =>
    expect(await loaded({ [`${ROOT}/commands/x.md`]: '' })).toMatchObject({
      issues: [{ code: 'plugin.empty', severity: 'warning' }],
      broken: [],
    }))

  test('two folders of one name are not both loaded', async () => {
    const entries = { '/a/x/hooks/hooks.json': stop(), '/b/x/hooks/hooks.json': stop() }
    const { ids, codes } = await loaded(entries, { plugins: [{ root: '/a/x' }, { root: '/b/x' }] })
    expect({ ids, codes }).toEqual({ ids: ['claude-code:plugin/x:Stop:0.0'], codes: ['plugin.twice'] })
  })
})

describe('keys of a plugin’s files', () => {
  test.for<[string, Record<string, MemoryEntry>, string[]]>([
    ['a description is fine', { [HOOKS]: '{"description":"d","hooks":{}}' }, []],
    ['a description is text', { [HOOKS]: '{"description":1,"hooks":{}}' }, ['config.shape']],
    ['others are told', { [HOOKS]: '{"extra":1,"hooks":{}}' }, ['config.unknown-key']],
    ['a manifest may have keys we do not know', { [MANIFEST]: '{"channels":1}' }, []],
    ['a slip in a manifest is told', { [MANIFEST]: '{"hook":{}}' }, ['config.unknown-key']],
    ['hooks of a manifest are paths or hooks', { [MANIFEST]: '{"hooks":7}' }, ['config.shape']],
    ['a list of them holds paths', { [MANIFEST]: '{"hooks":[{}]}' }, ['config.shape']],
    ['its name is a word', { [MANIFEST]: '{"name":7}' }, ['config.shape']],
  ])('%s', async ([, entries, codes]) => expect((await loaded(entries)).codes).toEqual(codes))
})

describe('trust', () => {
  test.for([
    ['/opt/guard', 'not-needed'],
    ['/home/dev/app/plugins/guard', 'untrusted'],
  ] as const)('a plugin in %s: %s', async ([root, status]) => {
    const asked = request({ [`${root}/hooks/hooks.json`]: stop() }, { plugins: [{ root }] })
    const { hooks } = await load(asked)
    const trust = openTrust(asked.state, asked.places, asked.files, createCovering)
    expect(hooks.map((hook) => trust.status(hook))).toEqual([status])
  })

  test('covers the scripts a plugin names by its root', async () => {
    const root = '/home/dev/app/plugins/guard'
    const asked = request(
      {
        [`${root}/hooks/hooks.json`]: stop('${CLAUDE_PLUGIN_ROOT}/bin/check.sh'),
        [`${root}/bin/check.sh`]: 'exit 2',
      },
      { plugins: [{ root }] },
    )
    const { hooks } = await load(asked)
    const trust = openTrust(asked.state, asked.places, asked.files, createCovering)
    const scripts = hooks.flatMap((hook) => trust.digest(hook).scripts)
    expect(scripts).toMatchObject([{ path: 'plugins/guard/bin/check.sh' }])
  })
})

describe('a snapshot', () => {
  test('is not found for other plugins', async () => {
    const asked = request({ [HOOKS]: stop() })
    await load(asked)
    expect(readSnapshot(asked)).toBeDefined()
    expect(readSnapshot({ ...asked, plugins: [] })).toBeUndefined()
    expect(readSnapshot({ ...asked, plugins: [{ root: ROOT, forced: true }] })).toBeUndefined()
  })

  test('stands for a plugin whose files did not change', async () => {
    const entries = { [MANIFEST]: '{"hooks":"./x.json"}', [`${ROOT}/x.json`]: stop() }
    const asked = request(entries)
    const first = await load(asked)
    const still = new Map(
      [...dialects].map(([name, one]) => [
        name,
        { ...one, config: () => Promise.reject(new Error('compiled')) },
      ]),
    )
    expect(await load({ ...asked, dialects: still })).toEqual(first)
    const changed = { ...asked, files: memoryFiles({ ...entries, [`${ROOT}/x.json`]: stop('other') }) }
    expect((await load(changed)).hooks).not.toEqual(first.hooks)
  })

  test('is not written where values may be secret', async () => {
    const asked = request({ [HOOKS]: stop() }, { plugins: [{ root: ROOT, options: { token: 's3cret' } }] })
    await load(asked)
    expect(asked.state.list('snapshots')).toEqual([])
  })
})

describe('settings that are no source themselves', () => {
  const managed = '/etc/claude-code/managed-settings.json'
  const off = (key: string) => JSON.stringify({ [key]: true, hooks: { Stop: run('m') } })

  test.for([
    [managed, 'allowManagedHooksOnly'],
    ['/home/dev/.claude/settings.json', 'disableAllHooks'],
  ] as const)('%s still rules over plugins by %s, without its own hooks', async ([file, key]) => {
    const { hooks } = await loaded({ [HOOKS]: stop(), [file]: off(key) })
    expect(hooks).toMatchObject([
      {
        id: expect.stringMatching(/^claude-code:plugin\/guard:Stop:[0-9a-f]{8}$/),
        disabled: `switched off by "${key}"`,
      },
    ])
  })

  test('a policy nobody can read is told about', async () => {
    const { broken } = await loaded({ [HOOKS]: stop(), [managed]: '{' })
    expect(broken).toMatchObject([{ scope: 'managed', issue: { code: 'config.syntax' } }])
  })
})
