import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runIn, settings, SETTINGS, workspaceIn } from '../../test/helpers/session.ts'
import { collector, testFolder, type TestFolder } from '../../test/helpers/watching.ts'
import { claudeCode } from '../dialects/claude-code/index.ts'
import type { Run } from '../engine/run.ts'
import { systemFiles } from '../ports/files.ts'
import { openWatcher } from '../ports/watch.ts'
import type { Reloaded } from './reload.ts'
import { openSession } from './session.ts'
import { settingsFiles } from './settings-list.ts'

/** A session over a folder's settings, wired as the library does it. */
async function sessionIn(folder: TestFolder) {
  const workspace = await workspaceIn(folder)
  const { core, places } = workspace
  const reloads = collector<Reloaded>()
  const runs = collector<Run>()
  const run = runIn(core, folder.dir)
  const session = await openSession({
    run: async (event) => {
      const done = await run(event)
      await session.heard(done)
      return done
    },
    hooks: core.hooks,
    cwd: folder.dir,
    open: (options) => Promise.resolve(openWatcher(options)),
    reload: {
      settings: () => settingsFiles(claudeCode.files(places), []),
      files: systemFiles,
      maxBytes: 1_000_000,
      load: workspace.reload,
      replace: core.replace,
    },
    onReload: reloads.tell,
    onRun: ({ plan, ...rest }) => {
      if (plan.event.name === 'FileChanged') runs.tell({ plan, ...rest })
    },
  })
  onTestFinished(() => session.close())
  return { session, reloads, runs, workspace }
}

describe('openSession', () => {
  const watching = settings({ FileChanged: [['.envrc', 'cat > heard.json']] })

  test('a settings file that comes with its folder brings hooks, and the files they name are watched', async () => {
    const folder = testFolder()
    const { reloads, runs, workspace } = await sessionIn(folder)
    mkdirSync(join(workspace.places.home, '.claude'))
    writeFileSync(join(workspace.places.home, SETTINGS), watching)
    expect(await reloads.next()).toMatchObject({ applied: [{ source: 'user_settings' }], vetoed: [] })
    folder.write('.envrc', 'export A=1')
    expect((await runs.next()).counts).toMatchObject({ success: 1 })
    expect(JSON.parse(readFileSync(folder.at('heard.json'), 'utf8'))).toMatchObject({
      file_path: folder.at('.envrc'),
      event: 'add',
    })
  })

  test('hooks that a project brings later wait for approval, whatever was consented to before', async () => {
    const folder = testFolder()
    const { reloads, runs, workspace } = await sessionIn(folder)
    folder.write(SETTINGS, watching)
    expect(await reloads.next()).toMatchObject({ applied: [{ source: 'project_settings' }] })
    folder.write('.envrc', 'export A=1')
    expect(await runs.next()).toMatchObject({ results: [], plan: { skipped: [{ because: 'untrusted' }] } })
    expect(workspace.trust.approve(workspace.core.hooks(), 1)).toBeUndefined()
    folder.write('.envrc', 'export A=22')
    expect((await runs.next()).counts).toMatchObject({ success: 1 })
  })

  test('a hook may name the next file when it hears of one', async () => {
    const folder = testFolder()
    const next = JSON.stringify({
      hookSpecificOutput: { hookEventName: 'FileChanged', watchPaths: [folder.at('second')] },
    })
    folder.write(
      SETTINGS,
      settings({
        FileChanged: [
          ['first', `echo '${next}'`],
          ['second', 'true'],
        ],
      }),
    )
    const { runs } = await sessionIn(folder)
    folder.write('first', '1')
    expect((await runs.next()).plan.event.fields).toMatchObject({ file_path: folder.at('first') })
    folder.write('second', '1')
    expect((await runs.next()).plan.event.fields).toMatchObject({ file_path: folder.at('second') })
  })

  test('two sessions in one process share nothing', async () => {
    const [one, two] = [testFolder(), testFolder()]
    for (const folder of [one, two]) folder.write(SETTINGS, settings({ FileChanged: [['f', 'true']] }))
    const [first, second] = [await sessionIn(one), await sessionIn(two)]
    one.write('f', '1')
    await first.runs.next()
    await first.session.close()
    two.write('f', '1')
    await second.runs.next()
    expect(first.runs.rest).toEqual([])
  })
})
