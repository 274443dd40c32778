import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hostNames, spellings } from './helpers/host-names.ts'
import { sources } from './helpers/imports.ts'

const SRC = resolve(import.meta.dirname, '../src')

/** Code that serves every host, and so must not know one. */
const SHARED = [
  'actions',
  'analyze',
  'bridge',
  'core',
  'engine',
  'config',
  'covers',
  'handlers',
  'install',
  'shells',
  'process',
  'ports',
  'late',
  'log',
  'library',
  'packs',
  'session',
  'telemetry',
  'workspace',
]

/** Lines of shared code that name a host all the same, by file, each with its reason. */
const NAMED: Readonly<Record<string, { readonly text: RegExp; readonly because: string }>> = {
  'analyze/programs/wrappers.ts': {
    text: /what Claude Code strips for permission rules/,
    because: 'it says where the first rows are from, which conditions share with that host',
  },
  'library/engine.ts': {
    text: /Claude Code's (agent SDK|`\w+` command)/,
    because: 'what people read in their editor about methods made for programs that come from that host',
  },
  'library/hook-reply.ts': {
    text: /Claude Code/,
    because: 'types for callbacks and answers written for its agent SDK, which people look for by that name',
  },
  'library/outcomes.ts': {
    text: /texts that Claude Code shows/,
    because: 'the words of one host are what this function is for',
  },
  'packs/dangerous-commands/rules/cloud.ts': {
    text: /names: 'sam copilot eb'/,
    because: 'the program of AWS that has the same name',
  },
  'ports/model-anthropic.ts': {
    text: /claude-haiku/,
    because: 'the name of a model, not of a host',
  },
}

describe('shared code names no host', () => {
  test.for(SHARED)('%s', (folder) => {
    const found = sources(join(SRC, folder)).flatMap((path) => {
      const file = path.slice(SRC.length + 1)
      return hostNames(readFileSync(path, 'utf8'))
        .filter(({ line }) => NAMED[file]?.text.test(line) !== true)
        .map(({ at, line }) => `${file}:${at} ${line.trim()}`)
    })
    expect(found).toEqual([])
  })

  test.for(Object.entries(NAMED))('%s still needs its exception', ([file, { text }]) => {
    const lines = hostNames(readFileSync(join(SRC, file), 'utf8'))
    expect(lines.some(({ line }) => text.test(line))).toBe(true)
  })

  test.for([
    "if (host === 'claude-code')",
    'import { claudeEvents } from',
    'const x = CLAUDE_PROJECT_DIR',
    'ClaudeProfile',
    '/** As Copilot does. */',
    "'.github/copilot'",
    'env.CODEX_HOME',
    'codexRuntime',
    'geminiCli',
    "'.cursor/hooks.json'",
    'CURSOR_PROJECT_DIR',
    'as Cursor has it',
  ])('%s is seen', (line) => expect(hostNames(line)).toHaveLength(1))

  test.for([
    'a cursor in a text',
    'type Cursor = { at: number }',
    'function read(cursor: Cursor)',
    'decoded',
  ])('%s is not taken for a host', (line) => expect(hostNames(line)).toEqual([]))

  test('every dialect of the registry is looked for', async () => {
    const { registry, OWN_DIALECT } = await import('../src/dialects/registry.ts')
    const others = registry.map(({ name }) => name).filter((name) => name !== OWN_DIALECT)
    // Some names are also ordinary words, which are looked for as code writes a name.
    const isLookedFor = (name: string) =>
      spellings.some((pattern) => pattern.test(name) || pattern.test(`'${name}'`))
    expect(others.filter((name) => !isLookedFor(name))).toEqual([])
  })
})
