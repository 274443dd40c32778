import { getEventListeners } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { command, engineWith } from '../../test/helpers/library.ts'
import { isRunning } from '../../test/helpers/processes.ts'
import { warningsOfNode } from '../../test/helpers/warnings.ts'
import type { BackgroundChange } from '../engine/background.ts'
import type { Engine } from './engine.ts'

const stop = { name: 'Stop', sessionId: 's1' } as const
const context = (text: string): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: 'Stop', additionalContext: text } })

/** What the registry tells, in order. */
function listen(engine: Engine): BackgroundChange[] {
  const heard: BackgroundChange[] = []
  engine.background.subscribe((change) => heard.push(change))
  return heard
}

function finished(heard: readonly BackgroundChange[]) {
  return heard.flatMap((change) => (change.kind === 'finished' ? change : []))
}

/** Waits for the file a hook writes, as long as the test's own limit allows. */
async function written(file: string): Promise<string> {
  while (!existsSync(file) || readFileSync(file, 'utf8') === '')
    await new Promise((resolve) => setTimeout(resolve, 20))
  return readFileSync(file, 'utf8').trim()
}

describe('async: true', () => {
  test('R32 a run whose hook has ended lets go of its signal while a hook of another run goes on', async () => {
    const { engine } = await engineWith('Stop', [
      command('mkdir first 2>/dev/null && sleep 30', { async: true }),
    ])
    const { signal } = new AbortController()
    await engine.run(stop, { signal: new AbortController().signal })
    await expect.poll(() => engine.background.list().length).toBe(1)
    await engine.run({ ...stop, sessionId: 's2' }, { signal })
    await expect.poll(() => getEventListeners(signal, 'abort')).toEqual([])
    expect(engine.background.list()).toHaveLength(1)
  })

  test('the event goes on at once, and the context comes when the hook ends', async () => {
    const { engine, dir } = await engineWith('Stop', [
      command(`until [ -e go ]; do sleep 0.02; done; echo '${context('late news')}'`, { async: true }),
    ])
    const heard = listen(engine)
    const { results, verdict, counts } = await engine.run(stop)
    expect(results.map(({ outcome }) => outcome.kind)).toEqual(['backgrounded'])
    expect(verdict).toMatchObject({ decision: 'none', effects: [] })
    expect(counts).toMatchObject({ success: 1 })
    expect(engine.background.list()).toMatchObject([{ mode: 'background', hook: { event: 'Stop' } }])
    await engine.run({ name: 'PreToolUse', tool: { name: 'Read' } })
    writeFileSync(join(dir, 'go'), '')
    await engine.background.settled()
    expect(finished(heard)).toMatchObject([
      {
        outcome: { kind: 'exited', code: 0 },
        answer: { effects: [{ kind: 'add-context', text: 'late news' }] },
      },
    ])
    expect(engine.background.list()).toEqual([])
  })

  test('its context is in a file when it is too long', async () => {
    // The state folder of the test is not used for a project around it.
    const cwd = mkdtempSync(join(tmpdir(), 'hookwright-project-'))
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
    const long = command(`echo '${context('x'.repeat(12_000))}'`, { async: true })
    const { engine } = await engineWith('Stop', [long], { cwd })
    const heard = listen(engine)
    await engine.dispatch(stop)
    await engine.background.settled()
    const [effect] = finished(heard)[0]?.answer.effects ?? []
    const shown = effect?.kind === 'add-context' ? effect.text : ''
    expect(readFileSync(/whole in (.*)\]/.exec(shown)?.[1] ?? '', 'utf8')).toBe('x'.repeat(12_000))
  })

  test('its decision comes too late to count, and that is said', async () => {
    const { engine } = await engineWith('Stop', [
      command(`echo '{"decision":"block","reason":"no"}'`, { async: true }),
    ])
    const heard = listen(engine)
    expect((await engine.dispatch(stop)).decision).toBe('none')
    await engine.background.settled()
    expect(finished(heard)[0]?.answer).toMatchObject({ decision: 'none', issues: [{ code: 'output.late' }] })
  })

  test('forceSync waits for it, and its decision counts', async () => {
    const { engine } = await engineWith('Stop', [
      command(`echo '{"decision":"block","reason":"not yet"}'`, { async: true }),
    ])
    expect(await engine.dispatch(stop, { forceSync: true })).toMatchObject({
      decision: 'deny',
      reason: 'not yet',
    })
  })

  test('a hook that cannot start is a failure of its event', async () => {
    const { engine } = await engineWith('Stop', [
      { type: 'command', command: '/nowhere/at-all', args: [], async: true },
    ])
    const { results } = await engine.run(stop)
    expect(results).toMatchObject([{ outcome: { kind: 'not-started' } }])
    expect(engine.background.list()).toEqual([])
  })

  test('its timeout ends it', async () => {
    const { engine } = await engineWith('Stop', [command('sleep 60', { async: true, timeout: 0.2 })])
    const heard = listen(engine)
    await engine.dispatch(stop)
    await engine.background.settled()
    expect(finished(heard)).toMatchObject([
      { outcome: { kind: 'timed-out' }, answer: { failure: 'timeout' } },
    ])
  })

  test('it takes no process slot: fifty of them do not hold up the next hook', async () => {
    const { engine } = await engineWith(
      'Stop',
      Array.from({ length: 50 }, (_, index) => command(`sleep 60; echo ${index}`, { async: true })),
    )
    await engine.run(stop)
    expect(engine.background.list()).toHaveLength(50)
    await engine.addHooks({ hooks: { Stop: [{ hooks: [command('echo quick >&2; exit 2')] }] } })
    expect((await engine.run(stop)).blocks).toMatchObject([{ command: 'echo quick >&2; exit 2' }])
  }, 60_000)
})

describe('a hook that declares itself async', () => {
  const declared = (rest: string) => command(`echo '{"async":true,"asyncTimeout":30000}'; ${rest}`)

  test('moves into the background with its first line, also without a line break', async () => {
    const { engine } = await engineWith('Stop', [
      command(`printf '{"async":true}'; until [ -e go ]; do sleep 0.02; done`),
    ])
    expect((await engine.run(stop)).results[0]?.outcome.kind).toBe('backgrounded')
    expect(engine.background.list()).toMatchObject([{ mode: 'declared' }])
  })

  test('text after the line never becomes output, and a later object is the answer', async () => {
    const { engine, dir } = await engineWith('UserPromptSubmit', [
      declared(
        `echo noise; until [ -e go ]; do sleep 0.02; done; echo '{"systemMessage":"done"}'; echo more noise`,
      ),
    ])
    const heard = listen(engine)
    const verdict = await engine.dispatch({ name: 'UserPromptSubmit', prompt: 'hi' })
    expect(verdict.effects).toEqual([])
    writeFileSync(join(dir, 'go'), '')
    await engine.background.settled()
    expect(finished(heard)[0]?.answer.effects).toEqual([{ kind: 'message', text: 'done' }])
  })

  test('asyncTimeout is its new limit', async () => {
    const { engine } = await engineWith('Stop', [
      command(`echo '{"async":true,"asyncTimeout":100}'; sleep 60`),
    ])
    const heard = listen(engine)
    await engine.dispatch(stop)
    await engine.background.settled()
    expect(finished(heard)).toMatchObject([{ outcome: { kind: 'timed-out' } }])
  })

  test('one that is over already is read as a synchronous one', async () => {
    const { engine } = await engineWith('Stop', [declared(`echo '{"decision":"block","reason":"over"}'`)])
    const { verdict, results } = await engine.run(stop, { forceSync: true })
    expect(results[0]?.outcome.kind).toBe('exited')
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'over' })
  })

  test('it gets no more time than the program allows, and that is told with its event', async () => {
    const { engine } = await engineWith('Stop', [declared('sleep 60')], { maxAsyncTimeoutMs: 200 })
    const heard = listen(engine)
    const { verdict } = await engine.run(stop)
    expect(verdict.issues).toMatchObject([
      {
        code: 'async.timeout',
        message: 'Its asyncTimeout asks for 30 s; it gets 0.2 s, the most a hook can ask for.',
      },
    ])
    await engine.background.settled()
    expect(finished(heard)).toMatchObject([{ outcome: { kind: 'timed-out', afterMs: 200, declared: true } }])
  })

  test('a limit that is not one is refused', async () => {
    await expect(engineWith('Stop', [], { maxAsyncTimeoutMs: 600_001 })).rejects.toThrow(
      'The maxAsyncTimeoutMs of createEngine is 600001; accepted: milliseconds from 1 to 600000.',
    )
  })

  test('only the first line counts', async () => {
    const { engine } = await engineWith('Stop', [command(`echo first; echo '{"async":true}'`)])
    expect((await engine.run(stop)).results[0]?.outcome.kind).toBe('exited')
  })

  test('it never wakes the model', async () => {
    const { engine } = await engineWith('Stop', [declared('sleep 0.1; echo no >&2; exit 2')])
    const heard = listen(engine)
    await engine.dispatch(stop)
    await engine.background.settled()
    expect(finished(heard).map(({ wake }) => wake)).toEqual([undefined])
  })
})

describe('asyncRewake', () => {
  test('exit 2 wakes the model with what the hook says', async () => {
    const { engine } = await engineWith('PostToolUse', [
      command('echo tests fail >&2; exit 2', { asyncRewake: true }),
    ])
    const heard = listen(engine)
    await engine.dispatch({ name: 'PostToolUse', tool: { name: 'Edit' } })
    await engine.background.settled()
    expect(finished(heard).map(({ wake }) => wake)).toEqual([
      'Stop hook blocking error from command "PostToolUse:Edit": tests fail',
    ])
  })

  test.for([
    ['an interrupt by a new prompt leaves it running', 'interrupt', true],
    ['a hard cancel kills it', 'user cancelled', false],
  ] as const)('%s', async ([, reason, survives]) => {
    const { engine, dir } = await engineWith('Stop', [
      command('echo $$ > pid; exec sleep 60', { asyncRewake: true }),
    ])
    const controller = new AbortController()
    await engine.dispatch(stop, { signal: controller.signal })
    const pid = Number(await written(join(dir, 'pid')))
    controller.abort(reason)
    if (!survives) await engine.background.settled()
    expect(engine.background.list().length > 0).toBe(survives)
    expect(isRunning(pid)).toBe(survives)
  })

  test('an interrupt still cancels the hooks that are waited for', async () => {
    const { engine } = await engineWith('Stop', [command('sleep 60')])
    const controller = new AbortController()
    const running = engine.run(stop, {
      signal: controller.signal,
      onProgress: () => controller.abort('interrupt'),
    })
    expect((await running).results[0]?.outcome).toMatchObject({ kind: 'cancelled', by: 'host' })
  })
})

describe('the registry', () => {
  test('one step can be cancelled, and the others go on', async () => {
    const { engine } = await engineWith('Stop', [
      command('sleep 60 # one', { async: true }),
      command('sleep 60 # two', { async: true }),
    ])
    const heard = listen(engine)
    await engine.dispatch(stop)
    const [first, second] = engine.background.list()
    await engine.background.cancel(first?.id)
    expect(engine.background.list()).toEqual([second])
    expect(finished(heard)).toMatchObject([
      { outcome: { kind: 'cancelled' }, answer: { failure: 'cancelled' } },
    ])
  })

  test('nothing outlives dispose()', async () => {
    const { engine, dir } = await engineWith('Stop', [
      command('echo $$ > pid; exec sleep 60', { async: true }),
      command('echo $$ > rewake; exec sleep 60', { asyncRewake: true }),
    ])
    await engine.dispatch(stop)
    const pids = await Promise.all([written(join(dir, 'pid')), written(join(dir, 'rewake'))])
    await engine.dispose()
    expect(engine.background.list()).toEqual([])
    expect(pids.map((pid) => isRunning(Number(pid)))).toEqual([false, false])
  })

  test('nor one that was interrupted while it started', async () => {
    const { engine } = await engineWith('Stop', [command('exec sleep 60', { asyncRewake: true })])
    const controller = new AbortController()
    const running = engine.run(stop, { signal: controller.signal })
    controller.abort('interrupt')
    await engine.dispose()
    await running
    expect(engine.background.list()).toEqual([])
  })

  test('a listener that throws disturbs nobody', async () => {
    const { engine } = await engineWith('Stop', [command('true', { async: true })])
    engine.background.subscribe(() => {
      throw new Error('listener')
    })
    const warnings = warningsOfNode()
    const heard = listen(engine)
    await engine.dispatch(stop)
    await engine.background.settled()
    expect(heard.map(({ kind }) => kind)).toEqual(['started', 'finished'])
    await expect.poll(warnings).toEqual([expect.stringContaining('Error: listener')])
  })
})
