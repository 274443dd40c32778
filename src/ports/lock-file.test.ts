import { spawn } from 'node:child_process'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ownStem } from './contender.ts'
import { exclusively } from './lock-file.ts'
import { updateFile } from './update-file.ts'

function newFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-lock-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** The name of a file of this very process, as another process with these parts would have it. */
function fileOf(stem: string, { pid = process.pid, start = '', tag = '' }, place = '1'): string {
  const parts = ownStem('').split('.')
  const [, , ownStart = '', ownTag = '', random = ''] = parts
  return [stem, pid, start || ownStart, tag || ownTag, random, place].join('.')
}

/** A process that has ended, and whose number nobody else has got yet. */
async function deadPid(): Promise<number> {
  const child = spawn('true')
  await new Promise((resolve) => child.on('close', resolve))
  return child.pid ?? 0
}

const AGO = (ms: number): Date => new Date(Date.now() - ms)

test('work runs under the lock with a private file of its own, which is gone afterwards, also after a throw', () => {
  const dir = newFolder()
  const stem = join(dir, 'x.lock')
  expect(exclusively(stem, (own) => statSync(own).mode & 0o777)).toBe(0o600)
  expect(() =>
    exclusively(stem, () => {
      throw new Error('broken')
    }),
  ).toThrow('broken')
  expect(readdirSync(dir)).toEqual([])
})

test.for(['1', 'choosing'])('what killed processes left (%s) is removed at once', async (place) => {
  const dir = newFolder()
  const stem = join(dir, 'x.lock')
  const pid = await deadPid()
  for (let count = 0; count < 3; count += 1) writeFileSync(fileOf(stem, { pid }, place), '')
  const start = performance.now()
  expect(exclusively(stem, () => 'done')).toBe('done')
  expect(performance.now() - start).toBeLessThan(1_000)
  expect(readdirSync(dir)).toEqual([])
})

test.skipIf(process.platform !== 'linux')(
  'a process with the number of a dead one is not taken for it',
  () => {
    const stem = join(newFolder(), 'x.lock')
    writeFileSync(fileOf(stem, { start: '1' }), '')
    expect(exclusively(stem, () => 'done')).toBe('done')
  },
)

test('a lock that a living process holds is waited for ten seconds; then nothing is done, and that is told', () => {
  const stem = join(newFolder(), 'x.lock')
  const held = fileOf(stem, {})
  writeFileSync(held, '')
  const start = performance.now()
  const end = exclusively(stem, () => 'done')
  expect(end).toMatchObject({ code: 'state.busy', place: { file: held } })
  expect((end as { message: string }).message).toContain(`Process ${process.pid} `)
  expect(performance.now() - start).toBeGreaterThan(9_900)
  expect(statSync(held).size).toBe(0)
}, 30_000)

test.for([
  ['a process that has stood still for a minute', '', 61_000],
  ['a process of another machine that has been silent for ten seconds', '00000000', 11_000],
  ['a process of another machine whose clock is ahead by an hour', '00000000', -3_600_000],
] as const)('%s is passed over', ([, tag, age]) => {
  const stem = join(newFolder(), 'x.lock')
  const held = fileOf(stem, { tag })
  writeFileSync(held, '')
  utimesSync(held, AGO(age), AGO(age))
  expect(exclusively(stem, () => 'done')).toBe('done')
})

test('who does not want to wait is told at once that somebody holds the lock', () => {
  const stem = join(newFolder(), 'x.lock')
  writeFileSync(fileOf(stem, {}), '')
  const start = performance.now()
  expect(exclusively(stem, () => 'done', 0)).toMatchObject({ code: 'state.busy' })
  expect(performance.now() - start).toBeLessThan(1_000)
})

test('who comes while somebody is choosing waits for the lower number', () => {
  const stem = join(newFolder(), 'x.lock')
  const lower = fileOf(stem, {}, '1')
  writeFileSync(lower, '')
  const seen = exclusivelyAfter(stem, () => rmSync(lower))
  expect(seen).toBe('2')
})

/** The number that work has when `before` ends what is waited for after a moment. */
function exclusivelyAfter(stem: string, before: () => void): unknown {
  const now = performance.now.bind(performance)
  const start = now()
  let isDone = false
  performance.now = () => {
    if (!isDone && now() - start > 100) {
      isDone = true
      before()
    }
    return now()
  }
  onTestFinished(() => void (performance.now = now))
  return exclusively(stem, (own) => own.split('.').at(-1))
}

test('a holder that was passed over while it stood still writes nothing, and begins again with what is there now', () => {
  const file = join(newFolder(), 'x.json')
  writeFileSync(file, 'old')
  const read: (string | undefined)[] = []
  const problem = updateFile(file, (text) => {
    read.push(text)
    if (read.length === 1) overtake(file)
    return `${text} and ours`
  })
  expect(problem).toBeUndefined()
  expect(read).toEqual(['old', 'newer'])
  expect(readFileSync(file, 'utf8')).toBe('newer and ours')
})

/** What another process does that takes the holder for dead. */
function overtake(file: string): void {
  const held = readdirSync(join(file, '..')).find((name) => name.includes('.lock.')) ?? ''
  rmSync(join(file, '..', held))
  writeFileSync(`${file}.theirs`, 'newer')
  renameSync(`${file}.theirs`, file)
}

test('a file that is there and cannot be read is not replaced', () => {
  const dir = newFolder()
  expect(() => updateFile(dir, () => 'new')).toThrow(dir)
  expect(readdirSync(dir)).toEqual([])
})
