import { readFileSync, renameSync, rmSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import { pathIn, runIn, settings, SETTINGS, workspaceIn } from '../../test/helpers/session.ts'
import { collector, testFolder, type TestFolder } from '../../test/helpers/watching.ts'
import { deny, noAnswer } from '../core/decision.ts'
import type { FunctionHandler, Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import { systemFiles } from '../ports/files.ts'
import { openWatcher } from '../ports/watch.ts'
import { startReload, type Reloaded, type ReloadParts, type SettingsFile } from './reload.ts'

/** A workspace that reads its files again when they change. */
async function reloading(folder: TestFolder, more: Partial<ReloadParts> = {}) {
  const workspace = await workspaceIn(folder)
  const { core } = workspace
  const reloads = collector<Reloaded>()
  const issues: Issue[] = []
  const list: SettingsFile[] = [{ file: pathIn(folder), source: 'project_settings' }]
  const reload = await startReload({
    settings: () => list,
    files: systemFiles,
    maxBytes: 1_000_000,
    dispatch: runIn(core, folder.dir),
    load: workspace.reload,
    replace: core.replace,
    open: (options) => Promise.resolve(openWatcher(options)),
    onReload: reloads.tell,
    onIssue: (problem) => issues.push(problem),
    ...more,
  })
  onTestFinished(() => reload.close())
  const commands = (): readonly string[] =>
    core
      .hooks()
      .flatMap(({ event, handler }) =>
        event === 'Stop' && handler.type === 'command' && handler.start.kind === 'inline'
          ? handler.start.command
          : [],
      )
  return { core, list, reload, reloads, issues, commands }
}

const stop = (command: string): string => settings({ Stop: [['', command]] })
const asked = (run: FunctionHandler): Hook =>
  hook({ id: 'guard', event: 'ConfigChange', handler: { type: 'function', run }, timeoutMs: 15_000 })

describe('startReload', () => {
  test('an edit is in force when no hook objects', async () => {
    const folder = testFolder()
    folder.write(SETTINGS, stop('one'))
    const { reloads, commands } = await reloading(folder)
    folder.write(SETTINGS, stop('two'))
    expect(await reloads.next()).toMatchObject({ applied: [{ file: pathIn(folder) }], vetoed: [] })
    expect(commands()).toEqual(['two'])
    renameSync(folder.write('next.json', stop('three')), pathIn(folder))
    await reloads.next()
    expect(commands()).toEqual(['three'])
    rmSync(folder.at('.claude'), { recursive: true })
    await reloads.next()
    expect(commands()).toEqual([])
    folder.write(SETTINGS, stop('four'))
    await reloads.next()
    expect(commands()).toEqual(['four'])
  })

  test('a hook in the file hears of the change, and its exit 2 keeps the old hooks', async () => {
    const folder = testFolder()
    // A glob: a hook that names its own file changes with it.
    const guard = 'cat > heard.json; grep -q forbid[d]en .claude/settings.j* && exit 2; exit 0'
    const file = (command: string): string =>
      settings({ Stop: [['', command]], ConfigChange: [['project_settings', guard]] })
    folder.write(SETTINGS, file('one'))
    const { reloads, commands, issues } = await reloading(folder)
    folder.write(SETTINGS, file('forbidden'))
    expect(await reloads.next()).toMatchObject({ applied: [], vetoed: [{ source: 'project_settings' }] })
    expect(commands()).toEqual(['one'])
    expect(issues).toMatchObject([{ code: 'config.vetoed' }])
    expect(JSON.parse(readFileSync(folder.at('heard.json'), 'utf8'))).toMatchObject({
      hook_event_name: 'ConfigChange',
      source: 'project_settings',
      file_path: pathIn(folder),
    })
    folder.write(SETTINGS, file('two'))
    expect(await reloads.next()).toMatchObject({ vetoed: [] })
    expect(commands()).toEqual(['two'])
  })

  test('a vetoed edit stays out when another file is read again, and is not asked about twice', async () => {
    const folder = testFolder()
    folder.write(SETTINGS, stop('one'))
    const { core, list, reloads, commands } = await reloading(folder)
    const local = folder.at('.claude/settings.local.json')
    list.push({ file: local, source: 'local_settings' })
    const heard: unknown[] = []
    core.add(
      asked(({ fields }) => {
        heard.push(fields['source'])
        return fields['source'] === 'project_settings' ? deny('frozen') : noAnswer
      }),
    )
    folder.write(SETTINGS, stop('vetoed'))
    expect(await reloads.next()).toMatchObject({ applied: [] })
    folder.write('.claude/settings.local.json', stop('local'))
    expect(await reloads.next()).toMatchObject({ applied: [{ file: local }], vetoed: [] })
    expect(commands()).toEqual(['one', 'local'])
    expect(heard).toEqual(['project_settings', 'local_settings'])
  })

  test('a policy is told to hooks, not asked', async () => {
    const folder = testFolder()
    folder.write(SETTINGS, stop('one'))
    const list: SettingsFile[] = [{ file: pathIn(folder), source: 'policy_settings' }]
    const { core, reloads, commands, issues } = await reloading(folder, { settings: () => list })
    core.add(asked(() => deny('never')))
    folder.write(SETTINGS, stop('two'))
    expect(await reloads.next()).toMatchObject({ applied: [{ source: 'policy_settings' }], vetoed: [] })
    expect(commands()).toEqual(['two'])
    expect(issues).toMatchObject([{ code: 'config.policy', place: { hook: 'guard' } }])
  })

  test('an ask is no veto: the file that asks may be the one being repaired', async () => {
    const folder = testFolder()
    folder.write(SETTINGS, stop('one'))
    const { core, reloads, commands } = await reloading(folder)
    core.add(hook({ event: 'ConfigChange', handler: { type: 'rule', decision: 'ask' } }))
    folder.write(SETTINGS, stop('two'))
    await reloads.next()
    expect(commands()).toEqual(['two'])
  })

  test('edits while a hook is asked make one more reading, of the last state', async () => {
    const folder = testFolder()
    folder.write(SETTINGS, stop('one'))
    const { core, reload, reloads, commands } = await reloading(folder)
    const asking = collector<() => void>()
    core.add(asked(() => new Promise((resolve) => asking.tell(() => resolve(noAnswer)))))
    folder.write(SETTINGS, stop('two'))
    const answer = await asking.next()
    for (const command of ['three', 'four', 'five']) folder.write(SETTINGS, stop(command))
    const seen = collector<true>()
    const witness = openWatcher({ onChange: () => seen.tell(true) })
    onTestFinished(() => witness.close())
    witness.watch([pathIn(folder)])
    folder.write(SETTINGS, stop('last'))
    await seen.next()
    answer()
    await reloads.next()
    expect(commands()).toEqual(['two'])
    ;(await asking.next())()
    await reloads.next()
    await reload.settled()
    expect(commands()).toEqual(['last'])
    expect(asking.rest).toEqual([])
  })

  test('a file that is written anew with the same bytes is no change', async () => {
    const folder = testFolder()
    folder.write(SETTINGS, stop('one'))
    const { core, reloads } = await reloading(folder)
    const heard: unknown[] = []
    core.add(asked(() => void heard.push('asked')))
    const seen = collector<true>()
    const witness = openWatcher({ onChange: () => seen.tell(true) })
    onTestFinished(() => witness.close())
    witness.watch([pathIn(folder)])
    renameSync(folder.write('same.json', stop('one')), pathIn(folder))
    await seen.next()
    folder.write(SETTINGS, stop('two'))
    await reloads.next()
    expect(heard).toEqual(['asked'])
  })

  test('a file that comes into a listed folder is read, unless it is vetoed', async () => {
    const folder = testFolder()
    folder.write(SETTINGS, stop('one'))
    const more = folder.at('more')
    const files = (): readonly SettingsFile[] => {
      const entries = systemFiles.list(more)
      const names = Array.isArray(entries) ? entries.map(({ name }) => `${more}/${name}`) : []
      return [more, ...names].map((file) => ({ file, source: 'user_settings' }))
    }
    const { core, reloads } = await reloading(folder, { settings: files })
    core.add(
      asked(({ fields }) => (String(fields['file_path']).endsWith('bad.json') ? deny('no') : noAnswer)),
    )
    folder.write('more/good.json', '{}')
    expect(await reloads.next()).toMatchObject({ applied: [{ file: `${more}/good.json` }], vetoed: [] })
    folder.write('more/bad.json', '{}')
    expect(await reloads.next()).toMatchObject({ applied: [], vetoed: [{ file: `${more}/bad.json` }] })
    folder.write('more/good.json', '{ }')
    expect(await reloads.next()).toMatchObject({ applied: [{ file: `${more}/good.json` }], vetoed: [] })
  })

  test('when loading breaks the old hooks stay, and the next edit is tried', async () => {
    const folder = testFolder()
    folder.write(SETTINGS, stop('one'))
    const told = collector<Issue>()
    let broken = true
    const { core, reloads, commands } = await reloading(folder, {
      load: () =>
        broken ? Promise.reject(new Error('disk on fire')) : Promise.resolve({ hooks: [], issues: [] }),
      onIssue: told.tell,
    })
    folder.write(SETTINGS, stop('two'))
    expect(await told.next()).toMatchObject({
      code: 'config.reload',
      message: expect.stringContaining('disk on fire'),
    })
    expect(commands()).toEqual(['one'])
    broken = false
    folder.write(SETTINGS, stop('three'))
    await reloads.next()
    expect(core.hooks()).toEqual([])
  })

  test('after close() nothing is read any more', async () => {
    const folder = testFolder()
    folder.write(SETTINGS, stop('one'))
    const { core, reload, reloads, commands } = await reloading(folder)
    const asking = collector<() => void>()
    core.add(asked(() => new Promise((resolve) => asking.tell(() => resolve(noAnswer)))))
    folder.write(SETTINGS, stop('two'))
    const answer = await asking.next()
    const closing = reload.close()
    answer()
    await closing
    expect(commands()).toEqual(['one'])
    expect(reloads.rest).toEqual([])
  })
})
