import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import { systemFiles } from '../../ports/files.ts'
import { createReadTools } from './index.ts'
import { BOUNDS } from './tool.ts'

type Tree = Readonly<Record<string, string | Uint8Array>>

/** A project below a folder that also holds a secret. */
function createProject(tree: Tree = {}): { root: string; project: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-tools-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const project = join(root, 'project')
  mkdirSync(project)
  writeFileSync(join(root, 'secret.txt'), 'top secret')
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), content)
  }
  return { root, project }
}

type Folders = { cwd: string; projectDir?: string; signal?: AbortSignal }

function toolsOf({ cwd, projectDir = cwd, signal = new AbortController().signal }: Folders) {
  const { call } = createReadTools({
    files: systemFiles,
    clock: systemClock,
    event: { cwd, projectDir },
    signal,
  })
  return (name: string, input: Record<string, unknown>) => call({ id: '1', name, input })
}

const said = (text: string) => ({ text, isError: false })
const refused = (text: string) => ({ text, isError: true })

describe('Read', () => {
  test('gives numbered lines, from an offset and up to a limit', async () => {
    const use = toolsOf({ cwd: createProject({ 'a.txt': 'one\ntwo\nthree\n' }).project })
    expect(await use('Read', { path: 'a.txt' })).toEqual(said('1\tone\n2\ttwo\n3\tthree'))
    expect(await use('Read', { path: 'a.txt', offset: 2, limit: 1 })).toEqual(
      said('2\ttwo\n[1 more lines; read on with offset 3]'),
    )
    expect(await use('Read', { path: 'a.txt', offset: 9 })).toEqual(refused('The file has 3 lines.'))
  })

  test('an empty file is empty', async () => {
    const use = toolsOf({ cwd: createProject({ 'a.txt': '' }).project })
    expect(await use('Read', { path: 'a.txt' })).toEqual(said(''))
  })

  test('many lines, long lines and much text are cut', async () => {
    const { project } = createProject({
      'many.txt': 'x\n'.repeat(BOUNDS.lines + 5),
      'long.txt': 'y'.repeat(BOUNDS.lineCharacters + 1),
      'much.txt': `${'z'.repeat(1_000)}\n`.repeat(100),
    })
    const use = toolsOf({ cwd: project })
    expect((await use('Read', { path: 'many.txt' })).text).toMatch(
      /\n\[5 more lines; read on with offset 2001\]$/,
    )
    expect((await use('Read', { path: 'long.txt' })).text).toBe(`1\t${'y'.repeat(BOUNDS.lineCharacters)}`)
    expect((await use('Read', { path: 'much.txt' })).text).toMatch(/\[cut: \d+ characters, 40000 allowed\]$/)
  })

  test.for([
    ['a huge file', 'huge.txt', 'The file is larger than 2097152 bytes.'],
    ['a binary file', 'binary', 'It is a binary file.'],
    ['text that is not UTF-8', 'latin1.txt', 'It is a binary file.'],
    ['a folder', '.', 'It is a folder; use Glob to see what is in it.'],
    ['a file that is not there', 'none.txt', 'There is nothing at "none.txt" below the project.'],
    ['a name no file can have', 'a\u0000b', 'There is nothing at "a\u0000b" below the project.'],
  ] as const)('refuses %s', async ([, path, why]) => {
    const { project } = createProject({
      'huge.txt': 'x'.repeat(BOUNDS.fileBytes + 1),
      binary: new Uint8Array([65, 0, 66]),
      'latin1.txt': new Uint8Array([65, 0xe4, 66]),
    })
    expect(await toolsOf({ cwd: project })('Read', { path })).toEqual(refused(why))
  })
})

describe('outside of the project', () => {
  const ways = (root: string) => ({
    'a way up': '../secret.txt',
    'a way down and up': 'src/../../secret.txt',
    'an absolute path': join(root, 'secret.txt'),
    'a link to a file': 'link.txt',
    'a link to a folder': 'folder/secret.txt',
    'a link to a link': 'chain.txt',
  })

  test.for(Object.keys(ways('')) as (keyof ReturnType<typeof ways>)[])(
    'nothing is read by %s',
    async (way) => {
      const { root, project } = createProject({ 'src/a.txt': 'a' })
      symlinkSync(join(root, 'secret.txt'), join(project, 'link.txt'))
      symlinkSync(root, join(project, 'folder'))
      symlinkSync('link.txt', join(project, 'chain.txt'))
      const path = ways(root)[way]
      const why = refused(`There is nothing at "${path}" below the project.`)
      const use = toolsOf({ cwd: project })
      expect(await use('Read', { path })).toEqual(why)
      expect(await use('Grep', { pattern: 'secret', path })).toEqual(why)
      expect(await use('Glob', { pattern: '*', path })).toEqual(why)
    },
  )

  test('links are not walked into', async () => {
    const { root, project } = createProject({ 'a.txt': 'a' })
    symlinkSync(root, join(project, 'folder'))
    symlinkSync(join(root, 'secret.txt'), join(project, 'link.txt'))
    const use = toolsOf({ cwd: project })
    expect(await use('Glob', { pattern: '**' })).toEqual(said('a.txt'))
    expect(await use('Grep', { pattern: 'secret' })).toEqual(said('No lines found.'))
  })

  test('a folder whose name only begins like the project is outside', async () => {
    const { root, project } = createProject()
    mkdirSync(join(root, 'project-2'))
    writeFileSync(join(root, 'project-2', 'b.txt'), 'b')
    const { isError } = await toolsOf({ cwd: project })('Read', { path: '../project-2/b.txt' })
    expect(isError).toBe(true)
  })

  test('a link that stays inside is followed', async () => {
    const { project } = createProject({ 'a.txt': 'a' })
    symlinkSync('a.txt', join(project, 'b.txt'))
    expect(await toolsOf({ cwd: project })('Read', { path: 'b.txt' })).toEqual(said('1\ta'))
  })

  test('the project above the working directory is inside', async () => {
    const { project } = createProject({ 'a.txt': 'a', 'src/b.txt': 'b' })
    const use = toolsOf({ cwd: join(project, 'src'), projectDir: project })
    expect(await use('Read', { path: '../a.txt' })).toEqual(said('1\ta'))
    expect(await use('Glob', { pattern: '**', path: '..' })).toEqual(said(`${join(project, 'a.txt')}\nb.txt`))
  })

  test('a project that is gone gives nothing', async () => {
    const { isError } = await toolsOf({ cwd: '/nonexistent/project' })('Glob', { pattern: '**' })
    expect(isError).toBe(true)
  })
})

describe('Glob', () => {
  const tree = {
    'a.ts': '',
    'src/b.ts': '',
    'src/deep/c.tsx': '',
    'src/[id].ts': '',
    'node_modules/x/d.ts': '',
    '.git/config': '',
  }

  test.for([
    ['*.ts', 'a.ts'],
    ['**/*.ts', 'a.ts\nsrc/[id].ts\nsrc/b.ts'],
    ['./src/**/*.{ts,tsx}', 'src/[id].ts\nsrc/b.ts\nsrc/deep/c.tsx'],
    ['src/[id].ts', 'src/[id].ts'],
    ['src/?.ts', 'src/b.ts'],
    ['../*', 'No files found.'],
  ] as const)('%s', async ([pattern, expected]) => {
    expect(await toolsOf({ cwd: createProject(tree).project })('Glob', { pattern })).toEqual(said(expected))
  })

  test('looks below a folder and tells paths that Read takes', async () => {
    const use = toolsOf({ cwd: createProject(tree).project })
    expect(await use('Glob', { pattern: '*.tsx', path: 'src/deep' })).toEqual(said('src/deep/c.tsx'))
    expect(await use('Glob', { pattern: '*', path: 'a.ts' })).toEqual(refused('"path" is no folder.'))
  })

  test('finds at most 200 files and says that there are more', async () => {
    const many = Object.fromEntries(Array.from({ length: BOUNDS.results + 1 }, (_, at) => [`${at}.txt`, '']))
    const { text } = await toolsOf({ cwd: createProject(many).project })('Glob', { pattern: '*' })
    expect(text.split('\n')).toHaveLength(BOUNDS.results + 1)
    expect(text).toMatch(/\[more than 200 files\]$/)
  })

  test.for([
    ['too many alternatives', '{a,b}'.repeat(20)],
    ['a pattern without end', '*'.repeat(BOUNDS.patternCharacters + 1)],
  ] as const)('S48 refuses %s', async ([, pattern]) => {
    expect((await toolsOf({ cwd: createProject().project })('Glob', { pattern })).isError).toBe(true)
  })

  test('S48 a pattern of many stars ends', async () => {
    const { project } = createProject({ ['a'.repeat(200)]: '' })
    const pattern = `${'*a'.repeat(100)}b`
    expect(await toolsOf({ cwd: project })('Glob', { pattern })).toEqual(said('No files found.'))
  })
})

describe('Grep', () => {
  test('finds lines with their place, in files a glob lets through', async () => {
    const { project } = createProject({ 'a.ts': 'x\nfoo 1', 'src/b.ts': 'foo 2', 'c.md': 'foo 3' })
    const use = toolsOf({ cwd: project })
    expect(await use('Grep', { pattern: 'fo+' })).toEqual(
      said('a.ts:2:foo 1\nc.md:1:foo 3\nsrc/b.ts:1:foo 2'),
    )
    expect(await use('Grep', { pattern: 'foo', glob: '*.ts' })).toEqual(
      said('a.ts:2:foo 1\nsrc/b.ts:1:foo 2'),
    )
    expect(await use('Grep', { pattern: 'foo', glob: 'src/*' })).toEqual(said('src/b.ts:1:foo 2'))
    expect(await use('Grep', { pattern: 'foo', path: 'c.md' })).toEqual(said('c.md:1:foo 3'))
  })

  test('passes over binary and huge files, and says so of one asked for by name', async () => {
    const { project } = createProject({
      binary: new Uint8Array([102, 111, 111, 0]),
      'huge.txt': 'foo\n'.repeat(BOUNDS.fileBytes / 4 + 1),
    })
    const use = toolsOf({ cwd: project })
    expect(await use('Grep', { pattern: 'foo' })).toEqual(said('No lines found.'))
    expect(await use('Grep', { pattern: 'foo', path: 'binary' })).toEqual(refused('It is a binary file.'))
  })

  test('finds at most 200 lines, and shows at most 160 characters of each', async () => {
    const { project } = createProject({ 'a.txt': `${'x'.repeat(1_000)}\n`.repeat(BOUNDS.results + 1) })
    const lines = (await toolsOf({ cwd: project })('Grep', { pattern: 'x' })).text.split('\n')
    expect(lines).toHaveLength(BOUNDS.results + 1)
    expect(lines[0]).toBe(`a.txt:1:${'x'.repeat(160)}`)
    expect(lines.at(-1)).toBe('[stopped: more than 200 lines]')
  })

  test('S48 a pattern of exponential time is stopped', async () => {
    const { project } = createProject({ 'a.txt': `${'a'.repeat(60)}b` })
    expect(await toolsOf({ cwd: project })('Grep', { pattern: '^(a+)+$' })).toEqual(
      said('[stopped: the search took too long]'),
    )
  })

  test.for([
    ['no pattern', '(', '"(" is no valid regular expression of JavaScript.'],
    ['too long', 'a'.repeat(BOUNDS.patternCharacters + 1), 'The pattern is too long.'],
  ] as const)('S48 refuses a pattern that is %s', async ([, pattern, why]) => {
    const { project } = createProject({ 'a.txt': 'aaa' })
    expect(await toolsOf({ cwd: project })('Grep', { pattern })).toEqual(refused(why))
  })
})

test.for([
  ['Write', { path: 'a', content: 'x' }, 'There is no tool "Write".'],
  ['Read', {}, '"path" is needed.'],
  ['Read', { path: 1 }, '"path" must be text.'],
  ['Read', { path: 'a', limit: 0 }, '"limit" must be a whole number from 1 on.'],
  ['Read', { path: 'a', offset: '2' }, '"offset" must be a whole number from 1 on.'],
  ['Glob', {}, '"pattern" is needed.'],
  ['Grep', { pattern: [] }, '"pattern" must be text.'],
] as const)('%s with %j is refused', async ([name, input, why]) => {
  expect(await toolsOf({ cwd: createProject().project })(name, input)).toEqual(refused(why))
})

test.for(['Glob', 'Grep'])('a signal ends %s on its way', async (name) => {
  const { project } = createProject({ 'a.txt': 'x' })
  const use = toolsOf({ cwd: project, signal: AbortSignal.abort() })
  await expect(use(name, { pattern: 'x' })).rejects.toThrow(/abort/i)
})
