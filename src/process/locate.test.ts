import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isWindowsPath, onWindowsPath, startedFile } from './locate.ts'

function folders(...files: readonly string[]): {
  readonly root: string
  readonly env: Record<string, string>
} {
  const root = mkdtempSync(join(tmpdir(), 'hookwright-locate-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['a', 'b c']) mkdirSync(join(root, folder))
  for (const file of files) writeFileSync(join(root, file), '')
  return { root, env: { Path: `;${join(root, 'a')};"${join(root, 'b c')}"` } }
}

test.for([
  ['a whole folder', '/a'],
  ['a folder with a slash at its end', '/a/'],
  ['a folder with steps back', '/b c/../a'],
  ['a folder with doubled slashes', '//a'],
  ['a folder of the working directory', 'a'],
  ['the working directory', ''],
])('%s on PATH gives the whole path of a program, without detours', ([, folder = '']) => {
  const { root } = folders('a/tool', 'b c/other')
  chmodSync(join(root, 'a/tool'), 0o755)
  const cwd = folder === '' ? join(root, 'a') : root
  const PATH = `${root}/b c:${folder.startsWith('/') ? root : ''}${folder}`
  expect(startedFile('tool', { cwd, env: { PATH } })).toBe(join(root, 'a/tool'))
})

test('a bare name is the first .com or .exe on PATH, whatever that variable is spelt', () => {
  const { root, env } = folders('a/tool.cmd', 'b c/tool.exe', 'b c/tool.com')
  expect(onWindowsPath('tool', env)).toEqual({ program: join(root, 'b c/tool.com') })
  expect(onWindowsPath('tool.exe', env)).toEqual({ program: join(root, 'b c/tool.exe') })
})

test('a batch file is found only where no program is, and told apart', () => {
  const { root, env } = folders('a/tool.cmd', 'a/script.js')
  expect(onWindowsPath('tool', env)).toEqual({ batch: join(root, 'a/tool.cmd') })
  expect(onWindowsPath('tool.cmd', env)).toEqual({ batch: join(root, 'a/tool.cmd') })
  expect(onWindowsPath('script.js', env)).toEqual({})
})

test('without a PATH nothing is found, not even in the working directory', () => {
  expect(onWindowsPath('package', {})).toEqual({})
})

test.for(['./x', 'a\\x', 'C:x'])('%s is a path', (file) => {
  expect(isWindowsPath(file)).toBe(true)
})
