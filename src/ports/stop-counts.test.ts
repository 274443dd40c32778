import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openState } from './state.ts'
import { openStopCounts } from './stop-counts.ts'

let dir: string
let time = 0
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hw-stops-'))
  time = 1_000_000
})
afterEach(() => rmSync(dir, { recursive: true }))

const open = () => openStopCounts(openState(dir), () => time)

test('another process finds the count', () => {
  open().set('s1', 3)
  expect(open().get('s1')).toEqual({ count: 3, at: 1_000_000 })
  expect(open().get('s2')).toBeUndefined()
})

test('a count that ends leaves nothing behind', () => {
  open().set('s1', 3)
  open().delete('s1')
  expect(open().get('s1')).toBeUndefined()
  expect(readdirSync(dir)).toEqual([])
})

test('a session that was silent for an hour begins anew', () => {
  open().set('s1', 3)
  time += 3_600_000
  expect(open().get('s1')).toBeUndefined()
})

test('the file does not grow without end', () => {
  const counts = open()
  for (let index = 0; index < 150; index++) counts.set(`s${index}`, 1)
  expect(counts.get('s149')?.count).toBe(1)
  expect(counts.get('s0')).toBeUndefined()
})

test.each(['', '{', 'null', '[]', '{"s1":3}', '{"s1":null}'])(
  'a file that holds %j has no counts',
  (text) => {
    writeFileSync(join(dir, 'stops.json'), text)
    expect(open().get('s1')).toBeUndefined()
    open().set('s1', 1)
    expect(open().get('s1')?.count).toBe(1)
  },
)
