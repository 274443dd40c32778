import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { readSnapshot } from '../src/config/snapshot.ts'
import { openSwitches } from '../src/config/switches.ts'
import { createCovering } from '../src/config/covering.ts'
import { openTrust } from '../src/config/trust.ts'
import { dialects } from './helpers/dialects.ts'
import { lastRuns } from '../src/log/store.ts'
import { systemFiles } from '../src/ports/files.ts'
import { openState } from '../src/ports/state.ts'
import { hook, places, toolEvent } from './helpers/builders.ts'

/** What hookwright keeps for itself can be cut off, edited or written by another version; reading it never throws. */
const dir = mkdtempSync(join(tmpdir(), 'hookwright-readers-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const state = openState(join(dir, 'hookwright'))
const projectDir = join(dir, 'project')
const here = places({ startDir: projectDir, projectDir, home: dir, configHome: join(dir, 'config') })
const ours = hook({
  id: 'guard',
  source: { file: join(projectDir, 'hookwright.yaml'), pointer: [], scope: 'project' },
})
const event = toolEvent('Bash', {}, { cwd: projectDir, projectDir })

/** Any text, any JSON, and JSON that is nearly right: the words the readers look for, with any values. */
function contents(words: readonly string[]): fc.Arbitrary<string> {
  const near = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, 1, 1e300, -1, '', 'guard', projectDir, true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...words), tie('value'), { maxKeys: 6 }),
    ),
  })).value
  return fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    near.map((value) => JSON.stringify(value)),
  )
}

function property(file: string, words: readonly string[], read: () => unknown): void {
  const path = join(state.dir, file)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  fc.assert(
    fc.property(contents(words), (text) => {
      writeFileSync(path, text)
      expect(read).not.toThrow()
    }),
    { numRuns: 400 },
  )
}

test('R53 no content of the trust store makes a reader throw, or a stranger trusted', () => {
  const words = [
    'version',
    'projects',
    projectDir,
    'a',
    'id',
    'file',
    'meaning',
    'scripts',
    'path',
    'sha256',
    '__proto__',
  ]
  property('trust.json', words, () => {
    const trust = openTrust(state, here, systemFiles, createCovering)
    expect(trust.refuse(ours, event)?.because).toBe('untrusted')
    expect(['untrusted', 'changed']).toContain(trust.status(ours))
    trust.changedScripts(ours)
    trust.knows(ours.source.file)
  })
})

test('no content of the list of switched-off hooks makes a reader throw', () => {
  property('disabled.json', ['id', 'project', 'until', 'meanings', '0', '__proto__'], () => {
    const project = { dir: projectDir, written: projectDir }
    const commands = { disable: String, enable: String }
    const switches = openSwitches({ state, project, now: () => 1_000, commands, hooks: () => [ours] })
    switches.refuse(ours)
    switches.remarks([ours])
  })
})

test('R47 no content of the log makes a reader throw, and every run it gives can be shown', () => {
  property(
    'log/runs.jsonl',
    ['v', 'id', 'at', 'host', 'event', 'decision', 'hooks', 'skipped', 'class'],
    () => {
      for (const run of lastRuns(state, 20).runs)
        [...run.hooks, ...run.skipped].map(({ id }) => id.length + run.at.length)
    },
  )
})

test('a log of a million short lines is read', () => {
  writeFileSync(join(state.dir, 'log/runs.jsonl'), 'x\n'.repeat(1_000_000))
  expect(lastRuns(state, 5)).toEqual({ runs: [], unreadable: 1_000_000 })
})

test('no content of a snapshot makes a reader throw', () => {
  const request = {
    sources: ['hookwright'],
    host: undefined,
    places: here,
    files: systemFiles,
    state,
    dialects,
    maxBytes: 1_000,
    maxDepth: 8,
  }
  const asked: string[] = []
  readSnapshot({ ...request, state: { ...state, read: (name) => void asked.push(name) } })
  property(
    asked[0] ?? '',
    ['key', 'imported', 'inputs', 'loaded', 'hooks', 'issues', 'files', 'broken'],
    () => readSnapshot(request)?.matches({ files: [], broken: [] }),
  )
})
