import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { engineIn } from '../../test/helpers/library.ts'
import type { PackName, UseOptions } from './use-pack.ts'

const edit = (dir: string) => ({
  name: 'PostToolUse' as const,
  tool: { name: 'Write', input: { file_path: join(dir, 'a.css'), content: 'a{}' } },
})

/** A project with a formatter of its own. */
function withPrettier(dir: string): void {
  mkdirSync(join(dir, 'node_modules/.bin'), { recursive: true })
  const script = '#!/bin/sh\nfor file; do :; done\nprintf "formatted\\n" > "$file"\n'
  writeFileSync(join(dir, 'node_modules/.bin/prettier'), script)
  chmodSync(join(dir, 'node_modules/.bin/prettier'), 0o755)
  writeFileSync(join(dir, '.prettierrc'), '{}')
  writeFileSync(join(dir, 'a.css'), 'a{}')
}

describe('a pack that a program uses', () => {
  test('runs, and not after it was removed', async () => {
    const { engine, dir } = await engineIn()
    withPrettier(dir)
    const { hooks, issues, remove } = await engine.use('hookwright/format', { with: { tell: 'none' } })
    expect({ issues, hooks: hooks.length }).toEqual({ issues: [], hooks: 1 })
    await engine.dispatch(edit(dir))
    expect(readFileSync(join(dir, 'a.css'), 'utf8')).toBe('formatted\n')
    remove()
    expect(engine.hooks).toEqual([])
  })

  test('runs from the hookwright.yaml that its engine reads', async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-packs-')))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    mkdirSync(join(root, 'hookwright'))
    const use = 'packs: [{ use: hookwright/dangerous-commands, with: { level: deny } }]\n'
    writeFileSync(join(root, 'hookwright/hookwright.yaml'), use)
    vi.stubEnv('XDG_CONFIG_HOME', root)
    const { engine } = await engineIn({ sources: ['hookwright'] })
    const call = { name: 'PreToolUse', tool: { name: 'Bash', input: { command: 'sudo rm -rf /' } } } as const
    const { decision, answers } = await engine.dispatch(call)
    expect({ decision, hook: answers[0]?.hook }).toEqual({
      decision: 'deny',
      hook: 'hookwright:user:PreToolUse:dangerous-commands',
    })
  })

  test('has a readable id, or the one it is given', async () => {
    const { engine } = await engineIn()
    await engine.use('hookwright/format')
    await engine.use('hookwright/format', { id: 'tidy', with: { tell: 'none' } })
    expect(engine.hooks.map(({ id }) => id)).toEqual(['hookwright/format:PostToolUse:1', 'tidy'])
  })

  test('ends with the session that uses it', async () => {
    const { engine } = await engineIn()
    await engine.session('s1').use('hookwright/format')
    expect(engine.hooks[0]?.audience).toEqual({ sessionId: 's1' })
    await engine.dispatch({ name: 'SessionEnd', sessionId: 's1', fields: { reason: 'other' } })
    expect(engine.hooks).toEqual([])
  })

  /** What a program without types may say. */
  test.for<readonly [string, object, string]>([
    [
      'hookwright/formt',
      {},
      '"use" must name a pack, not "hookwright/formt". Did you mean "hookwright/format"?',
    ],
    [
      'hookwright/format',
      { with: { tel: 'none' } },
      '"tel" is not an option of hookwright/format. Did you mean "tell"?',
    ],
    ['hookwright/format', { with: { timeout: 0 } }, '"timeout" must be a number from 1 to 100, not 0.'],
    [
      'hookwright/format',
      { events: ['Stop'] },
      'hookwright/format does nothing on "Stop"; accepted: PostToolUse.',
    ],
    [
      'hookwright/format',
      { events: [] },
      'The `events` of use must name at least one event, or be left out; accepted: PostToolUse.',
    ],
    [
      'hookwright/format',
      { timeoutMs: 0 },
      'The `timeoutMs` of use must be a number of milliseconds above 0 and at most 86400000, not 0.',
    ],
    [
      'hookwright/format',
      { withs: {} },
      '"withs" is not an option of use; accepted: with, events, matcher, if, id, timeoutMs, onFailure, guard, statusMessage, sessionId, agent, agentId. Did you mean "with"?',
    ],
  ])('%s with %j is refused', async ([pack, options, message]) => {
    const { engine } = await engineIn()
    await expect(engine.use(pack as PackName, options as UseOptions)).rejects.toThrow(new TypeError(message))
  })

  test('keeps the options that it was given when the program changes its object', async () => {
    const { engine } = await engineIn()
    const options: { level: 'deny' | 'observe'; categories: { history: 'deny' | 'off' } } = {
      level: 'deny',
      categories: { history: 'deny' },
    }
    await engine.use('hookwright/dangerous-commands', { with: options })
    options.level = 'observe'
    options.categories.history = 'off'
    const call = {
      name: 'PreToolUse',
      tool: { name: 'Bash', input: { command: 'git push --force' } },
    } as const
    expect((await engine.dispatch(call)).decision).toBe('deny')
  })

  test('has options of its own in each engine and each use', async () => {
    const [{ engine: strict }, { engine: lenient }] = [await engineIn(), await engineIn()]
    await lenient.use('hookwright/dangerous-commands', { with: { level: 'observe' } })
    await strict.use('hookwright/dangerous-commands', { with: { level: 'observe' } })
    const { remove } = await strict.use('hookwright/dangerous-commands', { with: { level: 'deny' } })
    const call = {
      name: 'PreToolUse',
      tool: { name: 'Bash', input: { command: 'git push --force' } },
    } as const
    expect((await strict.dispatch(call)).decision).toBe('deny')
    expect((await lenient.dispatch(call)).decision).toBe('none')
    remove()
    expect((await strict.dispatch(call)).decision).toBe('none')
  })
})
