import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { command, engineIn, engineWith } from '../../test/helpers/library.ts'
import { warningsOfNode } from '../../test/helpers/warnings.ts'
import { limits } from '../engine/limits.ts'
import type { Progress } from '../engine/progress.ts'
import type { Engine } from './engine.ts'
import type { StreamItem } from './stream.ts'

const bash = {
  name: 'PreToolUse',
  sessionId: 's1',
  tool: { name: 'Bash', input: { command: 'ls' }, useId: 'toolu_1' },
} as const

type Output = Extract<Progress, { kind: 'output' }>

async function collected(engine: Engine, event: typeof bash): Promise<readonly StreamItem[]> {
  const items: StreamItem[] = []
  for await (const item of engine.stream(event)) items.push(item)
  return items
}

function outputs(items: readonly { readonly kind: string }[]): readonly Output[] {
  return items.filter((item): item is Output => item.kind === 'output')
}

const joined = (items: readonly Output[]): string => items.map(({ output }) => output).join('')

describe('every item', () => {
  test('says which run, event, session, tool call and hook it is about', async () => {
    const { engine } = await engineWith('PreToolUse', [command('echo "$HOME" >&2')])
    const items = await collected(engine, bash)
    const about = {
      runId: expect.stringMatching(/^[a-z0-9-]{8,}$/),
      event: 'PreToolUse',
      sessionId: 's1',
      toolUseId: 'toolu_1',
      hookId: expect.stringMatching(/^claude-code:session:PreToolUse:[0-9a-f]{8}$/),
      hookName: 'PreToolUse:Bash',
      label: 'echo "$HOME" >&2',
      source: 'settings',
      at: expect.any(Number),
    }
    const [started, output, finished, verdict] = items
    expect([started, output, finished]).toMatchObject([
      { ...about, kind: 'started' },
      { ...about, kind: 'output', stdout: '' },
      { ...about, kind: 'finished', outcome: { kind: 'exited' } },
    ])
    const { runId, event, sessionId, toolUseId } = about
    expect(verdict).toMatchObject({ kind: 'verdict', runId, event, sessionId, toolUseId })
    const ids = items.map((item) => item.runId)
    expect(new Set([...ids, verdict?.kind === 'verdict' && verdict.id]).size).toBe(1)
  })

  test('of the engine, of the dispatch and of the stream is the same', async () => {
    const [ofEngine, ofDispatch]: [Progress[], Progress[]] = [[], []]
    const { engine } = await engineWith('PreToolUse', [command('echo hello')], {
      onProgress: (item) => void ofEngine.push(item),
    })
    const items: StreamItem[] = []
    for await (const item of engine.stream(bash, { onProgress: (each) => void ofDispatch.push(each) }))
      items.push(item)
    expect(items.slice(0, -1)).toEqual(ofEngine)
    expect(ofDispatch).toEqual(ofEngine)
    expect(ofEngine.map(({ kind }) => kind)).toEqual(['started', 'output', 'finished'])
  })

  test('leaves out what the event does not have, and names functions as the host does', async () => {
    const { engine } = await engineIn()
    engine.on('Stop', {}, function look() {})
    const items: StreamItem[] = []
    for await (const item of engine.stream({ name: 'Stop' })) items.push(item)
    expect(items[0]).toMatchObject({ hookName: 'Stop:Callback', label: 'function look', source: 'program' })
    expect(items.map((item) => ['sessionId' in item, 'toolUseId' in item, 'pass' in item])).toEqual(
      items.map(() => [false, false, false]),
    )
  })

  test('of the second look after a rewrite says so', async () => {
    const { engine: plain, dir } = await engineIn()
    await plain.dispose()
    const file = join(dir, 'hookwright.yaml')
    writeFileSync(
      file,
      `version: 1\nhooks:\n  PreToolUse:\n    - { id: look, command: echo hi, guard: true }\n`,
    )
    const { engine } = await engineIn({ cwd: dir, sources: [{ path: file }], trustProject: true })
    engine.on('PreToolUse', { id: 'rewrite' }, () => ({
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'pwd' } },
    }))
    const items = await collected(engine, bash)
    const steps = items.flatMap((item) => (item.kind === 'verdict' ? [] : [item]))
    const ofLook = steps.filter(({ hookId }) => hookId === 'look')
    expect(ofLook.map(({ kind, pass }) => [kind, pass])).toEqual([
      ['started', undefined],
      ['output', undefined],
      ['finished', undefined],
      ['started', 2],
      ['output', 2],
      ['finished', 2],
    ])
    expect(new Set(items.map(({ runId }) => runId)).size).toBe(1)
  })

  test('two runs have two ids, and a run without hooks has one too', async () => {
    const { engine } = await engineIn()
    const runs = [await engine.run({ name: 'Stop' }), await engine.run({ name: 'Stop' })]
    engine.on('Stop', {}, () => undefined)
    runs.push(await engine.run({ name: 'Stop' }))
    expect(new Set(runs.map(({ id }) => id)).size).toBe(3)
  })
})

describe('output', () => {
  test('comes while the hook still runs', async () => {
    const { engine, dir } = await engineWith('PreToolUse', [
      command('echo one; echo oops >&2; until [ -e go ]; do sleep 0.02; done; echo two'),
    ])
    const seen: Output[] = []
    let atEnd = ''
    for await (const item of engine.stream(bash)) {
      if (item.kind === 'output') seen.push(item)
      // The hook goes on only when its words have arrived.
      if (joined(seen).includes('one\n') && joined(seen).includes('oops\n'))
        writeFileSync(join(dir, 'go'), '')
      if (item.kind === 'finished') atEnd = joined(seen)
    }
    expect(atEnd).toBe(joined(seen))
    expect(seen.map(({ stdout }) => stdout).join('')).toBe('one\ntwo\n')
    expect(seen.map(({ stderr }) => stderr).join('')).toBe('oops\n')
    expect(seen.every(({ cut }) => cut === undefined)).toBe(true)
  })

  test('R16 is never cut inside a character', async () => {
    const euro = String.raw`printf '\342'; sleep 0.15; printf '\202'; sleep 0.15; printf '\254'; sleep 0.15; `
    const { engine } = await engineWith('PreToolUse', [command(euro + euro)])
    const items = outputs(await collected(engine, bash))
    expect(joined(items)).toBe('€€')
    expect(items).toHaveLength(2)
  })

  test.for([
    ['letters', 'x', 1],
    ['characters of three bytes', '€', 3],
  ] as const)('R12 a flood of %s is cut, and that is said once', async ([, letter, size]) => {
    const started = performance.now()
    const { engine } = await engineWith('PreToolUse', [
      command(`yes '${letter}${letter}${letter}' | head -c 5000000 | tr -d '\\n' | head -c 3000000`),
    ])
    const items = outputs(await collected(engine, bash))
    const text = joined(items)
    expect(Buffer.byteLength(text)).toBeGreaterThan(limits.progress.bytes - size)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.progress.bytes)
    expect(text.replaceAll(letter, '')).toBe('')
    expect(items.map(({ cut }) => cut)).toEqual([...items.slice(1).map(() => undefined), true])
    expect(items.length).toBeLessThanOrEqual(2 + (performance.now() - started) / limits.progress.everyMs)
  })

  test('of a talkative hook comes in few items, and nothing of it is lost', async () => {
    const { engine } = await engineWith('PreToolUse', [
      command('i=0; while [ $i -lt 300 ]; do echo $i; i=$((i+1)); done'),
    ])
    const started = performance.now()
    const items = outputs(await collected(engine, bash))
    expect(joined(items).trim().split('\n')).toEqual(Array.from({ length: 300 }, (_, index) => String(index)))
    expect(items.length).toBeLessThanOrEqual(2 + (performance.now() - started) / limits.progress.everyMs)
  })

  test('comes before the end of a hook that was stopped', async () => {
    const { engine } = await engineWith('PreToolUse', [
      command('echo first; sleep 0.05; echo last; exec sleep 60', { timeout: 0.6 }),
    ])
    const items = await collected(engine, bash)
    expect(joined(outputs(items))).toBe('first\nlast\n')
    expect(items.map(({ kind }) => kind).slice(-2)).toEqual(['finished', 'verdict'])
  })
})

describe('in the background', () => {
  test('a hook tells on under the id of its run, and its end', async () => {
    const heard: Progress[] = []
    const { engine, dir } = await engineWith('Stop', [
      command('until [ -e go ]; do sleep 0.02; done; echo late', { async: true }),
    ])
    const steps: string[] = []
    engine.background.subscribe(({ kind, step }) => steps.push(`${kind} ${step.runId}`))
    const { id } = await engine.run({ name: 'Stop' }, { onProgress: (item) => void heard.push(item) })
    expect(heard.map(({ kind }) => kind)).toEqual(['started', 'finished'])
    writeFileSync(join(dir, 'go'), '')
    await engine.background.settled()
    expect(heard.slice(2)).toMatchObject([
      { kind: 'output', runId: id, background: true, stdout: 'late\n' },
      { kind: 'finished', runId: id, background: true, outcome: { kind: 'exited', code: 0 } },
    ])
    expect(heard.slice(0, 2).some((item) => 'background' in item)).toBe(false)
    expect(steps).toEqual([`started ${id}`, `finished ${id}`])
  })

  test('a stream that has ended takes nothing more', async () => {
    const { engine, dir } = await engineWith('Stop', [
      command('until [ -e go ]; do sleep 0.02; done; echo late', { async: true }),
    ])
    const kinds: string[] = []
    for await (const { kind } of engine.stream({ name: 'Stop' })) kinds.push(kind)
    writeFileSync(join(dir, 'go'), '')
    await engine.background.settled()
    expect(kinds).toEqual(['started', 'finished', 'verdict'])
  })
})

test("a listener's mistake keeps no item from the stream, and the program is warned once", async () => {
  const warnings = warningsOfNode()
  const { engine } = await engineWith('PreToolUse', [command('echo hello')])
  const kinds: string[] = []
  const onProgress = (): never => {
    throw new Error('a mistake')
  }
  for await (const { kind } of engine.stream(bash, { onProgress })) kinds.push(kind)
  expect(kinds).toEqual(['started', 'output', 'finished', 'verdict'])
  await expect.poll(warnings).toEqual([expect.stringContaining('A listener threw')])
  expect(warnings()[0]).toContain('Error: a mistake')
})
