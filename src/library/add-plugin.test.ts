import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bash, gateSays, livingEngine, livingProject, says } from '../../test/helpers/living.ts'
import type { Sandbox } from '../../test/helpers/cli.ts'
import type { Reloaded } from '../session/reload.ts'

const run = (command: string) => [{ hooks: [{ type: 'command', command }] }]
const settings = (value: object) => JSON.stringify(value)

/** A plugin outside the project whose hook says no, and what the user set for it. */
function writePlugin(sandbox: Sandbox, name = 'guard', at = `~/plugins/${name}`): string {
  sandbox.write(
    `${at}/hooks/hooks.json`,
    settings({ hooks: { PreToolUse: run('${CLAUDE_PLUGIN_ROOT}/no.sh') } }),
  )
  sandbox.write(`${at}/no.sh`, '#!/bin/sh\necho "plugin $CLAUDE_PLUGIN_OPTION_LEVEL" >&2\nexit 2\n')
  return sandbox.path(at)
}

function moment<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve: (value) => resolve(value) }
}

async function setUp(sandbox: Sandbox = livingProject()) {
  return { ...(await livingEngine({ sources: ['claude-code'] }, sandbox)), root: writePlugin(sandbox) }
}

describe('a plugin that is added while the engine lives', () => {
  test('guards from the next event on, with its options, until it is removed', async () => {
    const { engine, root } = await setUp()
    expect(await gateSays(engine)).toBe('none')
    const added = await engine.addPlugin({ root, options: { LEVEL: 'high' } })
    expect(added).toMatchObject({
      hooks: [{ id: expect.stringMatching(/^claude-code:plugin\/guard:PreToolUse:[0-9a-f]{8}$/) }],
      issues: [],
    })
    expect(await gateSays(engine)).toContain('plugin high')
    added.remove()
    expect(await gateSays(engine)).toBe('none')
    expect(engine.hooks).toEqual([])
  })

  test('comes as one that was there when the engine was made: same ids, same owner', async () => {
    const { engine, sandbox, root } = await setUp()
    await engine.addPlugin({ root, options: { LEVEL: 'x' } })
    const other = await livingEngine(
      { sources: ['claude-code'], plugins: [{ root, options: { LEVEL: 'x' } }] },
      sandbox,
    )
    expect(engine.hooks).toEqual(other.engine.hooks)
  })

  test('is one plugin under every path that leads to it', async () => {
    const { engine, sandbox, root } = await setUp()
    const link = sandbox.path('~/plugins/link')
    symlinkSync(root, link)
    await engine.addPlugin({ root })
    await expect(engine.addPlugin({ root: link })).rejects.toThrow(/is already there/)
    expect(engine.hooks).toHaveLength(1)
  })

  test('writes its options nowhere', async () => {
    const { engine, sandbox, root } = await setUp()
    await engine.addPlugin({ root, options: { LEVEL: 'swordfish' } })
    await engine.dispatch(bash)
    const { stdout } = await sandbox.shell(`grep -rl swordfish ${sandbox.home} || true`)
    expect(stdout).toBe('')
  })

  test('needs an approval when it lies in the project', async () => {
    const sandbox = livingProject()
    const { engine } = await livingEngine({ sources: ['claude-code'], trustProject: true }, sandbox)
    const root = writePlugin(sandbox, 'inside', 'plugins/inside')
    const added = await engine.addPlugin({ root })
    expect(await gateSays(engine)).toBe('none')
    const [entry] = engine.trust.list()
    expect(entry).toMatchObject({
      hook: added.hooks[0],
      state: 'unapproved',
      scripts: [{ path: 'plugins/inside/no.sh' }],
    })
    engine.trust.approve(entry?.digest ?? '')
    expect(await gateSays(engine)).toContain('plugin')
    added.remove()
    expect(engine.trust.list()).toEqual([])
  })

  test('obeys the settings that are in force', async () => {
    const sandbox = livingProject()
    sandbox.write('~/.claude/settings.json', settings({ disableAllHooks: true }))
    const { engine, root } = await setUp(sandbox)
    await engine.addPlugin({ root })
    expect(await gateSays(engine)).toBe('none')
  })

  test('obeys settings that change later, when the engine watches them', async () => {
    const sandbox = livingProject()
    const file = sandbox.write('~/.claude/settings.json', '{}')
    const { engine, root } = await setUp(sandbox)
    const added = await engine.addPlugin({ root })
    const reload = moment<Reloaded>()
    await engine.watch({ onReload: reload.resolve })
    writeFileSync(file, settings({ disableAllHooks: true }))
    await reload.promise
    expect(await gateSays(engine)).toBe('none')
    expect(added.hooks).toEqual(engine.hooks)
    added.remove()
    expect(engine.hooks).toEqual([])
  })

  test('is known to the agents it ships: their hooks are refused', async () => {
    const { engine, sandbox, root } = await setUp()
    const agent = sandbox.write(
      '~/plugins/guard/agents/a.md',
      '---\nname: a\nhooks:\n  Stop:\n    - hooks: [{ type: command, command: "true" }]\n---\n',
    )
    const before = await engine.addFrontmatter(agent, { kind: 'agent', agentId: 'a1' })
    expect(before.hooks).toHaveLength(1)
    const plugin = await engine.addPlugin({ root })
    const after = await engine.addFrontmatter(agent, { kind: 'agent', agentId: 'a1' })
    expect([after.hooks.length, after.issues.length]).toEqual([0, 1])
    plugin.remove()
    expect((await engine.addFrontmatter(agent, { kind: 'agent', agentId: 'a1' })).hooks).toHaveLength(1)
  })

  test('that is broken stands in for what it may have guarded, and is told of', async () => {
    const { engine, root } = await setUp()
    writeFileSync(join(root, 'hooks/hooks.json'), '{ torn')
    const added = await engine.addPlugin({ root })
    expect(added.issues).toMatchObject([{ severity: 'error' }])
    expect((await engine.dispatch(bash)).decision).toBe('ask')
    added.remove()
    expect((await engine.dispatch(bash)).decision).toBe('none')
  })

  test('can be added again after it was removed, and is read anew', async () => {
    const { engine, root } = await setUp()
    ;(await engine.addPlugin({ root })).remove()
    writeFileSync(join(root, 'no.sh'), says('anew'))
    const again = await engine.addPlugin({ root })
    expect(await gateSays(engine)).toContain('anew')
    again.remove()
    again.remove()
    expect(await gateSays(engine)).toBe('none')
  })

  test('fires at an event that has been asked about before', async () => {
    const { engine, root } = await setUp()
    expect(engine.has('PreToolUse')).toBe(false)
    await engine.addPlugin({ root })
    expect(engine.has('PreToolUse')).toBe(true)
  })
})

describe('a plugin that cannot be added', () => {
  test('because its folder is one already is a TypeError', async () => {
    const { engine, root } = await setUp()
    await engine.addPlugin({ root })
    await expect(engine.addPlugin({ root: `${root}/` })).rejects.toThrow(/already.*remove/s)
    expect(engine.hooks).toHaveLength(1)
  })

  test('because it was there when the engine was made is a TypeError too', async () => {
    const sandbox = livingProject()
    const root = writePlugin(sandbox)
    const { engine } = await livingEngine({ sources: [], plugins: [{ root }] }, sandbox)
    await expect(engine.addPlugin({ root })).rejects.toThrow(/already/)
  })

  test('because another has its name is told, and the first one stays', async () => {
    const { engine, sandbox, root } = await setUp()
    await engine.addPlugin({ root })
    const twin = writePlugin(sandbox, 'guard', '~/other/guard')
    const added = await engine.addPlugin({ root: twin })
    expect(added.issues).toMatchObject([{ code: 'plugin.twice' }])
    expect(added.hooks.filter(({ source }) => source.scope === 'plugin')).toEqual([])
  })

  test('because its folder is gone is told', async () => {
    const { engine, root } = await setUp()
    rmSync(root, { recursive: true })
    expect(existsSync(root)).toBe(false)
    expect((await engine.addPlugin({ root })).issues).toMatchObject([{ code: 'plugin.missing' }])
  })

  test.for<[string, unknown, string]>([
    ['no object', 'guard', 'plugin'],
    ['no root', { name: 'x' }, 'root'],
    ['a misspelt option', { root: '/x', option: {} }, 'Did you mean "options"?'],
    ['options as one text', { root: '/x', options: 't=swordfish' }, 'texts by name, not a text.'],
    ['an option that is no text', { root: '/x', options: { KEY: 7 } }, '"KEY"'],
    ['a name that is no text', { root: '/x', name: 1 }, 'name'],
  ])('%s is a TypeError, here and when the engine is made', async ([, spec, said]) => {
    const { engine, sandbox } = await setUp()
    await expect(engine.addPlugin(spec as never)).rejects.toThrow(said)
    await expect(livingEngine({ plugins: [spec as never] }, sandbox)).rejects.toThrow(said)
  })

  test('a list of plugins that is none is a TypeError', async () => {
    await expect(livingEngine({ plugins: { root: '/x' } as never })).rejects.toThrow('must be a list')
  })

  test('because the engine was disposed is an error', async () => {
    const { engine, root } = await setUp()
    await engine.dispose()
    await expect(engine.addPlugin({ root })).rejects.toThrow('disposed')
  })
})

test('two engines do not share plugins', async () => {
  const one = await setUp()
  const two = await livingEngine({ sources: ['claude-code'] }, one.sandbox)
  await one.engine.addPlugin({ root: one.root })
  expect([await gateSays(one.engine), await gateSays(two.engine)]).toEqual([
    expect.stringContaining('plugin'),
    'none',
  ])
})
