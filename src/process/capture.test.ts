import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capture } from './capture.ts'

async function captured(chunks: readonly Buffer[], maxBytes: number) {
  const stream = new PassThrough()
  const output = capture(stream, maxBytes)
  chunks.forEach((chunk) => stream.write(chunk))
  stream.end()
  await new Promise((resolve) => stream.once('close', resolve))
  return output.read()
}

test('what fits the cap is kept whole', async () => {
  const output = await captured([Buffer.from('abc'), Buffer.from('defg')], 8)
  expect(output).toEqual({ text: 'abcdefg', droppedBytes: 0, wellFormed: true })
})

test('beyond the cap the first and the last half are kept', async () => {
  const output = await captured([Buffer.from('abcdefghij'), Buffer.from('klm')], 8)
  expect(output).toEqual({ text: 'abcd\n… 5 bytes left out …\njklm', droppedBytes: 5, wellFormed: true })
})

test('whatever the chunks, head and tail are those of the whole', async () => {
  const chunks = fc.array(
    fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom('a', 'b', 'c', 'd', 'e') }),
    {
      minLength: 1,
    },
  )
  await fc.assert(
    fc.asyncProperty(chunks, fc.integer({ min: 2, max: 60 }), async (parts, maxBytes) => {
      const whole = parts.join('')
      const half = Math.floor(maxBytes / 2)
      const dropped = Math.max(0, whole.length - 2 * half)
      const expected =
        dropped === 0
          ? whole
          : `${whole.slice(0, half)}\n… ${dropped} bytes left out …\n${whole.slice(-half)}`
      const output = await captured(
        parts.map((part) => Buffer.from(part)),
        maxBytes,
      )
      expect(output).toEqual({ text: expected, droppedBytes: dropped, wellFormed: true })
    }),
  )
})

test('a pipe that breaks keeps what came before', async () => {
  const stream = new PassThrough()
  const output = capture(stream, 100)
  stream.write('before')
  await new Promise((resolve) => setImmediate(resolve))
  stream.destroy(new Error('ECONNRESET'))
  await new Promise((resolve) => stream.once('close', resolve))
  expect(output.read().text).toBe('before')
})
