import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'
import { place, USE } from '../helpers/npm-pack.ts'

test('add shows what a pack holds and locks it; after an approval its hooks run, without the network', async () => {
  const here = await place()
  const before = await here.decide('zap x')
  expect(before).toEqual({})
  const add = await here.cli('packs', 'add', USE, '--yes')
  expect(add.code).toBe(0)
  expect(add.stderr).toContain(`${USE} holds 2 hooks:`)
  expect(add.stderr).toContain('some-pack.words on PreToolUse')
  expect(add.stderr).toContain('module ./words.mjs')
  expect(add.stderr).toContain('with word: zap')
  expect(add.stderr).toContain('network: not by itself')
  const lock = JSON.parse(here.sandbox.read('hookwright.lock')) as {
    packs: Record<string, { files: object }>
  }
  expect(Object.keys(lock.packs)).toEqual(['some-pack@1.2.3'])
  expect(Object.keys(lock.packs['some-pack@1.2.3']?.files ?? {})).toEqual([
    'note.sh',
    'pack.yaml',
    'package.json',
    'words.mjs',
  ])
  expect(await here.decide('zap x')).toEqual({})
  await here.cli('trust', 'add', '--yes')
  here.registry.close()
  const asked = here.registry.asked.length
  expect(await here.decide('zap x')).toEqual({ decision: 'deny', reason: 'Not zap.' })
  expect(await here.decide('ls')).toEqual({})
  expect(here.registry.asked.length).toBe(asked)
})

test('without --yes nothing is written where nobody can answer', async () => {
  const here = await place()
  const { code, stderr } = await here.cli('packs', 'add', USE)
  expect({ code, isLocked: here.sandbox.exists('hookwright.lock') }).toEqual({ code: 1, isLocked: false })
  expect(stderr).toContain('needs a person')
})

test('below an agent nothing is even fetched', async () => {
  const here = await place()
  const env = { CLAUDECODE: '1', npm_config_registry: here.registry.url }
  const { code, stderr } = await here.sandbox.cli(['packs', 'add', USE, '--yes'], { env })
  expect({ code, asked: here.registry.asked }).toEqual({ code: 1, asked: [] })
  expect(stderr).toContain('allowAgents: [packs]')
})

test('a range, a tag and no version are bad command lines', async () => {
  const sandbox = createSandbox()
  for (const version of ['@^1.0.0', '@latest', '']) {
    const { code, stderr } = await sandbox.cli(['packs', 'add', `npm:some-pack${version}`, '--yes'])
    expect({ code, isTold: /exact|no version/.test(stderr) }).toEqual({ code: 64, isTold: true })
  }
})
