import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type * as library from '../../src/index.ts'

type Library = typeof library

/** The bundle as it is published, where every name of ours is minified. */
async function engineOfBundle() {
  // By a path that is put together, so that the types need no build.
  const { createEngine, deny } = (await import(join(import.meta.dirname, '../../dist/index.mjs'))) as Library
  const engine = await createEngine()
  onTestFinished(() => engine.dispose())
  return { engine, deny }
}

test('blocks name a function by its own name, and one without a name by the id of its hook', async () => {
  const { engine, deny } = await engineOfBundle()
  const block = () => ({ decision: 'block', reason: 'no' }) as const
  function tested(): boolean {
    return false
  }
  engine.onCallbacks({ Stop: [{ hooks: [block, () => ({ decision: 'block', reason: 'no' })] }] })
  engine.onCheck('Stop', { sessionId: 's', message: 'no' }, tested)
  engine.onCheck('Stop', { sessionId: 's', message: 'no', id: 'my-check' }, () => false)
  engine.on('Stop', {}, function guard() {
    return deny('no')
  })
  engine.on('Stop', { id: 'my-hook' }, () => deny('no'))
  const { blocks } = await engine.run({ name: 'Stop', sessionId: 's', messages: [] })
  expect(blocks.map(({ command }) => command)).toEqual([
    'function block',
    'callback:Stop:2',
    'function tested',
    'my-check',
    'function guard',
    'my-hook',
  ])
})
