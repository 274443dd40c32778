import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPrek } from '../../../test/helpers/prek-builtins.ts'
import { BUILTIN_HOOKS } from './index.ts'

type Listed = { readonly id: string; readonly name: string; readonly description: string }

test('every hook has the name and the description it has in prek', ({ skip }) => {
  const prek = findPrek()
  if ('missing' in prek) return skip(prek.missing)
  const home = mkdtempSync(join(tmpdir(), 'hookwright-facts-'))
  try {
    const args = ['util', 'list-builtins', '--output-format', 'json']
    const env = { PATH: process.env['PATH'] ?? '', HOME: home, PREK_HOME: home }
    const listed = JSON.parse(execFileSync(prek.program, args, { cwd: home, env }).toString()) as Listed[]
    const theirs = new Map(listed.map((hook) => [hook.id, hook]))
    for (const { id, name, description } of BUILTIN_HOOKS.values()) {
      expect({ id, name, description }).toEqual(theirs.get(id))
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})

const COMMIT = ['pre-commit', 'pre-push', 'manual']

test.for([
  ['check-added-large-files', undefined, COMMIT],
  ['check-case-conflict', undefined, undefined],
  ['check-executables-have-shebangs', ['text', 'executable'], COMMIT],
  ['check-json', ['json'], undefined],
  ['check-json5', ['json5'], undefined],
  ['check-jsonc', ['jsonc'], undefined],
  ['check-shebang-scripts-are-executable', ['text'], COMMIT],
  ['check-symlinks', ['symlink'], undefined],
  ['check-toml', ['toml'], undefined],
  ['check-xml', ['xml'], undefined],
  ['check-yaml', ['yaml'], undefined],
  ['destroyed-symlinks', undefined, COMMIT],
  ['forbid-new-submodules', ['directory'], undefined],
  ['no-commit-to-branch', undefined, undefined],
] as const)('%s is for %o at %o', ([id, types, stages]) => {
  const hook = BUILTIN_HOOKS.get(id)
  expect([hook?.types, hook?.stages, hook?.fixes]).toEqual([types, stages, false])
})
