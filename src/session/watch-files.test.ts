import { readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import { engineOf } from '../../test/helpers/engine.ts'
import { runIn, settings, SETTINGS, workspaceIn } from '../../test/helpers/session.ts'
import { collector, testFolder } from '../../test/helpers/watching.ts'
import { noAnswer, type Effect } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Run } from '../engine/run.ts'
import { openWatcher, type FileChange, type WatchOptions } from '../ports/watch.ts'
import { createFileWatch, type FileWatch } from './watch-files.ts'

const FOLDER = '/home/dev/app'

/** A watcher that watches nothing: the test says what changed. */
function standIn() {
  const lists: (readonly string[])[] = []
  let tell: WatchOptions['onChange'] = () => {}
  return {
    lists,
    change: (path: string, kind: FileChange['kind']) => tell([{ path, kind }]),
    open: (options: WatchOptions) => {
      tell = options.onChange
      return Promise.resolve({
        watch: (paths: readonly string[]) => void lists.push(paths),
        close: () => Promise.resolve(),
      })
    },
  }
}

/** A session with these hooks, where every run is told to the watch as the engine does. */
function sessionOf(hooks: readonly Hook[]) {
  const watcher = standIn()
  const issues: Issue[] = []
  const runs = collector<Run>()
  const core = engineOf(hooks)
  const dispatch = runIn(core, FOLDER)
  async function run(event: Pick<Event, 'name'> & Partial<Event>): Promise<Run> {
    const done = await dispatch(event)
    await files.heard(done)
    return done
  }
  const files: FileWatch = createFileWatch({
    dispatch: run,
    hooks: core.hooks,
    cwd: FOLDER,
    open: watcher.open,
    onRun: runs.tell,
    onIssue: (problem) => issues.push(problem),
  })
  onTestFinished(() => files.close())
  return { ...watcher, core, run, files, issues, runs }
}

const names = (source: string): Hook =>
  hook({
    id: source,
    event: 'FileChanged',
    matcher: { kind: 'regex', source },
    subject: { field: 'file_path', basename: true },
  })

/** A hook that answers each firing with the next list of paths, and with nothing when there is none left. */
function naming(event: string, ...lists: (readonly string[])[]): Hook {
  const left = [...lists]
  const run = () => {
    const paths = left.shift()
    const effects: Effect[] = paths === undefined ? [] : [{ kind: 'watch-paths', paths }]
    return { ...noAnswer, effects }
  }
  return hook({ id: `${event}-names`, event, handler: { type: 'function', run } })
}

describe('the list', () => {
  test('nothing is opened while nothing names a file', async () => {
    const { files, run, lists } = sessionOf([
      hook({ event: 'FileChanged', matcher: { kind: 'all' } }),
      naming('SessionStart'),
    ])
    await files.refresh()
    await run({ name: 'SessionStart' })
    expect(lists).toEqual([])
  })

  test('every segment of a matcher is a literal name in the working directory', async () => {
    const { files, lists, issues } = sessionOf([
      names('.env|.envrc'),
      names('\\w.ts'),
      { ...names('off.txt'), disabled: 'switched off' },
      hook({ event: 'Stop', matcher: { kind: 'names', names: ['Stop'] } }),
      hook({ event: 'FileChanged', matcher: { kind: 'names', names: ['Makefile', 'LICENSE'] } }),
    ])
    await files.refresh()
    expect(lists).toEqual([
      ['.env', '.envrc', '\\w.ts', 'Makefile', 'LICENSE'].map((name) => `${FOLDER}/${name}`),
    ])
    expect(issues).toMatchObject([{ code: 'watch.pattern', severity: 'warning' }])
    await files.refresh()
    expect(issues).toHaveLength(1)
  })

  test('a new list replaces the one before, none leaves it, an empty one clears it', async () => {
    const { run, lists } = sessionOf([
      names('a'),
      naming('SessionStart', ['/x'], ['/y', '/z']),
      naming('CwdChanged', []),
    ])
    for (const name of ['SessionStart', 'SessionStart', 'SessionStart', 'CwdChanged']) await run({ name })
    expect(lists).toEqual([[`${FOLDER}/a`, '/x'], [`${FOLDER}/a`, '/y', '/z'], [`${FOLDER}/a`]])
  })

  test('the lists of one firing add up, each path once', async () => {
    const { run, lists } = sessionOf([
      naming('SessionStart', ['/x', '/y']),
      naming('SessionStart', ['/y', '/z/../w']),
    ])
    await run({ name: 'SessionStart' })
    expect(lists).toEqual([['/x', '/y', '/w']])
  })

  test('a relative path is refused in words', async () => {
    const { run, lists, issues } = sessionOf([naming('SessionStart', ['src/a', '/x'])])
    await run({ name: 'SessionStart' })
    expect(lists).toEqual([['/x']])
    expect(issues).toMatchObject([{ code: 'watch.relative', message: expect.stringContaining('"src/a"') }])
  })

  test('a list without end is cut, in words', async () => {
    const endless = Array.from({ length: 5_000 }, (_, index) => `/x/${index}`)
    const { run, lists, issues } = sessionOf([naming('SessionStart', endless)])
    await run({ name: 'SessionStart' })
    expect(lists.map((list) => list.length)).toEqual([4_096])
    expect(issues).toMatchObject([{ code: 'watch.many', message: expect.stringContaining('5000') }])
  })

  test('other events cannot say what is watched', async () => {
    const { run, lists } = sessionOf([naming('Stop', ['/x'])])
    await run({ name: 'Stop' })
    expect(lists).toEqual([])
  })

  test('after CwdChanged names mean files of the new directory', async () => {
    const { files, run, lists } = sessionOf([names('.envrc')])
    await files.refresh()
    await run({ name: 'CwdChanged', fields: { old_cwd: FOLDER, new_cwd: '/elsewhere' } })
    await files.moved('/third')
    expect(lists).toEqual([[`${FOLDER}/.envrc`], ['/elsewhere/.envrc'], ['/third/.envrc']])
  })

  test('new hooks are watched for after a refresh', async () => {
    const { core, files, lists } = sessionOf([])
    core.replace([names('a')])
    await files.refresh()
    expect(lists).toEqual([[`${FOLDER}/a`]])
  })
})

describe('a firing', () => {
  /** A session whose FileChanged hook waits for the test. */
  function held() {
    const started = collector<() => void>()
    const run = async () => {
      await new Promise<void>((resolve) => started.tell(resolve))
    }
    const slow = { ...names('a'), handler: { type: 'function', run } as const, timeoutMs: 15_000 }
    return {
      ...sessionOf([slow, hook({ ...slow, id: 'b', matcher: { kind: 'names', names: ['b'] } })]),
      started,
    }
  }

  test.for([
    ['changes become one change', ['change', 'change', 'change'], 'change'],
    ['a new file that changes is a new file', ['add', 'change'], 'add'],
    ['a file that goes and comes has changed', ['unlink', 'add'], 'change'],
    ['a file that changes and goes is gone', ['change', 'unlink'], 'unlink'],
  ] as const)('while one is under way, %s', async ([, meanwhile, expected]) => {
    const { files, change, started, runs } = held()
    await files.refresh()
    change(`${FOLDER}/a`, 'change')
    const end = await started.next()
    for (const kind of meanwhile) change(`${FOLDER}/a`, kind)
    end()
    expect((await runs.next()).plan.event.fields).toMatchObject({ event: 'change' })
    ;(await started.next())()
    expect((await runs.next()).plan.event.fields).toMatchObject({ event: expected })
    expect(started.rest).toEqual([])
  })

  test('another path does not wait', async () => {
    const { files, change, started, runs } = held()
    await files.refresh()
    change(`${FOLDER}/a`, 'change')
    change(`${FOLDER}/b`, 'add')
    const ends = [await started.next(), await started.next()]
    for (const end of ends) end()
    const paths = [await runs.next(), await runs.next()].map(({ plan }) =>
      String(plan.event.fields['file_path']),
    )
    expect(new Set(paths)).toEqual(new Set([`${FOLDER}/a`, `${FOLDER}/b`]))
  })

  test('close() waits for it, and what came meanwhile fires no more', async () => {
    const { files, change, started, runs } = held()
    await files.refresh()
    change(`${FOLDER}/a`, 'change')
    const end = await started.next()
    change(`${FOLDER}/a`, 'unlink')
    let closed = false
    const closing = files.close().then(() => (closed = true))
    await Promise.resolve()
    expect(closed).toBe(false)
    end()
    await closing
    expect(runs.rest).toHaveLength(1)
  })

  test('it belongs to the session that was heard last', async () => {
    const { run, change, runs } = sessionOf([naming('SessionStart', ['/x'])])
    await run({ name: 'SessionStart', sessionId: 's1', transcriptPath: '/t', cwd: '/w' })
    change('/x', 'add')
    expect((await runs.next()).plan.event).toMatchObject({ sessionId: 's1', transcriptPath: '/t', cwd: '/w' })
  })
})

describe('with real files and real hooks', () => {
  test('a hook hears of its file coming, changing, being replaced and going', async () => {
    const folder = testFolder()
    folder.write(SETTINGS, settings({ FileChanged: [['.envrc|notes.txt', 'cat >> heard.jsonl']] }))
    const { core } = await workspaceIn(folder)
    const runs = collector<Run>()
    const files = createFileWatch({
      dispatch: runIn(core, folder.dir),
      hooks: core.hooks,
      cwd: folder.dir,
      open: (options) => Promise.resolve(openWatcher(options)),
      onRun: runs.tell,
    })
    onTestFinished(() => files.close())
    await files.refresh()
    const steps = [
      () => folder.write('.envrc', 'export A=1'),
      () => folder.write('.envrc', 'export A=22'),
      () => renameSync(folder.write('.envrc.tmp', 'export A=3'), folder.at('.envrc')),
      () => rmSync(folder.at('.envrc')),
      () => folder.write('notes.txt', 'x'),
    ]
    for (const step of steps) {
      step()
      expect((await runs.next()).counts).toMatchObject({ success: 1 })
    }
    const heard = readFileSync(folder.at('heard.jsonl'), 'utf8').trim().split('\n')
    const said = heard.map((line) => JSON.parse(line) as { file_path: string; event: string; cwd: string })
    expect(
      said.map(({ event, file_path: path }) => `${event} ${path.slice(dirname(path).length + 1)}`),
    ).toEqual(['add .envrc', 'change .envrc', 'change .envrc', 'unlink .envrc', 'add notes.txt'])
    expect(said[0]).toMatchObject({ hook_event_name: 'FileChanged', cwd: folder.dir })
  })

  test('a path that SessionStart names is watched when its run is over', async () => {
    const folder = testFolder()
    const target = folder.at('deep/er/data.json')
    const answer = JSON.stringify({
      hookSpecificOutput: { hookEventName: 'SessionStart', watchPaths: [target] },
    })
    folder.write(
      SETTINGS,
      settings({ SessionStart: [['', `echo '${answer}'`]], FileChanged: [['', 'true']] }),
    )
    const { core } = await workspaceIn(folder)
    const runs = collector<Run>()
    const dispatch = runIn(core, folder.dir)
    const files = createFileWatch({
      dispatch,
      hooks: core.hooks,
      cwd: folder.dir,
      open: (options) => Promise.resolve(openWatcher(options)),
      onRun: runs.tell,
    })
    onTestFinished(() => files.close())
    await files.heard(await dispatch({ name: 'SessionStart', fields: { source: 'startup' } }))
    folder.write('deep/er/data.json', '{}')
    const { plan, results } = await runs.next()
    expect(plan.event.fields).toEqual({ file_path: target, event: 'add' })
    expect(results).toHaveLength(1)
  })
})
