import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { packContext, packPlace, postToolUse, type PackPlace } from '../../../test/helpers/pack-context.ts'
import type { PackAnswer } from '../code.ts'
import type { Options } from '../manifest.ts'
import { format } from './code.ts'
import { FORMATTERS } from './formatters.ts'
import { format as manifest } from './manifest.ts'

const MODULES = resolve(import.meta.dirname, '../../../node_modules')
const UGLY = 'const   a = {b:1}\n'
/** A formatter of one line, so that these tests need no other program than Node. */
const FAKE = `#!/usr/bin/env node
const fs = require('node:fs')
const file = process.argv.at(-1)
fs.appendFileSync(__dirname + '/../ran', process.argv[1] + '\\n')
const text = fs.readFileSync(file, 'utf8')
if (text.includes('SYNTAX')) { console.error('\\u001b[31m' + file + ': 1:1 unexpected\\u001b[0m'); process.exit(2) }
if (text.includes('HALF')) fs.writeFileSync(file, 'half')
if (text.includes('HANG')) setInterval(() => {}, 1000)
else if (text.includes('LOSE')) fs.rmSync(file)
else if (text.includes('LINK')) { fs.rmSync(file); fs.symlinkSync(__dirname + '/../../../outside', file) }
else if (text.includes('FINDING')) { console.log('1:1 error no-console'); process.exit(1) }
else fs.writeFileSync(file, text.replaceAll('   ', ' '))
`

type Edited = { readonly answer: PackAnswer; readonly text: string }

async function edit(place: PackPlace, file: string, options: Options = {}): Promise<Edited> {
  const event = postToolUse('Edit', { file_path: file }, place)
  const answer = await format(event, packContext(manifest, { place, options }))
  return { answer, text: readFileSync(resolve(place.projectDir, file), 'utf8') }
}

function told(answer: PackAnswer): string {
  return (answer?.effects ?? [])
    .map((effect) => (effect.kind === 'add-context' ? effect.text : ''))
    .join('\n')
}

function withFake(files: Readonly<Record<string, string>>): PackPlace {
  const place = packPlace({ 'biome.json': '{}', ...files })
  for (const name of ['biome', 'prettier', 'eslint', 'oxfmt']) {
    const file = join(place.projectDir, 'node_modules/.bin', name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, FAKE)
    chmodSync(file, 0o755)
  }
  return place
}

test('a file is formatted as the project has it, and the model gets the change', async () => {
  const project = packPlace({ '.oxfmtrc.json': '{"semi": false}', 'a.ts': `${UGLY};` })
  symlinkSync(MODULES, join(project.projectDir, 'node_modules'))
  const { answer, text } = await edit(project, 'a.ts')
  expect(text).toBe('const a = { b: 1 }\n')
  expect(told(answer)).toMatch(/^oxfmt formatted a\.ts after your edit \(1 line added, 2 removed\)/)
  expect(told(answer)).toContain('-const   a = {b:1}')
  expect(answer?.decision).toBe('none')
})

test.for<[string, Record<string, string>, string, string]>([
  ['the nearest config', { 'p/.prettierrc': '{}', 'p/a.ts': UGLY }, 'p/a.ts', 'prettier'],
  ['a config above', { 'p/a.ts': UGLY }, 'p/a.ts', 'biome'],
  [
    'a config before a dependency in the same folder',
    { 'package.json': '{"devDependencies":{"prettier":"3"}}', 'a.ts': UGLY },
    'a.ts',
    'biome',
  ],
  [
    'a dependency that is nearer',
    { 'p/package.json': '{"devDependencies":{"prettier":"3"}}', 'p/a.ts': UGLY },
    'p/a.ts',
    'prettier',
  ],
  [
    'what lays out code before what corrects it',
    { 'p/eslint.config.js': '', 'p/a.ts': UGLY },
    'p/a.ts',
    'biome',
  ],
])('the formatter is that of %s', async ([, files, file, formatter]) => {
  const project = withFake(files)
  const { text } = await edit(project, file)
  const ran = readFileSync(join(project.projectDir, 'node_modules/ran'), 'utf8')
  expect(ran).toBe(`${join(project.projectDir, 'node_modules/.bin', formatter)}\n`)
  expect(text).not.toBe(UGLY)
})

test.for<[string, Record<string, string>, string, Options?]>([
  ['a file of an installed package', { 'node_modules/x/a.ts': UGLY }, 'node_modules/x/a.ts'],
  ['a vendored file', { 'vendor/a.ts': UGLY }, 'vendor/a.ts'],
  ['a generated file', { 'a.ts': `// @generated\n${UGLY}` }, 'a.ts'],
  ['a lock file', { 'package-lock.json': `{"a":   1}` }, 'package-lock.json'],
  ['a config of hooks', { 'hookwright.json': `{"a":   1}` }, 'hookwright.json'],
  ['a minified file', { 'a.min.js': UGLY }, 'a.min.js'],
  ['an excluded file', { 'src/gen/a.ts': UGLY }, 'src/gen/a.ts', { exclude: ['src/gen/'] }],
  ['a name that is excluded at any depth', { 'x/a.ts': UGLY }, 'x/a.ts', { exclude: ['a.*'] }],
  ['a file for which no formatter is allowed', { 'a.ts': UGLY }, 'a.ts', { use: ['prettier'] }],
  ['a kind of file that no formatter knows', { 'a.bin': UGLY }, 'a.bin'],
  ['a file that is too large', { 'a.ts': `${UGLY}${' '.repeat(1_100_000)}` }, 'a.ts'],
  ['a file that is not text', { 'a.ts': `${UGLY}\0` }, 'a.ts'],
])('%s is left alone', async ([, files, file, options]) => {
  const project = withFake(files)
  const { answer, text } = await edit(project, file, options)
  expect(text).toBe(files[file])
  expect(told(answer)).toBe('')
})

test('a file that git ignores is left alone, and git runs nothing that the repository names', async () => {
  const project = withFake({ 'out/a.ts': UGLY, '.gitignore': 'out/\n' })
  const git = (...args: readonly string[]): unknown => execFileSync('git', args, { cwd: project.projectDir })
  git('init', '-q')
  git('config', 'core.fsmonitor', `touch ${join(project.projectDir, 'ran')}; false`)
  git('config', 'alias.check-ignore', `!touch ${join(project.projectDir, 'ran')}`)
  expect((await edit(project, 'out/a.ts')).text).toBe(UGLY)
  expect(existsSync(join(project.projectDir, 'ran'))).toBe(false)
})

test('a file outside the project is left alone, also behind a link', async () => {
  const outside = withFake({ 'a.ts': UGLY })
  const project = withFake({})
  symlinkSync(join(outside.projectDir, 'a.ts'), join(project.projectDir, 'linked.ts'))
  symlinkSync(outside.projectDir, join(project.projectDir, 'folder'))
  for (const file of [join(outside.projectDir, 'a.ts'), 'linked.ts', 'folder/a.ts', '../x.ts'])
    expect(
      (await format(written(project, file), packContext(manifest, { place: project })))?.effects ?? [],
    ).toEqual([])
  expect(readFileSync(join(outside.projectDir, 'a.ts'), 'utf8')).toBe(UGLY)
})

test('a deleted file and a project without a formatter need no answer', async () => {
  const project = withFake({})
  expect(await format(written(project, 'gone.ts'), packContext(manifest, { place: project }))).toBeUndefined()
  expect((await edit(packPlace({ 'a.ts': UGLY }), 'a.ts')).answer).toBeUndefined()
})

test('a formatter that is not installed is noted in the log and said to nobody', async () => {
  const project = packPlace({ 'stylua.toml': '', 'a.lua': 'x   = 1\n' })
  const { answer } = await edit(project, 'a.lua')
  expect(answer).toEqual({ decision: 'none', effects: [], issues: [], note: { stylua: 'missing' } })
})

test('what a formatter says of a syntax error reaches the model without terminal sequences', async () => {
  const { answer, text } = await edit(withFake({ 'a.ts': 'SYNTAX   x\n' }), 'a.ts')
  expect(text).toBe('SYNTAX   x\n')
  expect(told(answer)).toBe(
    'biome could not format a.ts; the file is as you wrote it. It says:\na.ts: 1:1 unexpected',
  )
})

test('a formatter that does not end is stopped', async () => {
  const { answer } = await edit(withFake({ 'a.ts': 'HANG\n' }), 'a.ts', { timeout: 1 })
  expect(told(answer)).toBe('biome did not end in time for a.ts; the file is as you wrote it.')
})

test('a formatter that is stopped after it has written is told as that', async () => {
  const { answer } = await edit(withFake({ 'a.ts': 'HALF HANG\n' }), 'a.ts', { timeout: 1 })
  expect(told(answer)).toBe(
    'biome did not end in time for a.ts; the file is not exactly what you wrote: read it again.',
  )
})

test('a formatter that removes the file is told', async () => {
  const project = withFake({ 'a.ts': 'LOSE\n' })
  const answer = await format(written(project, 'a.ts'), packContext(manifest, { place: project }))
  expect(told(answer)).toBe('After biome has run on a.ts, the file is gone or no longer a text: look at it.')
})

test('what a link leads to that a formatter has put in place of the file is not told', async () => {
  const project = withFake({ 'a.ts': 'LINK\n' })
  writeFileSync(join(dirname(project.projectDir), 'outside'), 'canary\n')
  const answer = await format(written(project, 'a.ts'), packContext(manifest, { place: project }))
  expect(told(answer)).toMatch(/^After biome has run on a\.ts, the file is gone/)
})

test('what eslint finds besides the layout is not told as a refusal', async () => {
  const project = withFake({ 'p/eslint.config.js': '', 'p/a.ts': 'FINDING\n' })
  const { answer } = await edit(project, 'p/a.ts', { use: ['eslint'] })
  expect(answer).toMatchObject({ effects: [], note: { eslint: 'unchanged' } })
})

/** One call that edits several files. */
function patchOf(project: ReturnType<typeof withFake>, files: readonly string[]) {
  const parts = files.map((file) => ({ name: 'Edit', input: { file_path: join(project.projectDir, file) } }))
  const { tool, ...event } = postToolUse('Edit', {}, project)
  return { ...event, tool: { name: 'Edit', nativeName: 'patch', input: {}, nativeInput: {}, ...tool, parts } }
}

test('files for which the host does not wait are left out, and the model is told', async () => {
  const project = withFake({ 'a.ts': 'HANG\n', 'b.ts': UGLY })
  const patch = patchOf(project, ['a.ts', 'b.ts'])
  const startedAt = performance.now()
  const answer = await format(patch, packContext(manifest, { place: project, timeoutMs: 2_000 }))
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  expect(told(answer)).toBe(
    'biome did not end in time for a.ts; the file is as you wrote it.\n\n1 more file of this call was not formatted, for lack of time or because one call formats 20 at most.',
  )
})

test.for<[string, RegExp]>([
  ['none', /^$/],
  [
    'summary',
    /^biome formatted a\.ts after your edit \(1 line added, 1 removed\)\. The file is not exactly what you wrote\.$/,
  ],
])('tell: %s', async ([tell, expected]) => {
  const { answer, text } = await edit(withFake({ 'a.ts': UGLY }), 'a.ts', { tell })
  expect(text).not.toBe(UGLY)
  expect(told(answer)).toMatch(expected)
})

test('a large change is shown in part', async () => {
  const { answer } = await edit(withFake({ 'a.ts': UGLY.repeat(500) }), 'a.ts')
  expect(told(answer).length).toBeLessThan(3_500)
  expect(told(answer)).toMatch(/… \(\d+ more lines; read the file again\)$/)
})

test('every file of a patch is formatted', async () => {
  const project = withFake({ 'a.ts': UGLY, 'b.ts': UGLY })
  const patch = patchOf(project, ['a.ts', 'b.ts'])
  expect(told(await format(patch, packContext(manifest, { place: project })))).toMatch(
    /a\.ts after[\s\S]*b\.ts after/,
  )
})

test('a file that an MCP server wrote is formatted', async () => {
  const project = withFake({ 'a.ts': UGLY })
  const input = { path: join(project.projectDir, 'a.ts'), content: UGLY }
  await format(postToolUse('mcp__fs__write_file', input, project), packContext(manifest, { place: project }))
  expect(readFileSync(join(project.projectDir, 'a.ts'), 'utf8')).not.toBe(UGLY)
})

function written(project: PackPlace, file: string): ReturnType<typeof postToolUse> {
  return postToolUse('Write', { file_path: file }, project)
}

test('the page of the pack names every formatter', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/packs/format.md'), 'utf8')
  expect(FORMATTERS.filter(({ name }) => !page.includes(`| \`${name}\``))).toEqual([])
})
