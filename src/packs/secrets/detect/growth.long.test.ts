import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ALNUM, BASE64, drawer, NAMED_SAMPLES, SAMPLES } from '../../../../test/packs/secrets/samples.ts'
import { findSecrets } from './index.ts'

const draw = drawer(99)

/** Beginnings of secrets again and again, so that each has to be looked at. */
const HOSTILE: readonly string[] = [
  'a',
  '=',
  ':',
  '://',
  '://a:',
  `://${'a'.repeat(100)}:${'b'.repeat(200)}`,
  'eyJ-',
  'eyJaaaaaaaaa.',
  'sk-',
  '\\nsk-aaaa',
  '%3Dsk-',
  'sl.',
  'glpat-a.',
  'ghs_a.',
  'password=',
  'password="',
  'token=\'a="',
  'password("',
  '--password ',
  '--a ',
  '-u a:',
  'Bearer ',
  'machine ',
  'machine a login b password ',
  '-----BEGIN RSA PRIVATE KEY-----',
  `-----BEGIN RSA PRIVATE KEY-----\n${'abcdefGHIJ12'.repeat(8)}\n`,
  'Private-Lines: 2\n',
  '123456789:AA',
  ['AKIA', 'Q2W3E4R5T6Y7UIOP '].join(''),
  'secret_token_',
  '\u001b[',
  ';base64,',
  'a: string = ',
  `${' '.repeat(40)}=`,
  '-\n',
  'пароль=ключ ',
]

const MEGABYTE = 1_048_576

function filled(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
}

/** Milliseconds of the processor, so that other processes do not count. The least of three. */
function cost(text: string): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const before = process.cpuUsage()
      findSecrets(text)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }),
  )
}

describe('time grows with the length of the text only', () => {
  test.for(HOSTILE.map((piece) => ({ piece, name: JSON.stringify(piece.slice(0, 24)) })))(
    '$name',
    ({ piece }) => {
      const least = cost(filled(piece, MEGABYTE / 4))
      const most = cost(filled(piece, MEGABYTE))
      // Four times the text; 20 ms are for what a machine does besides.
      expect(most).toBeLessThan(8 * least + 20)
      expect(most).toBeLessThan(1000)
    },
  )
})

describe('a megabyte takes less than 100 ms', () => {
  const code = readFileSync(new URL('named.ts', import.meta.url), 'utf8')
  const lock = readFileSync(new URL('../../../../package-lock.json', import.meta.url), 'utf8')
  const samples = [...SAMPLES, ...NAMED_SAMPLES].map(([, make]) => make(draw)).join('\n')
  test.for([
    { name: 'of code', piece: code },
    { name: 'of a lock file', piece: lock },
    { name: 'of base64', piece: draw(BASE64, 10_000) },
    { name: 'of one long word', piece: draw(ALNUM, 10_000) },
    { name: 'of code with some secrets in it', piece: `${samples}\n${filled(code, 20 * samples.length)}` },
  ])('$name', ({ piece }) => expect(cost(filled(piece, MEGABYTE))).toBeLessThan(100))
})
