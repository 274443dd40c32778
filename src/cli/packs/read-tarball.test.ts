import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { tarball, type TarEntry } from '../../../test/helpers/registry.ts'
import { readTarball } from './read-tarball.ts'

const pax = (key: string, value: string): TarEntry => {
  const rest = ` ${key}=${value}\n`
  const length = [...Array(9).keys()]
    .map((digits) => rest.length + digits)
    .find((n) => `${n}${rest}`.length === n)
  return { path: 'x', type: 'x', text: `${length}${rest}` }
}

test('files come without their first folder, with their bytes and whether they can be run', () => {
  const read = readTarball(
    tarball([
      { path: 'package/a.txt', text: 'a' },
      { path: 'package/bin/', type: '5' },
      { path: 'package/bin/run', text: '#!', mode: 0o755 },
      pax('path', `package/${'long/'.repeat(30)}name`),
      { path: 'short', text: 'b' },
    ]),
  )
  if (typeof read === 'string') throw new Error(read)
  expect(
    [...read].map(([name, { bytes, isProgram }]) => [name, Buffer.from(bytes).toString(), isProgram]),
  ).toEqual([
    ['a.txt', 'a', false],
    ['bin/run', '#!', true],
    [`${'long/'.repeat(30)}name`, 'b', false],
  ])
})

test.for<[string, Buffer]>([
  ['it is not a gzip file', Buffer.from('no')],
  ['it is not a tar file', gzipSync(Buffer.alloc(2_048, 'x'))],
  ['it ends in the middle of a file', gzipSync(gunzippedHead())],
  ['it is too large', gzipSync(Buffer.alloc(64 * 1_048_576))],
  ['it holds "a" twice', tarball([{ path: 'package/a' }, { path: 'package/a' }])],
  ['it holds "a", which is a link or a device', tarball([{ path: 'package/a', type: '1' }])],
  [
    'it holds the path "package/../a", which is not one inside a package',
    tarball([pax('path', 'package/../a'), { path: 'b' }]),
  ],
  [
    'it holds the path "package/a\\\\b", which is not one inside a package',
    tarball([{ path: 'package/a\\b' }]),
  ],
  ['it holds the path "package/C:x", which is not one inside a package', tarball([{ path: 'package/C:x' }])],
])('%s', ([why, bytes]) => expect(readTarball(bytes)).toBe(why))

/** A file whose size says more than there is. */
function gunzippedHead(): Buffer {
  const header = Buffer.alloc(512)
  header.write('package/a', 0)
  header.write('00000000777\0', 124)
  header.write('        ', 148)
  header.write('0', 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
