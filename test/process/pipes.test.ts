import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../src/engine/limits.ts'
import { fixture, run, runTo, sh } from './run.ts'

const MIB = 1024 * 1024
const big = Buffer.alloc(8 * MIB, 'x')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookwright-pipes-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

describe('stdin', () => {
  test('R06 a hook that exits at once with 8 MiB unread is judged by its exit code', async () => {
    expect(await run('/bin/sh', { ...sh('exit 5'), input: big })).toMatchObject({ kind: 'exited', code: 5 })
  })

  test('R07 a hook that closes fd 0 and goes on for a second is waited for', async () => {
    const outcome = await runTo('exited', fixture('close-stdin.sh'), { input: big })
    expect(outcome.code).toBe(3)
    expect(outcome.ms).toBeGreaterThan(990)
  })

  test('R08 the deadline covers the write to a hook that never reads', async () => {
    const outcome = await runTo('timed-out', '/bin/sleep', { args: ['60'], input: big, timeoutMs: 400 })
    expect(outcome.afterMs).toBe(400)
    expect(outcome.ms).toBeGreaterThanOrEqual(400)
    expect(outcome.ms).toBeLessThan(2_400)
  })

  test('R09 a hook that reads a byte every 100 ms is bounded by the deadline', async () => {
    const outcome = await runTo('timed-out', process.execPath, {
      args: [fixture('slow-reader.mjs')],
      input: big,
      timeoutMs: 1_000,
    })
    expect(outcome.ms).toBeLessThan(3_000)
  })

  test.for([
    ['a payload', '{"a":1}'],
    ['an empty payload', ''],
  ] as const)('R10 cat sees the end of %s', async ([, input]) => {
    const outcome = await runTo('exited', '/bin/cat', { input, timeoutMs: 5_000 })
    expect(outcome).toMatchObject({ code: 0, stdout: { text: input } })
  })

  test('R10 the end comes once: after it nothing more can be read', async () => {
    const outcome = await runTo('exited', '/bin/sh', { ...sh('cat; echo "[$(cat)]"'), input: 'once' })
    expect(outcome.stdout.text).toBe('once[]\n')
  })

  test('R11 the bytes of a payload arrive unchanged', async () => {
    const file = join(folder, 'payload')
    const text = '{"a":"\\ud800","b":"\0","c":"\u2028","n":9007199254740993,"z":-0,"i":1e400,"a":2}'
    const input = Buffer.concat([Buffer.from(text), Buffer.of(0xed, 0xa0, 0x80, 0xff)])
    await runTo('exited', '/bin/sh', { ...sh('cat >"$1"', file), input })
    expect(readFileSync(file).equals(input)).toBe(true)
  })
})

describe('output', () => {
  test('R13 a flood on stderr is cut, and stdout is whole', async () => {
    const outcome = await runTo('exited', '/bin/sh', sh('head -c 33554432 /dev/zero >&2; printf \'{"a":1}\''))
    expect(outcome.stdout).toEqual({ text: '{"a":1}', droppedBytes: 0, wellFormed: true })
    expect(outcome.stderr.droppedBytes).toBe(32 * MIB - limits.outputBytes)
    expect(outcome.stderr.text).toContain(`\n… ${outcome.stderr.droppedBytes} bytes left out …\n`)
  })

  test('R14 bursts on both pipes in turn do not lock up', async () => {
    const outcome = await runTo('exited', process.execPath, { args: [fixture('alternate.mjs'), '64'] })
    const dropped = 4 * MIB - limits.outputBytes
    expect(outcome).toMatchObject({
      code: 0,
      stdout: { droppedBytes: dropped },
      stderr: { droppedBytes: dropped },
    })
  })

  test('R15 invalid UTF-8 is said, not hidden', async () => {
    const outcome = await runTo('exited', '/bin/sh', sh(`printf '{"a":"\\377"}'`))
    expect(outcome.stdout).toEqual({ text: '{"a":"\ufffd"}', droppedBytes: 0, wellFormed: false })
  })

  test('R16 four-byte characters written one byte at a time stay whole', async () => {
    const args = [fixture('byte-by-byte.mjs'), '🪝🧵🪢']
    const outcome = await runTo('exited', process.execPath, { args })
    expect(outcome.stdout).toEqual({ text: '🪝🧵🪢', droppedBytes: 0, wellFormed: true })
  })

  test.for([
    ['little-endian', '\\377\\376{\\000}\\000', 'utf-16le'],
    ['big-endian', '\\376\\377\\000{\\000}', 'utf-16be'],
  ] as const)('R17 UTF-16 with a byte order mark is decoded: %s', async ([, bytes, bom]) => {
    const outcome = await runTo('exited', '/bin/sh', sh(`printf '${bytes}'`))
    expect(outcome.stdout).toEqual({ text: '{}', droppedBytes: 0, wellFormed: true, bom })
  })

  test('R18 a leading BOM goes; CRLF, trailing spaces and a missing newline stay', async () => {
    const outcome = await runTo('exited', '/bin/sh', sh(`printf '\\357\\273\\277{\\r\\n}  '`))
    expect(outcome.stdout).toEqual({ text: '{\r\n}  ', droppedBytes: 0, wellFormed: true, bom: 'utf-8' })
  })
})
