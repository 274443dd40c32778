import { Buffer } from 'node:buffer'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { diskPath } from '../contracts/paths.ts'
import { eachFile, type Visit } from './each-file.ts'

const cwd = mkdtempSync(join(tmpdir(), 'hookwright-each-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const signal = new AbortController().signal
const write = (name: string, text: string | Uint8Array): void =>
  writeFileSync(diskPath(`${cwd}/${name}`), text)
const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
const upper: Visit = {
  file: (bytes, name) => ({ output: `${name}\n`, content: Buffer.from(bytes.toString().toUpperCase()) }),
}

/** Only Linux takes names that are no UTF-8. */
const odd = process.platform === 'linux' ? 'x\uDCFF' : 'x\u00e9'

test('output is in the order of the names, whatever their bytes', async () => {
  for (const name of ['b', 'a', odd]) write(name, name === 'a' ? 'fine' : 'bad')
  const visit: Visit = {
    file: (bytes, name) =>
      bytes.toString() === 'bad' ? { output: `${name.length}${name[0]}\n` } : undefined,
  }
  const result = await eachFile([odd, 'a', 'b'], { cwd, signal }, visit)
  expect(result).toEqual({ code: 1, output: Buffer.from('2x\n1b\n') })
})

test('a file that nothing is wrong with is not written', async () => {
  write('same', 'x')
  const before = statSync(join(cwd, 'same'), { bigint: true }).mtimeNs
  expect(await eachFile(['same'], { cwd, signal }, { file: () => undefined })).toMatchObject({ code: 0 })
  expect(statSync(join(cwd, 'same'), { bigint: true }).mtimeNs).toBe(before)
})

test.skipIf(process.platform === 'win32')('a fixed file keeps its mode and its other names', async () => {
  write('tool', 'abc')
  chmodSync(join(cwd, 'tool'), 0o750)
  linkSync(join(cwd, 'tool'), join(cwd, 'link'))
  expect(await eachFile(['tool'], { cwd, signal }, upper)).toMatchObject({ code: 1 })
  expect(read('link')).toBe('ABC')
  expect(statSync(join(cwd, 'tool')).mode & 0o777).toBe(0o750)
})

test('a file larger than the reused buffer arrives whole', async () => {
  write('large', 'y'.repeat(700_001))
  let length = 0
  await eachFile(['large'], { cwd, signal }, { file: (bytes) => void (length = bytes.length) })
  expect(length).toBe(700_001)
})

test.for([
  ['a file that is not there', 'nothing', 'git.builtin.unreadable'],
  ['a folder', 'folder', 'git.builtin.unreadable'],
] as const)('%s is an issue that names it', async ([, name, code]) => {
  mkdirSync(join(cwd, 'folder'), { recursive: true })
  expect(await eachFile([name], { cwd, signal }, upper)).toMatchObject({ code, place: { file: name } })
})

test('a file that somebody changes meanwhile is left alone', async () => {
  write('busy', 'one')
  const visit: Visit = {
    file(bytes, name) {
      write('busy', 'more than one')
      return upper.file(bytes, name)
    },
  }
  expect(await eachFile(['busy'], { cwd, signal }, visit)).toMatchObject({ code: 'git.builtin.changed' })
  expect(read('busy')).toBe('more than one')
})

test('a cancelled run looks at no further file, and writes none', async () => {
  const abort = new AbortController()
  for (const name of ['c1', 'c2']) write(name, 'x')
  const visit: Visit = {
    file: () => {
      abort.abort()
      return undefined
    },
  }
  const seen: string[] = []
  const counting: Visit = { file: (bytes, name) => (seen.push(name), visit.file(bytes, name)) }
  expect(await eachFile(['c1', 'c2'], { cwd, signal: abort.signal }, counting)).toMatchObject({
    code: 'git.cancelled',
  })
  expect(seen).toEqual(['c1'])
})

test('timers have their turn while many files are looked at', async () => {
  write('small', 'x')
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  const visit: Visit = {
    file() {
      const until = performance.now() + 2
      while (performance.now() < until);
      return undefined
    },
  }
  await eachFile(
    Array.from({ length: 60 }, () => 'small'),
    { cwd, signal },
    visit,
  )
  clearInterval(timer)
  expect(turns).toBeGreaterThan(2)
})
