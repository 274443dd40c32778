import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createEngine } from './create-engine.ts'
import type { Engine, EngineOptions } from './engine.ts'

const bash = { name: 'PreToolUse', tool: { name: 'Bash', input: { command: 'ls' } } } as const

/** An engine beside these files of a project nobody has approved anything of. */
async function project(
  files: Readonly<Record<string, string>>,
  options: EngineOptions = {},
): Promise<{ readonly engine: Engine; readonly dir: string }> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-untrusted-')))
  const dir = join(root, 'app')
  vi.stubEnv('XDG_STATE_HOME', join(root, 'state'))
  vi.stubEnv('HOME', join(root, 'home'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), text)
  }
  const sources = ['hookwright', 'claude-code'] as const
  const engine = await createEngine({ cwd: dir, sources, ...options })
  onTestFinished(async () => {
    await engine.dispose()
    rmSync(root, { recursive: true, force: true })
  })
  return { engine, dir }
}

const yaml = (...entries: readonly string[]): string =>
  `version: 1\nhooks:\n  PreToolUse:\n${entries.map((entry) => `    - ${entry}\n`).join('')}`
const gate = (id: string, more = ''): string =>
  `{ id: ${id}, matcher: Bash, command: touch ran-${id}${more} }`

describe('a hook of the project that nobody approved', () => {
  test('is told by the engine, with its file and how to review it', async () => {
    const { engine, dir } = await project({ 'hookwright.yaml': yaml(gate('one')) })
    expect(engine.issues).toEqual([
      {
        code: 'trust.untrusted',
        severity: 'warning',
        place: { file: join(dir, 'hookwright.yaml'), hook: 'one' },
        message: '1 hook of this file is not approved and does not run: one.',
        hint: 'Review with `engine.trust.list()`.',
      },
    ])
  })

  test('is told by every verdict it would have taken part in, also when nothing ran', async () => {
    const { engine, dir } = await project({ 'hookwright.yaml': yaml(gate('one')) })
    const { verdict, results } = await engine.run(bash)
    expect(results).toEqual([])
    expect(verdict.issues).toMatchObject([
      { code: 'trust.untrusted', place: { file: join(dir, 'hookwright.yaml'), hook: 'one' } },
    ])
    engine.on('PreToolUse', {}, () => undefined)
    const beside = await engine.run(bash)
    expect(beside.results).toHaveLength(1)
    expect(beside.verdict.issues).toEqual(verdict.issues)
  })

  test('is not told where it would not have run', async () => {
    const { engine } = await project({ 'hookwright.yaml': yaml(gate('one')) })
    const read = { name: 'PreToolUse', tool: { name: 'Read', input: {} } } as const
    expect((await engine.dispatch(read)).issues).toEqual([])
    expect((await engine.dispatch({ name: 'Stop' })).issues).toEqual([])
  })

  test('is told in one issue per file, and no list is without end', async () => {
    const many = Array.from({ length: 20 }, (_, index) => gate(`h${index}`))
    const settings = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'touch ran' }] }] } }
    const { engine, dir } = await project({
      'hookwright.yaml': yaml(...many),
      '.claude/settings.json': JSON.stringify(settings),
    })
    const { issues } = await engine.dispatch(bash)
    expect(issues.map(({ place, message }) => [place.file, message])).toEqual([
      [
        join(dir, 'hookwright.yaml'),
        '20 hooks of this file are not approved and do not run: h0, h1, h2 and 17 more.',
      ],
      [
        join(dir, '.claude/settings.json'),
        expect.stringMatching(/^1 hook of this file is not approved and does not run: claude-code:/),
      ],
    ])
    expect(engine.issues).toEqual(issues)
  })

  test('of a status line is told by the engine', async () => {
    const statusLine = { type: 'command', command: './line.sh' }
    const { engine } = await project({ '.claude/settings.json': JSON.stringify({ statusLine }) })
    expect(engine.issues).toMatchObject([{ code: 'trust.untrusted' }])
  })
})

describe('what the engine says is what holds now', () => {
  test('nothing, when the program approved the project', async () => {
    const { engine } = await project({ 'hookwright.yaml': yaml(gate('one')) }, { trustProject: true })
    expect([engine.issues, (await engine.dispatch(bash)).issues]).toEqual([[], []])
  })

  test('a script that changed since is told as soon as it changed', async () => {
    const command = '{ id: one, command: ./gate.sh, onFailure: deny }'
    const { engine, dir } = await project(
      { 'hookwright.yaml': yaml(command), 'gate.sh': '#!/bin/sh\n' },
      { trustProject: true },
    )
    expect(engine.issues).toEqual([])
    writeFileSync(join(dir, 'gate.sh'), '#!/bin/sh\nexit 2\n')
    await vi.waitFor(() => expect(engine.issues).toMatchObject([{ place: { hook: 'one' } }]))
    expect((await engine.dispatch(bash)).issues).toMatchObject([{ place: { hook: 'one' } }])
  })

  test('a hook that came with a later reading of the file is told', async () => {
    const { engine, dir } = await project({ 'hookwright.yaml': yaml(gate('one')) }, { trustProject: true })
    await engine.watch()
    writeFileSync(join(dir, 'hookwright.yaml'), yaml(gate('one'), gate('two')))
    await vi.waitFor(() => expect(engine.issues).toMatchObject([{ place: { hook: 'two' } }]), {
      timeout: 10_000,
    })
  })

  test('a mistake that a later reading finds is told, and gone when it is mended', async () => {
    const { engine, dir } = await project({ 'hookwright.yaml': yaml(gate('one')) }, { trustProject: true })
    await engine.watch()
    const file = join(dir, 'hookwright.yaml')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, `${text}colour: red\n`)
    await vi.waitFor(() => expect(engine.issues.map(({ code }) => code)).toContain('config.unknown-key'), {
      timeout: 10_000,
    })
    writeFileSync(file, text)
    await vi.waitFor(() => expect(engine.issues).toEqual([]), { timeout: 10_000 })
  })
})
