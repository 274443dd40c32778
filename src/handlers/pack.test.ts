import { describe, expect, test } from 'vitest'
import { read } from '../dialects/hookwright/config.ts'
import { parseConfig } from '../config/parse.ts'
import { engineOf } from '../../test/helpers/engine.ts'
import { toolEvent } from '../../test/helpers/builders.ts'
import { packContext } from '../../test/helpers/pack-context.ts'
import type { Hook } from '../core/hook.ts'
import { deny, noAnswer } from '../core/decision.ts'
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
    { event: 'Stop', startsPrograms: true },
  ],
}

const noTabs: PackCode = (event, { options }) => {
  const word = String(options['word'])
  if (event.name === 'Stop') throw new TypeError(`the value ${word}`)
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

function engineWith(text: string) {
  const pack = createPackHandler({
    clock: systemClock,
    manifests: [manifest],
    code,
    context: ({ options }) => packContext(manifest, { options }),
  })
  return engineOf(hooksOf(text), { pack })
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
