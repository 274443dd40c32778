import { describe, expect, test } from 'vitest'
import { read } from '../dialects/hookwright/config.ts'
import { parseConfig } from '../config/parse.ts'
import { engineOf } from '../../test/helpers/engine.ts'
import { hook, toolEvent } from '../../test/helpers/builders.ts'
import { packContext } from '../../test/helpers/pack-context.ts'
import type { Hook } from '../core/hook.ts'
import { matchAll } from '../core/matcher.ts'
import { deny, noAnswer, rewriteInput } from '../core/decision.ts'
import type { PackCode } from '../packs/code.ts'
import type { PackManifest } from '../packs/manifest.ts'
import { systemClock } from '../ports/clock.ts'
import { createPackHandler } from './pack.ts'

const LEVEL = {
  type: 'choice',
  values: ['observe', 'deny'],
  default: 'deny',
  summary: 'What it does.',
} as const

const manifest: PackManifest = {
  name: 'no-tabs',
  summary: 'Denies tabs.',
  options: { level: LEVEL, word: { type: 'text', default: 'tab', summary: 'The word.' } },
  hooks: [
    { event: 'PreToolUse', matcher: 'Bash', guard: true },
    { event: 'Stop', programs: 'machine' },
  ],
}

const noTabs: PackCode = (event, { options }) => {
  const word = String(options['word'])
  if (event.name === 'Stop') throw new TypeError(`the value ${word}`)
  if (event.tool?.input['command'] === 'hang') return new Promise(() => {})
  if (!String(event.tool?.input['command']).includes(word)) return undefined
  return options['level'] === 'deny' ? deny('no') : { ...noAnswer, note: { tabs: 'deny' } }
}

function hooksOf(text: string): readonly Hook[] {
  const { value } = parseConfig(text, '/p/hookwright.yaml')
  const { hooks, issues } = read({ file: '/p/hookwright.yaml', scope: 'user', value }, { startDir: '/p' }, [
    manifest,
  ])
  expect(issues).toEqual([])
  return hooks
}

let loads = 0
const code = { 'no-tabs': async () => (loads++, noTabs) }

function packHandler() {
  return createPackHandler({
    clock: systemClock,
    manifests: [manifest],
    code,
    context: ({ options }) => packContext(manifest, { options }),
  })
}

function engineWith(text: string) {
  return engineOf(hooksOf(text), { pack: packHandler() })
}

function never(): never {
  throw new Error('not in this test')
}

describe('a pack runs', () => {
  test.for([
    ['of the packs of a file', 'packs: [{ use: hookwright/no-tabs }]'],
    ['under an event', 'hooks: { PreToolUse: [{ use: hookwright/no-tabs }] }'],
    ['with options', 'packs: [{ use: hookwright/no-tabs, with: { level: deny, word: a tab } }]'],
  ])('%s', async ([, text = '']) => {
    const { verdict } = await engineWith(text).run(toolEvent('Bash', { command: 'a tab' }))
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'no' })
  })

  test('once where the same use stands twice, also with a default written down', async () => {
    const twice = 'packs: [{ use: hookwright/no-tabs }, { use: hookwright/no-tabs, with: { level: deny } }]'
    const { results } = await engineWith(twice).run(toolEvent('Bash', { command: 'a tab' }))
    expect(results).toHaveLength(1)
  })

  test('what it notes reaches the outcome and not the answer', async () => {
    const { results } = await engineWith(
      'packs: [{ use: hookwright/no-tabs, with: { level: observe } }]',
    ).run(toolEvent('Bash', { command: 'a tab' }))
    expect(results).toMatchObject([
      { outcome: { kind: 'answered', note: { tabs: 'deny' } }, answer: noAnswer },
    ])
  })

  test('what it throws is a crash, and nothing of the message is told', async () => {
    const text = 'packs: [{ use: hookwright/no-tabs, with: { word: hunter2 } }]'
    const { results, verdict } = await engineWith(text).run(toolEvent('Bash', {}, { name: 'Stop' }))
    expect(results).toMatchObject([{ outcome: { kind: 'failed' }, answer: { failure: 'crash' } }])
    expect(JSON.stringify(verdict)).not.toContain('hunter2')
  })

  test('what hangs is a timeout, and its failure policy decides', async () => {
    const text = 'packs: [{ use: hookwright/no-tabs, timeout: 0.05, onFailure: deny }]'
    const { results, verdict } = await engineWith(text).run(toolEvent('Bash', { command: 'hang' }))
    expect(results).toMatchObject([{ outcome: { kind: 'timed-out' }, answer: { failure: 'timeout' } }])
    expect(verdict.decision).toBe('deny')
  })

  test('what was thrown of a call is a failure with the frames alone', async () => {
    const text = 'packs: [{ use: hookwright/no-tabs, with: { word: hunter2 } }]'
    const { verdict } = await engineWith(text).run(toolEvent('Bash', {}, { name: 'Stop' }))
    expect(verdict.issues).toMatchObject([
      { code: 'pack.threw', message: 'The code of pack "hookwright/no-tabs" threw an error.' },
    ])
    expect(verdict.issues[0]?.detail).toMatch(/^ +at /)
  })

  test('a guard looks again at what another hook made of the call', async () => {
    const rewrite = hook({
      handler: { type: 'function', run: () => rewriteInput({ command: 'a tab' }) },
      matcher: matchAll,
    })
    const pack = packHandler()
    const engine = engineOf([...hooksOf('packs: [{ use: hookwright/no-tabs }]'), rewrite], { pack })
    const { verdict } = await engine.run(toolEvent('Bash', { command: 'harmless' }))
    expect(verdict).toMatchObject({ decision: 'deny', answers: [{}, {}, { pass: 2 }] })
  })

  test('a pack that this version does not have fails', async () => {
    const pack = createPackHandler({ clock: systemClock, manifests: [], code: {}, context: () => never() })
    const engine = engineOf(hooksOf('packs: [{ use: hookwright/no-tabs }]'), { pack })
    const { verdict } = await engine.run(toolEvent('Bash', { command: 'a tab' }))
    expect(verdict).toMatchObject({ decision: 'none', issues: [{ code: 'pack.unknown' }] })
  })

  test('its code loads with its first step', async () => {
    loads = 0
    const engine = engineWith('packs: [{ use: hookwright/no-tabs }]')
    await engine.run(toolEvent('Write'))
    expect(loads).toBe(0)
    await engine.run(toolEvent('Bash', { command: 'a' }))
    await engine.run(toolEvent('Bash', { command: 'b' }))
    expect(loads).toBe(1)
  })
})
