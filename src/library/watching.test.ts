import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { engineIn } from '../../test/helpers/library.ts'
import type { Run } from '../engine/run.ts'
import type { Reloaded } from '../session/reload.ts'

const stop = { name: 'Stop', sessionId: 's1' } as const
const settings = (event: string, command: string, matcher = ''): string =>
  JSON.stringify({ hooks: { [event]: [{ matcher, hooks: [{ type: 'command', command }] }] } })

/** The next value somebody tells, within the test's own limit. */
function next<T>(): { readonly tell: (value: T) => void; readonly told: Promise<T> } {
  let tell: (value: T) => void = () => {}
  const told = new Promise<T>((resolve) => {
    tell = resolve
  })
  return { tell: (value) => tell(value), told }
}

/** An engine of a user whose settings are in a home of their own. */
async function engineOfUser(text: string) {
  const home = await engineIn()
  vi.stubEnv('HOME', home.dir)
  onTestFinished(() => void vi.unstubAllEnvs())
  mkdirSync(join(home.dir, '.claude'))
  const file = join(home.dir, '.claude', 'settings.json')
  writeFileSync(file, text)
  const { engine, dir } = await engineIn({ sources: ['claude-code'] })
  return { engine, dir, file }
}

test('an edited settings file is in force with the next event', async () => {
  const { engine, file } = await engineOfUser(settings('Stop', 'echo old >&2; exit 2'))
  const reloaded = next<Reloaded>()
  await engine.watch({ onReload: reloaded.tell })
  expect((await engine.dispatch(stop)).reason).toContain('old')
  writeFileSync(file, settings('Stop', 'echo new >&2; exit 2'))
  expect((await reloaded.told).applied).toMatchObject([{ file, source: 'user_settings' }])
  expect((await engine.dispatch(stop)).reason).toContain('new')
}, 30_000)

test('a ConfigChange hook keeps an edit out', async () => {
  const { engine, file } = await engineOfUser(settings('Stop', 'echo old >&2; exit 2'))
  const reloaded = next<Reloaded>()
  await engine.addHooks({ hooks: { ConfigChange: [{ hooks: [{ type: 'command', command: 'exit 2' }] }] } })
  await engine.watch({ onReload: reloaded.tell })
  writeFileSync(file, settings('Stop', 'exit 0'))
  expect((await reloaded.told).vetoed).toMatchObject([{ file }])
  expect((await engine.dispatch(stop)).decision).toBe('deny')
}, 30_000)

test('S07 a project file that comes later needs an approval, also after consent', async () => {
  const { engine, dir } = await engineIn({ sources: ['claude-code'], trustProject: true })
  const reloaded = next<Reloaded>()
  await engine.watch({ onReload: reloaded.tell })
  mkdirSync(join(dir, '.claude'))
  writeFileSync(join(dir, '.claude', 'settings.json'), settings('Stop', 'touch pwned; exit 2'))
  await reloaded.told
  const { verdict, plan } = await engine.run(stop)
  expect([verdict.decision, plan.skipped.map(({ because }) => because)]).toEqual(['none', ['untrusted']])
}, 30_000)

test('a file that a matcher names, and one a hook asks for, fire FileChanged', async () => {
  const { engine, dir } = await engineIn()
  const asked = join(dir, 'asked.txt')
  const output = JSON.stringify({
    hookSpecificOutput: { hookEventName: 'SessionStart', watchPaths: [asked] },
  })
  await engine.addHooks({
    hooks: {
      SessionStart: [{ hooks: [{ type: 'command', command: `echo '${output}'` }] }],
      FileChanged: [{ matcher: '.envrc', hooks: [{ type: 'command', command: 'true' }] }],
    },
  })
  const runs: string[] = []
  const both = next<void>()
  const onRun = ({ plan: { event, steps } }: Run): void => {
    runs.push(`${String(event.fields['event'])} ${String(event.fields['file_path'])} ${steps.length}`)
    if (runs.length === 2) both.tell()
  }
  await engine.watch({ onRun })
  await engine.dispatch({ name: 'SessionStart', sessionId: 's1', fields: { source: 'startup' } })
  writeFileSync(join(dir, '.envrc'), 'x')
  writeFileSync(asked, 'y')
  await both.told
  expect(runs.toSorted()).toEqual([`add ${join(dir, '.envrc')} 1`, `add ${asked} 0`].toSorted())
}, 30_000)

test('what hooks asked for before the watching began is watched, and the session is known', async () => {
  const { engine, dir } = await engineIn()
  const asked = join(dir, 'asked.txt')
  const output = JSON.stringify({
    hookSpecificOutput: { hookEventName: 'SessionStart', watchPaths: [asked] },
  })
  await engine.addHooks({
    hooks: {
      SessionStart: [{ hooks: [{ type: 'command', command: `echo '${output}'` }] }],
      FileChanged: [{ hooks: [{ type: 'command', command: 'echo "export SEEN=1" >> "$CLAUDE_ENV_FILE"' }] }],
    },
  })
  await engine.dispatch({ name: 'SessionStart', sessionId: 's1', fields: { source: 'startup' } })
  const fired = next<Run>()
  await engine.watch({ onRun: fired.tell })
  writeFileSync(asked, 'x')
  const { plan, counts } = await fired.told
  expect([plan.event.sessionId, counts.success]).toEqual(['s1', 1])
  expect((await engine.sessionEnv('s1')).variables).toEqual({ SEEN: '1' })
}, 30_000)

test('watching cannot begin twice at once, nor after the end', async () => {
  const { engine } = await engineIn()
  const both = await Promise.allSettled([engine.watch(), engine.watch()])
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  await engine.dispose()
  await expect(engine.watch()).rejects.toThrow('disposed')
  await expect(engine.statusLine({})).rejects.toThrow('disposed')
})

test('a file that a hook added later names is watched too', async () => {
  const { engine, dir } = await engineIn()
  const fired = next<Run>()
  await engine.watch({ onRun: fired.tell })
  await engine.addHooks({
    hooks: { FileChanged: [{ matcher: 'late.txt', hooks: [{ type: 'command', command: 'true' }] }] },
  })
  writeFileSync(join(dir, 'late.txt'), 'x')
  expect((await fired.told).counts.success).toBe(1)
}, 30_000)

test('a status line that changed is the new one', async () => {
  const line = (text: string): string =>
    JSON.stringify({ statusLine: { type: 'command', command: `echo ${text}` } })
  const { engine, file } = await engineOfUser(line('old'))
  const reloaded = next<Reloaded>()
  await engine.watch({ onReload: reloaded.tell })
  expect(await engine.statusLine({})).toEqual(['old'])
  writeFileSync(file, line('new'))
  await reloaded.told
  expect(await engine.statusLine({})).toEqual(['new'])
}, 30_000)

test('one engine watches once, and dispose ends it', async () => {
  const { engine } = await engineIn()
  const watching = await engine.watch()
  await expect(engine.watch()).rejects.toThrow('watches already')
  await watching.close()
  await engine.watch()
  await engine.dispose()
})

test.for([
  ['statusLine', "printf '  one  \\n\\n two\\n'", ['one', 'two']],
  ['statusLine', 'echo shown; exit 1', []],
  ['fileSuggestion', 'cat', ['{"query":"src/"}']],
] as const)('%s runs %s', async ([key, command, lines]) => {
  const { engine } = await engineIn({ settings: { [key]: { type: 'command', command } } })
  const shown = key === 'statusLine' ? engine.statusLine({ model: 'x' }) : engine.suggestFiles('src/')
  expect(await shown).toEqual(lines)
})

test("a skill's hooks come with its file and end with the session", async () => {
  const { engine, dir } = await engineIn()
  const file = join(dir, 'SKILL.md')
  writeFileSync(
    file,
    '---\nname: careful\nhooks:\n  PreToolUse:\n    - hooks:\n        - { type: command, command: "exit 2" }\n---\nBe careful.\n',
  )
  const { hooks } = await engine.addFrontmatter(file, { kind: 'skill', sessionId: 's1' })
  expect(hooks).toMatchObject([{ source: { owner: { kind: 'skill', name: 'careful' } } }])
  // A file of the project, so that it needs an approval like every other.
  const { plan } = await engine.run({ name: 'PreToolUse', sessionId: 's1', tool: { name: 'Bash' } })
  expect(plan.skipped.map(({ because }) => because)).toEqual(['untrusted'])
})

test('S04 consent covers the bytes of scripts: a changed one needs an approval', async () => {
  const { dir } = await engineIn()
  mkdirSync(join(dir, '.claude'))
  writeFileSync(join(dir, 'guard.sh'), 'echo one >&2; exit 2')
  writeFileSync(join(dir, '.claude', 'settings.json'), settings('Stop', 'sh ./guard.sh 2>> log.txt'))
  const { createEngine } = await import('./create-engine.ts')
  const engine = await createEngine({ cwd: dir, sources: ['claude-code'], trustProject: true })
  onTestFinished(() => engine.dispose())
  expect((await engine.dispatch(stop)).decision).toBe('deny')
  // What it writes does not count, what it runs does.
  expect((await engine.dispatch(stop)).decision).toBe('deny')
  writeFileSync(join(dir, 'guard.sh'), 'echo two >&2; exit 2')
  // Looked at again a quarter of a second later at the latest.
  const skips = async (): Promise<string[]> =>
    (await engine.run(stop)).plan.skipped.map(({ because }) => because)
  await vi.waitFor(async () => expect(await skips()).toEqual(['untrusted']), { timeout: 10_000 })
})
