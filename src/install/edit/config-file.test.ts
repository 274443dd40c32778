import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { configCorpus, type CorpusFormat } from '../../../test/helpers/config-corpus.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import { openState } from '../../ports/state.ts'
import { openConfigFile, writeInstalled, writeUninstalled, type ConfigFile } from './config-file.ts'
import type { Edit } from './edit.ts'
import { withEdits } from './install-config.ts'
import { readInstalled } from './installed.ts'
import { readLists, type ListItem } from './read-lists.ts'
import { withoutOurs } from './uninstall-config.ts'

const OURS = { command: 'hookwright run', timeout: 65 }
const THEIRS = { command: 'theirs.sh' }
const LISTS = [
  ['hooks', 'Stop'],
  ['hooks', 'Start'],
]

function sandbox() {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-edit-')))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const state = openState(join(dir, 'state'))
  mkdirSync(join(dir, 'config'))
  return { dir: join(dir, 'config'), state, file: join(dir, 'config', 'settings') }
}

type Sandbox = ReturnType<typeof sandbox>

function opened(path: string, { state }: Sandbox): ConfigFile {
  const file = openConfigFile(path, state)
  if (isIssue(file)) throw new Error(file.message)
  return file
}

function isOurs({ value }: ListItem): boolean {
  return (value as { command?: unknown } | null)?.command === OURS.command
}

/** As `install` does: adds what is missing. */
function install(
  box: Sandbox,
  format: CorpusFormat,
  { path = box.file, lists = LISTS } = {},
): Issue | undefined {
  const file = openConfigFile(path, box.state)
  if (isIssue(file)) return file
  const found = readLists(file.text ?? '', { file: path, format })
  if (isIssue(found)) return found
  const missing = lists.filter(
    (list) => !found.some((item) => isOurs(item) && item.list.join() === list.join()),
  )
  const edited = withEdits(file, format, [
    { kind: 'set', path: ['version'], value: 1 },
    ...missing.map((list): Edit => ({ kind: 'append', list, value: OURS })),
  ])
  return isIssue(edited) ? edited : writeInstalled(file, edited, { state: box.state, now: 1 })
}

function uninstall(box: Sandbox, format: CorpusFormat, path = box.file): Issue | undefined {
  const file = openConfigFile(path, box.state)
  if (isIssue(file)) return file
  const rest = withoutOurs(file, { format, isOurs, settings: [['version']] })
  return isIssue(rest) ? rest : writeUninstalled(file, rest.text, { state: box.state, now: 2 })
}

const FORMATS = ['json', 'jsonc', 'yaml', 'toml'] as const
const CASES = FORMATS.flatMap((format) =>
  configCorpus(format, { list: ['hooks', 'Stop'], item: THEIRS }).map((file) => ({ format, file })),
)

describe('installed and uninstalled', () => {
  test.for(CASES.map((each) => [`${each.format}: ${each.file.name}`, each] as const))(
    '%s: the same bytes, also when installed twice',
    ([, { format, file }]) => {
      const box = sandbox()
      const real = join(box.dir, 'real')
      writeFileSync(file.isLinked ? real : box.file, file.text)
      if (file.isLinked) symlinkSync(real, box.file)
      expect(install(box, format)).toBeUndefined()
      const once = readFileSync(box.file, 'utf8')
      expect(once).not.toBe(file.text)
      expect(install(box, format)).toBeUndefined()
      expect(readFileSync(box.file, 'utf8')).toBe(once)
      expect(uninstall(box, format)).toBeUndefined()
      expect(readFileSync(box.file, 'utf8')).toBe(file.text)
      expect(lstatSync(box.file).isSymbolicLink()).toBe(file.isLinked === true)
      expect(readInstalled(box.state)).toEqual({})
    },
  )

  test('a second installation still gives back the bytes before the first', () => {
    const box = sandbox()
    writeFileSync(box.file, '{"a": 1}')
    install(box, 'json', { lists: [['hooks', 'Stop']] })
    install(box, 'json')
    uninstall(box, 'json')
    expect(readFileSync(box.file, 'utf8')).toBe('{"a": 1}')
  })

  test('a file that did not exist is deleted, with the folders that were made for it', () => {
    const box = sandbox()
    const path = join(box.dir, 'a/b/settings.json')
    expect(install(box, 'json', { path })).toBeUndefined()
    expect(existsSync(path)).toBe(true)
    expect(uninstall(box, 'json', path)).toBeUndefined()
    expect(readdirSync(box.dir)).toEqual([])
  })

  test('a file that did not exist stays, with its settings, when others have put something into it', () => {
    const box = sandbox()
    install(box, 'json')
    const changed = readFileSync(box.file, 'utf8').replace(/\}\n$/, '').trimEnd()
    writeFileSync(box.file, `${changed},\n  "theirs": 1\n}\n`)
    expect(uninstall(box, 'json')).toBeUndefined()
    expect(readFileSync(box.file, 'utf8')).toBe('{\n  "version": 1,\n  "theirs": 1\n}\n')
  })

  test('mode and links stay', () => {
    const box = sandbox()
    const real = join(box.dir, 'real')
    writeFileSync(real, '{}', { mode: 0o640 })
    symlinkSync('real', box.file)
    install(box, 'json')
    expect(statSync(real).mode & 0o777).toBe(0o640)
    expect(lstatSync(box.file).isSymbolicLink()).toBe(true)
  })

  test.skipIf(process.platform === 'win32')('a read-only file is left alone, and said to be so', () => {
    const box = sandbox()
    writeFileSync(box.file, '{}', { mode: 0o444 })
    expect(install(box, 'json')?.message).toContain('is read-only')
    expect(readFileSync(box.file, 'utf8')).toBe('{}')
    expect(readInstalled(box.state)).toEqual({})
  })

  test.skipIf(process.platform === 'win32')('so is a file in a read-only folder', () => {
    const box = sandbox()
    writeFileSync(box.file, '{}')
    chmodSync(box.dir, 0o555)
    onTestFinished(() => chmodSync(box.dir, 0o755))
    expect(install(box, 'json')?.message).toMatch(/read-only folder|EACCES/)
    expect(readFileSync(box.file, 'utf8')).toBe('{}')
  })

  test('a file that changed since it was read is left alone', () => {
    const box = sandbox()
    writeFileSync(box.file, '{}')
    const file = opened(box.file, box)
    writeFileSync(box.file, '{"new": 1}')
    const problem = writeInstalled(file, { text: '{"ours": 1}', traces: [] }, { state: box.state, now: 1 })
    expect(problem?.message).toContain('changed meanwhile')
    expect(readFileSync(box.file, 'utf8')).toBe('{"new": 1}')
    expect(readInstalled(box.state)).toEqual({})
  })

  test('bytes that are not UTF-8 are left alone', () => {
    const box = sandbox()
    writeFileSync(box.file, Buffer.from([0x7b, 0xff, 0x7d]))
    expect(install(box, 'json')?.code).toBe('edit.not-utf8')
  })

  test('ten backups of a file are kept, and the one that is needed', () => {
    const box = sandbox()
    writeFileSync(box.file, '{"a": 0}')
    install(box, 'json')
    for (let round = 1; round <= 15; round++) {
      const file = opened(box.file, box)
      writeInstalled(
        file,
        { text: `${file.text} `, traces: file.installed?.traces ?? [] },
        { state: box.state, now: 1 + round },
      )
    }
    expect(readdirSync(join(box.state.dir, 'backups')).length).toBeLessThanOrEqual(11)
    uninstall(box, 'json')
    expect(readFileSync(box.file, 'utf8')).toMatch(/^\{"a": 0\}\s*$/)
  })
})

/** What others do to the file in between, by format: the same change of the file before and after the installation. */
const FOREIGN_EDITS: Readonly<
  Record<CorpusFormat, readonly (readonly [string, (text: string) => string])[]>
> = {
  json: [['a value is changed', (text) => text.replace('"x"', '"other"')]],
  jsonc: [
    ['a comment is added', (text) => `// new\n${text}`],
    ['a value is changed', (text) => text.replace('"x"', '"other"')],
  ],
  yaml: [
    ['a comment is added', (text) => `# new\n${text}`],
    ['a value is changed', (text) => text.replace('x', 'other')],
  ],
  toml: [
    ['a comment is added', (text) => `# new\n${text}`],
    ['a value is changed', (text) => text.replace('"x"', '"other"')],
  ],
}

describe('changed by others in between', () => {
  const rows = CASES.flatMap(({ format, file }) =>
    FOREIGN_EDITS[format].map(([name, change]) => ({ format, file, name, change })),
  ).filter(
    ({ file, change, name }) =>
      change(file.text) !== file.text && !(name.includes('comment') && /^(?:\uFEFF|%)/.test(file.text)),
  )

  test.for(rows.map((each) => [`${each.format}: ${each.file.name}`, each] as const))(
    '%s: what is left is the change of others alone',
    ([, { format, file, change }]) => {
      const box = sandbox()
      writeFileSync(box.file, file.text)
      install(box, format)
      writeFileSync(box.file, change(readFileSync(box.file, 'utf8')))
      expect(uninstall(box, format)).toBeUndefined()
      expect(readFileSync(box.file, 'utf8')).toBe(change(file.text))
    },
  )
})
