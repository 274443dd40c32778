import { mkdtempSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemFiles } from '../../ports/files.ts'
import { loadGitConfig } from '../config/find-config.ts'
import { KNOWN } from '../config/known.ts'
import { readAhead } from './read-ahead.ts'

function folder(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-read-ahead-')))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

const configOf = (entry: string): string =>
  `repos:\n  - repo: local\n    hooks:\n      - { id: a, name: a, language: system, entry: ${entry} }\n`

const entryIn = (file: string): string | undefined =>
  loadGitConfig(file, { files: systemFiles, known: KNOWN }).config?.repos[0]?.hooks[0]?.options.entry

test.each([
  ['the config of the folder', '.pre-commit-config.yaml', undefined],
  ['the config that is named', 'other.yaml', 'other.yaml'],
])(
  '%s that changes after it was read ahead, with the same size and time, is read anew',
  (_, name, config) => {
    const cwd = folder()
    const file = join(cwd, name)
    writeFileSync(file, configOf('first'))
    const { atime, mtime, size } = statSync(file)
    readAhead({ cwd, ...(config !== undefined && { config }) })
    writeFileSync(file, configOf('other'))
    utimesSync(file, atime, mtime)
    expect(statSync(file).size).toBe(size)
    expect(entryIn(file)).toBe('other')
  },
)

test('a folder without a config, and a config that is not there, are left to the run', () => {
  const cwd = folder()
  expect(() => readAhead({ cwd })).not.toThrow()
  expect(() => readAhead({ cwd, config: 'missing.yaml' })).not.toThrow()
  expect(() => readAhead({ cwd: join(cwd, 'missing') })).not.toThrow()
})
