import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Engine } from '../../src/library/engine.ts'
import { bash, gateSays, livingEngine, writeSkill } from '../helpers/living.ts'

test('approvals and revocations of the command line reach a running engine', async () => {
  const { engine, sandbox } = await livingEngine()
  expect(await gateSays(engine)).toBe('none')
  for (let round = 0; round < 2; round += 1) {
    expect((await sandbox.cli(['trust', 'add', '--yes'])).code).toBe(0)
    expect(await gateSays(engine)).toBe('first')
    expect((await sandbox.cli(['trust', 'revoke', '--yes'])).code).toBe(0)
    expect(await gateSays(engine)).toBe('none')
  }
})

test('the command line sees what a running engine approved and revoked', async () => {
  const { engine, sandbox } = await livingEngine()
  const [entry] = engine.trust.list()
  engine.trust.approve(entry?.digest ?? '')
  const shown = async () =>
    (JSON.parse((await sandbox.cli(['trust', 'show', '--json'])).stdout) as { hooks: { state: string }[] })
      .hooks
  expect(await shown()).toMatchObject([{ state: 'approved', digest: entry?.digest }])
  engine.trust.revoke()
  expect(await shown()).toMatchObject([{ state: 'new' }])
})

test('an approval of a skill on the command line holds in every session of a running engine', async () => {
  const { engine, sandbox } = await livingEngine({ sources: [] })
  const file = writeSkill(sandbox)
  for (const sessionId of ['s1', 's2']) await engine.addFrontmatter(file, { kind: 'skill', sessionId })
  expect(await decisions(engine)).toEqual(['none', 'none'])
  expect((await sandbox.cli(['trust', 'add', '--source', file, '--yes'])).code).toBe(0)
  expect(await decisions(engine)).toEqual(['deny', 'deny'])
})

async function decisions(engine: Engine): Promise<readonly string[]> {
  const all = ['s1', 's2'].map((sessionId) => engine.dispatch({ ...bash, sessionId }))
  return (await Promise.all(all)).map(({ decision }) => decision)
}

test('approvals that several processes make at the same time are all kept', async () => {
  const { sandbox } = await livingEngine()
  const projects = Array.from({ length: 6 }, (_, at) => join(sandbox.root, `project-${at}`))
  for (const dir of projects) cpSync(sandbox.project, dir, { recursive: true })
  const ends = await Promise.all(projects.map((cwd) => sandbox.cli(['trust', 'add', '--yes'], { cwd })))
  expect(ends.map(({ code }) => code)).toEqual(projects.map(() => 0))
  const store = JSON.parse(readFileSync(join(sandbox.state, 'trust.json'), 'utf8')) as { projects: object }
  expect(Object.keys(store.projects).toSorted()).toEqual(projects)
})

test('what the command line disables and enables counts from the next event of a running engine on', async () => {
  const { engine, sandbox } = await livingEngine()
  expect((await sandbox.cli(['trust', 'add', '--yes'])).code).toBe(0)
  for (let round = 0; round < 2; round += 1) {
    expect(await gateSays(engine)).toBe('first')
    expect((await sandbox.cli(['disable', 'gate', '--yes'])).code).toBe(0)
    expect(await gateSays(engine)).toBe('none')
    expect((await sandbox.cli(['enable', 'gate'])).code).toBe(0)
  }
})
