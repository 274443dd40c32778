import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { blockAt, patch, program, request, witness } from '../../test/helpers/runtime.ts'
import { createHookRuntime } from './hook-runtime.ts'
import type { ThreadStart } from './runtime-types.ts'

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-runtime-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

describe('patches', () => {
  test('of PreRun and PreTurn add up, each where it counts', async () => {
    const cwd = folder()
    mkdirSync(join(cwd, 'skills'))
    writeFileSync(join(cwd, 'a.txt'), '')
    const image = { ImageUrl: { url: 'https://example.org/a.png' } }
    const skill = { Skill: { name: 's', path: 'skills' } }
    const text = { AtPath: { path: 'a.txt' } }
    const { hook, seen } = witness('w', {
      PreRun: patch({
        promptOverride: 'from run',
        modelOverride: 'run-model',
        addAttachments: [image],
        metadataDelta: { a: 1, b: 1 },
      }),
      PreTurn: patch({
        promptOverride: 'from turn',
        modelOverride: 'turn-model',
        addAttachments: [skill],
        metadataDelta: { b: 2 },
      }),
    })
    const { threads, turns, steps } = program()
    const runtime = createHookRuntime({ preHooks: [hook], postHooks: [hook] })
    await runtime.run({ ...request, cwd, attachments: [text] }, steps)
    expect(threads).toMatchObject([{ model: 'run-model', metadata: { a: 1, b: 1 } }])
    expect(turns).toMatchObject([
      {
        prompt: 'from turn',
        model: 'turn-model',
        attachments: [text, image, skill],
        metadata: { a: 1, b: 2 },
      },
    ])
    expect(seen.map(({ model, metadata }) => [model, metadata])).toEqual([
      ['m', {}],
      ['run-model', { a: 1, b: 1 }],
      ['turn-model', { a: 1, b: 2 }],
      ['turn-model', { a: 1, b: 2 }],
    ])
    expect(runtime.report().issues).toEqual([])
  })

  test('are not seen by the other hooks of the phase; the last writer wins', async () => {
    const first = witness('a', { PreTurn: patch({ modelOverride: 'one', metadataDelta: { x: 1 } }) })
    const second = witness('b', { PreTurn: patch({ modelOverride: 'two' }) })
    const { turns, steps } = program()
    await createHookRuntime({ preHooks: [first.hook, second.hook] }).run(request, steps)
    expect(second.seen.map(({ model, metadata }) => [model, metadata])).toEqual([
      ['m', {}],
      ['m', {}],
    ])
    expect(turns).toMatchObject([{ model: 'two', metadata: { x: 1 } }])
  })

  test('lose only the attachment that is not there', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 'here.png'), '')
    const here = { LocalImage: { path: 'here.png' } }
    const gone = [{ AtPath: { path: 'gone' } }]
    const { hook } = witness('w', { PreRun: patch({ addAttachments: [...gone, here], promptOverride: 'n' }) })
    const { turns, steps } = program()
    const runtime = createHookRuntime({ preHooks: [hook] })
    await runtime.run({ ...request, cwd }, steps)
    expect(turns).toMatchObject([{ prompt: 'n', attachments: [here] }])
    expect(runtime.report().issues).toEqual([
      {
        hookName: 'w',
        phase: 'PreRun',
        class: 'Validation',
        message: 'hook attachment path not found; mutation ignored',
      },
    ])
  })

  test.for([[1], ['x'], [[1]], [true]])('metadata %j is not applied', async ([metadataDelta]) => {
    const { hook } = witness('w', { PreRun: patch({ metadataDelta, modelOverride: 'n' }) })
    const { threads, steps } = program()
    const runtime = createHookRuntime({ preHooks: [hook] })
    await runtime.run(request, steps)
    expect(threads).toMatchObject([{ model: 'n', metadata: {} }])
    expect(runtime.report().issues).toMatchObject([
      { class: 'Validation', message: 'metadata_delta must be null or object' },
    ])
  })
})

describe('a session', () => {
  test('takes a model and metadata, and says what it cannot take', async () => {
    const wanted = patch({
      promptOverride: 'p',
      modelOverride: 'n',
      addAttachments: [{ ImageUrl: { url: 'u' } }],
      metadataDelta: { a: 1 },
    })
    const { hook, seen, phases } = witness('w', { PreSessionStart: wanted })
    const runtime = createHookRuntime({ preHooks: [hook], postHooks: [hook] })
    const started: ThreadStart[] = []
    const start = (thread: ThreadStart) => (started.push(thread), Promise.resolve('thread-9'))
    expect(await runtime.startSession({ cwd: '/work' }, start)).toEqual({ kind: 'done', value: 'thread-9' })
    expect(started).toEqual([{ threadId: undefined, model: 'n', cwd: '/work', metadata: { a: 1 } }])
    expect(phases()).toEqual(['PreSessionStart', 'PostSessionStart'])
    expect(seen.map(({ threadId }) => threadId)).toEqual([null, 'thread-9'])
    expect(runtime.report().issues.map((issue) => issue.class)).toEqual(['Validation', 'Validation'])
  })

  test('that is resumed knows its thread from the beginning, and can be blocked', async () => {
    const { hook, seen } = witness('w', { PreSessionStart: blockAt('PreSessionStart') })
    const runtime = createHookRuntime({ preHooks: [hook] })
    const result = await runtime.startSession({ threadId: 'old' }, () => Promise.resolve('old'))
    expect([result.kind, seen[0]?.threadId]).toEqual(['blocked', 'old'])
  })
})
