import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createEngine } from './create-engine.ts'
import type { Engine } from './engine.ts'

/** An engine whose user has these entries for PreToolUse. */
async function withEntries(...entries: readonly string[]): Promise<Engine> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-own-')))
  const config = join(root, 'config', 'hookwright')
  vi.stubEnv('XDG_STATE_HOME', join(root, 'state'))
  vi.stubEnv('XDG_CONFIG_HOME', join(root, 'config'))
  vi.stubEnv('HOME', join(root, 'home'))
  mkdirSync(config, { recursive: true })
  mkdirSync(join(root, 'app'))
  const lines = entries.map((entry) => `    - ${entry}\n`).join('')
  writeFileSync(join(config, 'hookwright.yaml'), `version: 1\nhooks:\n  PreToolUse:\n${lines}`)
  const engine = await createEngine({ cwd: join(root, 'app'), sources: ['hookwright'] })
  onTestFinished(async () => {
    await engine.dispose()
    rmSync(root, { recursive: true, force: true })
  })
  return engine
}

test.for([
  ['Fetch', { url: 'https://evil.example/x' }],
  ['Fetch', { url: 'https://evil.example/x', https: '//good.example/' }],
  ['Fetch', { url: 'https://evil.example/x', https: '' }],
  ['Fetch', { url: 'https://evil.example/x', '': 'x' }],
  ['mcp__web__fetch', { url: 'https://evil.example/x', https: '//good.example/' }],
] as const)('%s with %j is denied, whatever arguments the model adds', async ([name, input]) => {
  const engine = await withEntries(
    `{ matcher: '${name}', if: '${name}(https://good.example/*)', allow: fine }`,
    `{ matcher: '${name}', if: '${name}(https://evil.example/*)', deny: evil }`,
  )
  expect(engine.issues).toEqual([])
  expect(await engine.dispatch({ name: 'PreToolUse', tool: { name, input } })).toMatchObject({
    decision: 'deny',
    reason: 'evil',
  })
})

test('an engine tells of a text rule on a tool that has none', async () => {
  const engine = await withEntries(`{ if: 'SendMessage(*secret*)', deny: secret }`)
  expect(engine.issues).toMatchObject([
    { code: 'hook.condition', message: expect.stringContaining('SendMessage(*secret*)') as string },
  ])
})

test('settings added to an engine tell of it too', async () => {
  const engine = await withEntries(`{ if: Bash, deny: x }`)
  const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: 'true', if: 'LSP(x*)' }] }] }
  expect((await engine.addHooks({ hooks })).issues).toMatchObject([{ code: 'hook.condition' }])
})
