import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Event } from '../core/event.ts'
import { realPathOf } from '../ports/real-path.ts'
import { createConditionEvaluator, type Condition } from './evaluate.ts'

let root = ''
let project = ''
let home = ''

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-file-rules-')))
  project = join(root, 'project')
  home = join(root, 'home', 'me')
  for (const folder of ['home/me/.ssh', 'project/src', 'project/deep/er', 'elsewhere'])
    mkdirSync(join(root, folder), { recursive: true })
  for (const file of [
    'home/me/.ssh/id',
    'project/.env',
    'project/src/a.ts',
    'elsewhere/.env',
    'project/plain.txt',
  ])
    writeFileSync(join(root, file), '')
  const links: readonly (readonly [string, string])[] = [
    ['notes.txt', '.env'],
    ['chain.txt', 'notes.txt'],
    ['keys', home],
    ['src/out', '../deep/er'],
    ['src/env', '../.env'],
    ['new.txt', 'deep/.env'],
    ['loop-a', 'loop-b'],
    ['loop-b', 'loop-a'],
    ['up', join(root, 'elsewhere')],
    ['proc.txt', '/proc/self/cwd/.env'],
    ['config', 'deep'],
  ]
  for (const [name, target] of links) symlinkSync(target, join(project, name))
  symlinkSync(project, join(root, 'linked'))
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

function ask(rule: string, tool: string, input: Record<string, unknown>, cwd = project): Condition {
  const event: Event = {
    name: 'PreToolUse',
    native: 'PreToolUse',
    host: 'claude-code',
    cwd,
    projectDir: cwd,
    at: 0,
    fields: {},
    tool: { name: tool, nativeName: tool, input, nativeInput: input },
  }
  return createConditionEvaluator({ home, settingsBase: cwd, realPath: realPathOf })(rule, event)
}

const edit = (rule: string, file: string, cwd?: string) =>
  ask(`Edit(${rule})`, 'Edit', { file_path: file }, cwd)

describe('a guard sees the file behind a link', () => {
  test.for([
    ['a link', '.env', 'notes.txt'],
    ['a chain of links', '.env', 'chain.txt'],
    ['a link to a file that does not exist yet', '.env', 'new.txt'],
    ['a linked folder', '~/.ssh/**', 'keys/.ssh/id'],
    ['a new file below a linked folder', '~/.ssh/**', 'keys/.ssh/new/er'],
    ['".." after a link, as the system applies it', '//**/elsewhere/.env', 'up/../elsewhere/.env'],
    ['".." after a link to a deeper folder', 'deep/x', 'src/out/../x'],
    ['a final slash', '.env', 'notes.txt/'],
    ['a link through a process', '.env', 'proc.txt'],
    ['the folder of a process', '.env', '/proc/self/cwd/.env'],
    ['a loop', '.env', 'loop-a'],
    ['a rule whose own folder is a link', 'config/x', 'deep/x'],
    ['a rule whose own name is a link', 'new.txt', 'deep/.env'],
  ] as const)('%s', ([, rule, file]) => {
    expect(edit(rule, file)).toMatchObject({ holds: true })
    expect(edit(rule, `${project}/${file}`)).toMatchObject({ holds: true })
  })

  test.for(['plain.txt', 'src/a.ts', 'not-there/at/all'])('and %s stays what it is', (file) => {
    expect(edit('.env', file)).toEqual({ holds: false, why: 'the file does not match', whole: false })
  })
})

describe('an allow rests on the written and on the real path', () => {
  test.for([
    ['a link out of the folder', 'src/**', 'src/out/x', false],
    ['a link to a file elsewhere', 'src/**', 'src/env', false],
    ['a link with an allowed name', 'notes.txt', 'notes.txt', false],
    ['a plain file', 'src/**', 'src/a.ts', true],
    ['a new file', 'src/**', 'src/b/c.ts', true],
    ['a tilde that the tool may expand', './**', '~/x', false],
  ] as const)('%s', ([, rule, file, whole]) => expect(edit(rule, file).whole).toBe(whole))

  test('a project that is reached through a link is allowed in', () => {
    const linked = join(root, 'linked')
    expect(edit('src/**', join(linked, 'src/a.ts'), linked)).toMatchObject({ holds: true, whole: true })
    expect(edit('src/**', join(project, 'src/a.ts'), linked)).toMatchObject({ holds: true })
    expect(edit('src/**', join(linked, 'src/env'), linked)).toMatchObject({ whole: false })
  })
})

describe('a guard on the home folder sees its other spellings', () => {
  test.for([
    '~/.ssh/id',
    '~me/.ssh/id',
    '~/x/../.ssh/id',
    ' ~/.ssh/id',
    '$HOME/.ssh/id',
    '${HOME}/.ssh/id',
    '$env:USERPROFILE\\.ssh\\id',
    '%USERPROFILE%\\.ssh\\id',
    '~\\.ssh\\id',
    '$XDG_CONFIG_HOME/../.ssh/id',
    '%HOMEDRIVE%%HOMEPATH%\\.ssh\\id',
  ])('%s', (file) => {
    expect(ask('Read(~/.ssh/**)', 'Read', { file_path: file }).holds).toBe(true)
  })

  test.for(['file://', 'file:', 'FILE://localhost', 'file:\\\\'])('%s and the path', (scheme) => {
    expect(ask('Read(~/.ssh/**)', 'Read', { file_path: `${scheme}${home}/.ssh/id` }).holds).toBe(true)
    expect(ask('Read(~/.ssh/**)', 'Read', { file_path: `${scheme}${home}/%2essh/id` }).holds).toBe(true)
  })

  test.for(['~/.config/x', '$HOME/x', 'routes/$id.tsx', 'a~', '~$report.docx', 'C:\\x'])(
    '%s is not it',
    (file) => {
      expect(ask('Read(~/.ssh/**)', 'Read', { file_path: file }).holds).toBe(false)
    },
  )
})

describe('the other tools with files', () => {
  test.for([
    ['MultiEdit', { file_path: 'notes.txt' }],
    ['Write', { file_path: 'notes.txt' }],
    ['Read', { file_path: 'notes.txt' }],
    ['NotebookEdit', { notebook_path: 'notes.txt' }],
    ['Grep', { path: 'notes.txt', pattern: 'x' }],
    ['Grep', { paths: ['src', 'notes.txt'], pattern: 'x' }],
    ['Glob', { path: 'notes.txt', pattern: '*' }],
    ['Glob', { pattern: 'notes.txt' }],
  ] as const)('%s sees a link in %j', ([tool, input]) => {
    expect(ask(`${tool}(.env)`, tool, input).holds).toBe(true)
  })

  test.for([
    ['Glob', { pattern: '~/.ssh/*' }],
    ['Glob', { pattern: '../home/me/.ssh/*' }],
    ['Glob', { pattern: '.ssh/*', path: '~' }],
    ['Glob', { pattern: '*/../../home/**' }],
    ['Glob', { pattern: '{/etc,/home}/**' }],
    ['Glob', { pattern: '.{.,x}/home/me/.ssh/id' }],
    ['Glob', { pattern: '[.][.]/home/me/.ssh/*' }],
    ['Grep', { pattern: 'x', path: '~' }],
    ['Grep', { pattern: 'x', path: '/' }],
    ['Grep', { pattern: 'x', path: 'keys' }],
    ['Grep', { pattern: 'x', path: 7 }],
  ] as const)('%s reaches the home folder with %j', ([tool, input]) => {
    expect(ask(`${tool}(~/.ssh/**)`, tool, input).holds).toBe(true)
  })

  test.for([
    ['Glob', { pattern: 'src/**/*.ts' }],
    ['Grep', { pattern: '~/.ssh', path: 'src' }],
    ['Grep', { pattern: 'x' }],
  ] as const)('%s does not with %j', ([tool, input]) => {
    expect(ask(`${tool}(~/.ssh/**)`, tool, input).holds).toBe(false)
  })
})
