import { expect, test } from 'vitest'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import { sha256 } from '../config/meaning.ts'
import { fileDifference } from './file-diff.ts'

const bytes = (text: string | Uint8Array): Uint8Array =>
  typeof text === 'string' ? new TextEncoder().encode(text) : text

function compare(was: string | Uint8Array | undefined, is: string | undefined, isKept = true) {
  const before = was === undefined ? undefined : bytes(was)
  const change = {
    path: 'x.sh',
    was: before && sha256(before),
    is: is === undefined ? undefined : sha256(bytes(is)),
  }
  return fileDifference(change, {
    keptScript: () => (isKept ? before : undefined),
    files: memoryFiles(is === undefined ? {} : { '/p/x.sh': is }),
    projectDir: '/p',
  })
}

test.for<[string, ReturnType<typeof compare>, object]>([
  ['text', compare('a\n', 'b\n'), { what: 'x.sh', lines: ['-a', '+b'] }],
  ['an added file', compare(undefined, 'b\n'), { lines: ['+b'], note: 'it was not there' }],
  ['a file that is gone', compare('a\n', undefined), { lines: ['-a'], note: 'it is not there any more' }],
  [
    'the end of the last line',
    compare('a', 'a\n'),
    { lines: [], note: 'only the end of the last line differs' },
  ],
  ['bytes with a zero', compare('a\0', 'b\n'), { lines: [], note: 'it is not text' }],
  ['bytes that are no UTF-8', compare(Uint8Array.of(0xff, 0xfe), 'b\n'), { note: 'it is not text' }],
  [
    'a large file',
    compare('a\n', 'x'.repeat(300_000)),
    { lines: [], note: expect.stringContaining('too large') },
  ],
  ['bytes that nobody kept', compare('a\n', 'b\n', false), { note: expect.stringContaining('not kept') }],
])('%s is compared as far as a person can read it', ([, found, expected]) => {
  expect(found).toMatchObject(expected)
})

test('a file that changed since its digest was taken is not shown as what would be approved', () => {
  const found = fileDifference(
    { path: 'x.sh', was: sha256('a\n'), is: sha256('b\n') },
    { keptScript: () => bytes('a\n'), files: memoryFiles({ '/p/x.sh': 'c\n' }), projectDir: '/p' },
  )
  expect(found).toMatchObject({ lines: [], note: expect.stringContaining('changes while it is read') })
})
