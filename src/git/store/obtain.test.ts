import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bundled } from '../../../test/helpers/bundled.ts'
import { contextIn } from '../../../test/helpers/mirrors.ts'
import { issue } from '../../core/issue.ts'
import { obtain, readRecord, type Recipe } from './obtain.ts'

let modules: string
let home: string
let module: string
const children: ChildProcess[] = []

beforeAll(async () => {
  modules = mkdtempSync(join(tmpdir(), 'hw-obtain-'))
  module = await bundled(resolve(import.meta.dirname, 'obtain.ts'), modules)
})
afterAll(() => rmSync(modules, { recursive: true, force: true }))
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hw-obtain-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

const envs = (): string => join(home, 'store/envs')
const locks = (): readonly string[] => readdirSync(join(home, 'store/locks'))

/** A process that obtains `key`, whose build is over once the file `go` exists. */
function builder(key = 'key'): ChildProcess {
  const code = `
    import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
    import { obtain } from ${JSON.stringify(module)}
    const home = ${JSON.stringify(home)}
    const folder = await obtain(
      { kind: 'envs', key: '${key}', what: 'test', facts: {}, async build(folder) {
          writeFileSync(folder + '/half', '')
          appendFileSync(home + '/builds', process.pid + '\\n')
          while (!existsSync(home + '/go')) await new Promise((done) => setTimeout(done, 5))
          writeFileSync(folder + '/whole', String(process.pid))
      } },
      { storeDir: home + '/store', cwd: home, env: {}, signal: new AbortController().signal,
        progress: (text) => appendFileSync(home + '/said', text + '\\n') })
    console.log(folder)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

async function answerOf(child: ChildProcess): Promise<string> {
  const chunks: string[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  await once(child, 'close')
  return chunks.join('').trim()
}

const lines = (name: string): readonly string[] =>
  existsSync(join(home, name)) ? readFileSync(join(home, name), 'utf8').trim().split('\n') : []
const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 45_000, interval: 10 })

describe('several processes', { timeout: 60_000 }, () => {
  test('one of them builds, the others wait, say so, and get the same folder', async () => {
    const all = Array.from({ length: 4 }, () => builder())
    const answers = Promise.all(all.map(answerOf))
    await until(() => expect(lines('said').filter((line) => line.includes('Waiting'))).toHaveLength(3))
    writeFileSync(join(home, 'go'), '')
    const folders = await answers
    expect(new Set(folders).size).toBe(1)
    expect(lines('builds')).toHaveLength(1)
    expect(lines('said')[0]).toBe(`Waiting for process ${lines('builds')[0]}: test`)
    expect(new Set(readdirSync(envs()))).toEqual(new Set(['key.json', basename(folders[0] ?? '')]))
    expect(locks()).toEqual([])
  })

  test('a builder that is killed in the middle leaves nothing that is used, and a waiting one builds anew', async () => {
    const first = builder()
    await until(() => expect(lines('builds')).toHaveLength(1))
    const second = builder()
    const answer = answerOf(second)
    await until(() => expect(lines('said')).toHaveLength(1))
    first.kill('SIGKILL')
    await until(() => expect(lines('builds')).toHaveLength(2))
    writeFileSync(join(home, 'go'), '')
    const folder = await answer
    expect(readFileSync(join(folder, 'whole'), 'utf8')).toBe(String(second.pid))
    expect(readdirSync(envs())).toHaveLength(2)
    expect(locks()).toEqual([])
  })

  test('different keys are built side by side', async () => {
    const both = [builder('one'), builder('two')].map(answerOf)
    await until(() => expect(lines('builds')).toHaveLength(2))
    writeFileSync(join(home, 'go'), '')
    await Promise.all(both)
    expect(lines('said')).toEqual([])
  })
})

describe('locks', () => {
  const recipe = (build: Recipe['build'] = async () => undefined): Recipe => ({
    kind: 'envs',
    key: 'key',
    what: 'test',
    facts: {},
    build,
  })
  const lockFile = (name: string, age = 0): void => {
    mkdirSync(join(home, 'store/locks'), { recursive: true })
    const path = join(home, 'store/locks', `key.${name}`)
    writeFileSync(path, '')
    const at = new Date(Date.now() - age)
    utimesSync(path, at, at)
  }

  test.for([
    ['a number that was given to another process since', `${process.pid}.1.HOST.aa`, 0],
    ['a number nobody has', '4194399.1.HOST.aa', 0],
    ['another machine that has been silent for an hour', '1.1.ffffffff.aa', 3_600_000],
  ] as const)('of %s are stale', async ([, name, age]) => {
    const host = await ownHost()
    lockFile(name.replace('HOST', host), age)
    expect(await obtain(recipe(), contextIn(home))).toBeTypeOf('string')
    expect(locks()).toEqual([])
  })

  test('of another machine that has just shown itself are waited for, until somebody interrupts', async () => {
    lockFile('1.1.ffffffff.aa')
    const stop = new AbortController()
    const context = { ...contextIn(home), signal: stop.signal, progress: () => stop.abort() }
    expect(await obtain(recipe(), context)).toMatchObject({ code: 'git.cancelled' })
  })

  test('a build that fails leaves no folder, no record and no lock', async () => {
    const problem = issue('env.build-failed', {}, 'no')
    expect(
      await obtain(
        recipe(async () => problem),
        contextIn(home),
      ),
    ).toBe(problem)
    expect(readdirSync(envs())).toEqual([])
    expect(locks()).toEqual([])
    expect(readRecord(envs(), 'key')).toBeUndefined()
  })

  /** The mark of this machine, as a lock of ours carries it. */
  async function ownHost(): Promise<string> {
    let host = ''
    const look: Recipe['build'] = async () => {
      host = locks()[0]?.split('.')[3] ?? ''
      return issue('x', {}, 'x')
    }
    await obtain(recipe(look), contextIn(home))
    return host
  }
})

test('a store that cannot be written is an issue', async () => {
  writeFileSync(join(home, 'store'), 'a file')
  const folder = await obtain(
    { kind: 'envs', key: 'key', what: 'test', facts: {}, build: async () => undefined },
    contextIn(home),
  )
  expect(folder).toMatchObject({
    code: 'store.unwritable',
    hint: expect.stringContaining('HOOKWRIGHT_GIT_HOME') as string,
  })
})
