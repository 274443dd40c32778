import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { isIssue } from '../core/issue.ts'
import { openSessionEnv } from './session-env.ts'

let base = ''
let root = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'hookwright-session-env-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  root = join(base, 'state', 'session-env')
})

const parse = (script: string) => ({ SCRIPT: script })
const open = (ownScript?: string) => openSessionEnv(root, { parse, ownScript })

function fileFor(sessionId: string, event: string, index = 0): string {
  const file = open().fileFor(sessionId, event, index)
  if (isIssue(file)) throw new Error(file.message)
  return file
}

const write = (event: string, index: number, text: string) =>
  appendFileSync(fileFor('s', event, index), `${text}\n`)
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('nothing is made before a hook needs a file', () => {
  const env = open()
  env.begin('s', 'CwdChanged')
  env.clear('s')
  expect(env.read('s')).toBe('')
  expect(existsSync(root)).toBe(false)
})

test('a file is named by event and hook, empty at first, below the folder of its session', () => {
  const file = fileFor('0d5e-77', 'SessionStart', 3)
  expect(relative(root, file)).toBe(join('0d5e-77', 'sessionstart-hook-3.sh'))
  expect(readFileSync(file, 'utf8')).toBe('')
})

test.skipIf(process.platform === 'win32')('files and folders are for this user alone', () => {
  const file = fileFor('s', 'Setup')
  expect([file, dirname(file), root].map(modeOf)).toEqual(['600', '700', '700'])
})

describe('an id that is no plain name', () => {
  test.for(['../../etc', '/', '..', '.', '', 'a b', 'a\0b', 'x'.repeat(500), 'CON', 'A'])(
    '"%s" stays below the root',
    (id) => {
      const file = fileFor(id, 'Setup')
      expect(dirname(dirname(file))).toBe(root)
      expect(basename(dirname(file))).toMatch(/^_[\w-]{1,60}$/)
    },
  )

  test('has a folder no other id has', () => {
    const ids = ['a/b', 'a_b', 'a.b', 'A_b', 'a_B']
    expect(new Set(ids.map((id) => fileFor(id, 'Setup').toLowerCase())).size).toBe(ids.length)
  })
})

test('scripts are merged by event, then by the number of their hook', () => {
  write('FileChanged', 0, 'f0')
  write('CwdChanged', 0, 'c0')
  write('SessionStart', 10, 's10')
  write('SessionStart', 2, 's2')
  write('Setup', 0, 'u0')
  expect(open().read('s')).toBe('s2\ns10\nu0\nc0\nf0\n')
  expect(open().variables('s')).toEqual({ SCRIPT: 's2\ns10\nu0\nc0\nf0\n' })
  expect(open().read('other')).toBe('')
})

test('a script that does not end its last line, or ends lines as Windows does, spoils no other', () => {
  writeFileSync(fileFor('s', 'SessionStart', 0), 'export A=1\r\nexport B=2')
  write('SessionStart', 1, 'export C=3')
  expect(open().read('s')).toBe('export A=1\nexport B=2\nexport C=3\n')
})

test('a script of the user’s own comes first', () => {
  const own = join(base, 'own.sh')
  writeFileSync(own, 'export OWN=1\n')
  write('SessionStart', 0, 'export A=1')
  expect(open(own).read('s')).toBe('export OWN=1\nexport A=1\n')
  expect(open(join(base, 'nowhere.sh')).read('s')).toBe('export A=1\n')
})

test('other files in the folder are not run', () => {
  write('SessionStart', 0, 'export A=1')
  const folder = dirname(fileFor('s', 'SessionStart', 0))
  for (const name of ['evil.sh', 'sessionstart-hook-x.sh', 'sessionstart-hook-0.sh.bak', 'stop-hook-0.sh'])
    writeFileSync(join(folder, name), 'touch p')
  expect(open().read('s')).toBe('export A=1\n')
})

test('a script that is too long is left out whole, and the script says so', () => {
  writeFileSync(fileFor('s', 'SessionStart', 0), 'x'.repeat(1_048_577))
  write('SessionStart', 1, 'export A=1')
  expect(open().read('s')).toBe('# sessionstart-hook-0.sh is left out: more than 1048576 bytes\nexport A=1\n')
})

describe('a new firing', () => {
  beforeEach(() => {
    write('SessionStart', 0, 'start')
    write('CwdChanged', 0, 'cwd')
    write('FileChanged', 0, 'env')
    write('FileChanged', 1, 'envrc')
  })

  test('of CwdChanged ends what was set for the old directory', () => {
    open().begin('s', 'CwdChanged')
    expect(open().read('s')).toBe('start\n')
  })

  test('of FileChanged replaces what the hooks that run had set, and no other’s', () => {
    open().begin('s', 'FileChanged')
    write('FileChanged', 0, 'new')
    expect(open().read('s')).toBe('start\ncwd\nnew\nenvrc\n')
  })

  test('of SessionStart adds to what is there', () => {
    open().begin('s', 'SessionStart')
    write('SessionStart', 0, 'again')
    expect(open().read('s')).toBe('start\nagain\ncwd\nenv\nenvrc\n')
  })
})

test('clearing ends one session only', () => {
  write('SessionStart', 0, 'a')
  appendFileSync(fileFor('t', 'SessionStart'), 'b\n')
  open().clear('s')
  expect([open().read('s'), open().read('t')]).toEqual(['', 'b\n'])
})

test('folders nobody has touched for a month go when a new session begins', () => {
  const [old, used] = ['old', 'used'].map((id) => fileFor(id, 'Setup')) as [string, string]
  const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000)
  for (const path of [old, dirname(old), dirname(used)]) utimesSync(path, longAgo, longAgo)
  fileFor('new', 'Setup')
  expect(readdirSync(root).toSorted()).toEqual(['new', 'used'])
})

describe.skipIf(process.platform === 'win32')('what others could write to is refused', () => {
  test.for([
    ['a root open to others', () => (mkdirSync(root, { recursive: true }), chmodSync(root, 0o777))],
    [
      'a folder that is a link',
      () => (mkdirSync(root, { recursive: true }), symlinkSync(base, join(root, 's'))),
    ],
    ['a root that is a file', () => (mkdirSync(dirname(root)), writeFileSync(root, ''))],
    [
      'a file that is a link',
      () => {
        mkdirSync(join(root, 's'), { recursive: true, mode: 0o700 })
        symlinkSync(join(base, 'target'), join(root, 's', 'setup-hook-0.sh'))
      },
    ],
  ] as const)('%s', ([, prepare]) => {
    prepare()
    expect(open().fileFor('s', 'Setup', 0)).toMatchObject({ code: 'session-env.unwritable' })
    expect(existsSync(join(base, 'target'))).toBe(false)
  })
})
