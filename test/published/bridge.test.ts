import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, onTestFinished, test } from 'vitest'
import type { Reply } from '../../src/bridge/index.ts'
import { createEditor } from '../helpers/editor.ts'
import { installed } from '../helpers/installed.ts'

const dist = join(import.meta.dirname, '../../dist')
const page = readFileSync(join(import.meta.dirname, '../../docs/library.md'), 'utf8')
const [, example = ''] = /^### Bridging a host yourself$[^]*?^```ts\n([^]*?)^```$/m.exec(page) ?? []

const CALL = {
  session_id: 's',
  turn_id: 't',
  transcript_path: null,
  cwd: '/',
  hook_event_name: 'PreToolUse',
  model: 'm',
  permission_mode: 'default',
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf /' },
  tool_use_id: 'u',
}

const RULE = {
  version: 1,
  hooks: { PreToolUse: [{ id: 'no-rm', matcher: 'Bash', if: 'Bash(rm *)', deny: 'no rm' }] },
}

/** What the example of the page replies in a project that has installed the package, and what `hookwright run` replies there. */
function repliesTo(payloads: readonly unknown[]) {
  const dir = installed({ 'hookwright.json': JSON.stringify(RULE), 'run.mjs': RUN })
  const text = example
    .replace("'/home/dev/app'", JSON.stringify(dir))
    .replace('{ cwd, sources', '{ cwd, trustProject: true, sources')
  const compiler = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  writeFileSync(join(dir, 'example.mjs'), ts.transpile(text, compiler))
  const state = mkdtempSync(join(tmpdir(), 'hookwright-state-'))
  onTestFinished(() => rmSync(state, { recursive: true, force: true }))
  const env = { PATH: process.env['PATH'], HOME: dir, XDG_STATE_HOME: state }
  const options = { cwd: dir, env, encoding: 'utf8' } as const
  const stdout = execFileSync(process.execPath, ['run.mjs', JSON.stringify(payloads)], options)
  const run = [join(dist, 'cli/cli.cjs'), 'run', '--host', 'codex-cli', '--trust-project']
  const commands = payloads.map((payload) =>
    spawnSync(process.execPath, run, { ...options, input: JSON.stringify(payload) }),
  )
  return { replies: JSON.parse(stdout) as readonly Reply[], commands }
}

const RUN = `import { answer } from './example.mjs'
const replies = JSON.parse(process.argv[2]).map((payload) => answer(new TextEncoder().encode(JSON.stringify(payload))))
console.log(JSON.stringify(await Promise.all(replies)))
`

test('the example of a bridge compiles', { timeout: 60_000 }, () => {
  expect(createEditor(example).errors()).toEqual([])
})

test('the example of a bridge replies with the documents of its host, like hookwright run', () => {
  const { replies, commands } = repliesTo([
    CALL,
    { ...CALL, tool_input: { command: 'ls' } },
    { ...CALL, tool_name: 7 },
  ])
  const [denied, allowed, unread] = replies
  const no = { hookEventName: 'PreToolUse', permissionDecision: 'deny' }
  expect(denied).toMatchObject({ exitCode: 0, stderr: '' })
  expect(JSON.parse(denied?.stdout ?? '')).toEqual({
    hookSpecificOutput: { ...no, permissionDecisionReason: 'no rm' },
  })
  expect(allowed).toEqual({ stdout: '', stderr: '', exitCode: 0 })
  expect(JSON.parse(unread?.stdout ?? '')).toMatchObject({ hookSpecificOutput: no })
  expect(replies).toMatchObject(commands.map(({ stdout, status }) => ({ stdout, exitCode: status })))
})

/** What an import loads at once: the file, and all that it imports other than on demand. */
function loadedWith(name: string, loaded = new Map<string, string>()): ReadonlyMap<string, string> {
  if (loaded.has(name)) return loaded
  const text = readFileSync(join(dist, name), 'utf8')
  loaded.set(name, text)
  for (const [, imported = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g))
    loadedWith(imported, loaded)
  return loaded
}

test('importing the dialects loads less than 100 kB, and hosts only when they are asked for', () => {
  const texts = [...loadedWith('dialects.mjs').values()]
  expect(texts.length).toBeGreaterThan(5)
  expect(texts.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(100_000)
  expect(texts.filter((text) => text.includes('beforeShellExecution'))).toEqual([])
})
