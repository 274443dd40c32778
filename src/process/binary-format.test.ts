import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isLoadable } from './binary-format.ts'

const own = readFileSync(process.execPath).subarray(0, 256)

/** This machine's own program, said to be for a processor that nobody has. */
function foreign(): Buffer {
  const copy = Buffer.from(own)
  copy.writeUInt16LE(0x1234, 18)
  return copy
}

const QEMU = `enabled
interpreter /usr/bin/qemu
flags: F
offset 0
magic 7f454c46020101000000000000000000020034120000
mask ffffffffffffff00fffffffffffffffffeffffff0000
`
const JAR = 'enabled\ninterpreter /usr/bin/jexec\nflags: \nextension .jar\n'

describe.skipIf(process.platform !== 'linux')('on Linux', () => {
  test.for([
    ['a program of this machine', own, [], true],
    ['a program of another machine', foreign(), [], false],
    ['one that an emulator is registered for', foreign(), [QEMU], true],
    ['one whose emulator is switched off', foreign(), [QEMU.replace('enabled', 'disabled')], false],
    ['one where registrations cannot be seen', foreign(), undefined, true],
    ['a program of Windows', Buffer.from('MZ\0\0'), [], false],
    ['one that Wine may be registered for', Buffer.from('MZ\0\0'), undefined, true],
    ['text that begins like one', Buffer.from('MZ=1\necho RAN\n'), undefined, false],
    ['text', Buffer.from('echo hi\n'), [QEMU], false],
    ['text where registrations cannot be seen', Buffer.from('echo hi\n'), undefined, false],
  ] as const)('%s', ([, start, seen, expected]) => {
    expect(isLoadable(process.execPath, start, () => seen)).toBe(expected)
  })

  test('an extension may be registered instead of a content', () => {
    const zip = Buffer.from('PK\x03\x04\0')
    expect(isLoadable('/x/tool.jar', zip, () => [JAR])).toBe(true)
    expect(isLoadable('/x/tool.zip', zip, () => [JAR])).toBe(false)
  })
})
