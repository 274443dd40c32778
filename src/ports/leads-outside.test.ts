import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hideOutside } from '../git/config/outside.ts'
import { issue } from '../core/issue.ts'
import { systemFiles } from './files.ts'
import { leadsOutside } from './leads-outside.ts'

/** `real` is a project, `link` leads to it; `real/file` and `real/folder` lead outside. */
function newFolder(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-outside-')))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  mkdirSync(join(dir, 'real/.git'), { recursive: true })
  mkdirSync(join(dir, 'outside/.git'), { recursive: true })
  writeFileSync(join(dir, 'outside/secret'), 'secret')
  writeFileSync(join(dir, 'real/own'), 'own')
  symlinkSync('real', join(dir, 'link'))
  symlinkSync('../outside/secret', join(dir, 'real/file'))
  symlinkSync('../outside', join(dir, 'real/folder'))
  return dir
}

test.for([
  ['real/file', 'real', true],
  ['link/file', 'link', true],
  ['link/file', 'real', true],
  ['real/file', 'link', true],
  ['link/folder/secret', 'real', true],
  ['real/folder/secret', 'link', true],
  ['link/own', 'real', false],
  ['real/own', 'link', false],
  ['outside/secret', 'real', false],
] as const)('R31 %s leads out of %s: %s', ([file, folder, expected]) => {
  const dir = newFolder()
  expect(leadsOutside(join(dir, file), join(dir, folder), systemFiles)).toBe(expected)
})

test.for([
  ['real/folder/secret', true],
  ['link/folder/secret', true],
  ['real/file', true],
  ['real/own', false],
  ['link/own', false],
  ['outside/secret', false],
] as const)(
  'R31 content of %s is hidden where git hooks are read, whatever repository it lies in: %s',
  ([name, isHidden]) => {
    const file = join(newFolder(), name)
    const told = hideOutside(file, [issue('x', { file }, '"canary" is no key.')], systemFiles)
    expect(JSON.stringify(told).includes('canary')).toBe(!isHidden)
  },
)
