import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeFolder } from '../../../test/helpers/identify.ts'
import { findPrek } from '../../../test/helpers/prek-builtins.ts'
import { shuffled } from './shuffle.ts'

/** `n01`, `n02` … in git's order. */
function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `n${String(index + 1).padStart(`${count}`.length, '0')}`)
}

test.for([
  [0, ''],
  [1, 'n1'],
  [2, 'n1 n2'],
  [5, 'n1 n2 n4 n3 n5'],
  [9, 'n9 n6 n7 n3 n5 n2 n4 n1 n8'],
  [20, 'n09 n06 n18 n03 n05 n12 n04 n01 n08 n02 n16 n15 n20 n19 n13 n10 n11 n07 n14 n17'],
] as const)('%i names come in the order of prek 0.5.3', ([count, order]) =>
  expect(shuffled(numbered(count)).join(' ')).toBe(order),
)

test.for([
  [100, 'a348919de8ff802c'],
  [1_000, 'bbdca6824fa39f57'],
] as const)('%i names too, by the hash of the list', ([count, hash]) => {
  const order = shuffled(numbered(count)).join(' ')
  expect(createHash('sha256').update(order).digest('hex').slice(0, 16)).toBe(hash)
})

test('the list that is given stays as it is, and the order does not depend on lists before it', () => {
  const names = numbered(9)
  const first = shuffled(names)
  shuffled(numbered(50))
  expect(names).toEqual(numbered(9))
  expect(shuffled(names)).toEqual(first)
})

const prek = findPrek()
describe.skipIf('missing' in prek || process.platform === 'win32')('as in prek', () => {
  test('2,500 names', () => {
    const root = makeFolder()
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: root,
      GIT_CONFIG_NOSYSTEM: '1',
      PREK_HOME: makeFolder(),
      PREK_NO_CONCURRENCY: '1',
    }
    const names = numbered(2_500)
    for (const name of names) writeFileSync(join(root, name), '')
    const hook = { id: 'a', name: 'a', language: 'system', entry: 'echo', verbose: true, files: '^n' }
    const config = { repos: [{ repo: 'local', hooks: [hook] }] }
    writeFileSync(join(root, '.pre-commit-config.yaml'), JSON.stringify(config))
    execFileSync('git', ['init', '-q'], { cwd: root, env })
    execFileSync('git', ['add', '.'], { cwd: root, env })
    const program = 'program' in prek ? prek.program : ''
    const output = execFileSync(program, ['run', '--all-files'], { cwd: root, env, encoding: 'utf8' })
    expect(output.match(/\bn\d{4}\b/g)).toEqual(shuffled(names))
  })
})
