import { HEAD } from './wire.ts'

/** What the launcher is to write and to end with. */
export type End = {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
  /** What takes its place when stdout cannot be written. */
  readonly spare: { readonly stderr: string; readonly exitCode: number }
}

/** The launcher evaluates the event itself. */
export const DECLINE = head('decline')
/** Tells a launcher that waits that its event is still looked after. */
export const BEAT = head('beat')

/**
 * The last record of a call. The launcher keeps its texts in variables, which cannot hold NUL: texts with one are
 * written at once instead, in pieces between the NULs.
 */
export function endRecord(end: End): Buffer {
  const { stdout, stderr, exitCode, spare } = end
  if (`${stdout}${stderr}${spare.stderr}`.includes('\0')) {
    const silent = { stdout: '', stderr: '', exitCode, spare: { stderr: '', exitCode } }
    return Buffer.concat([textRecords('out', stdout), textRecords('err', stderr), endRecord(silent)])
  }
  const texts = [stdout, stderr, spare.stderr].map((text) => Buffer.from(text))
  const [out = 0, err = 0, spareErr = 0] = texts.map(({ length }) => length)
  return Buffer.concat([head('end', exitCode, out, err, spare.exitCode, spareErr), ...texts])
}

/** A text that is written at once, on stdout or stderr. */
export function textRecords(stream: 'out' | 'err', text: string): Buffer {
  const pieces = text.split('\0').map((piece) => Buffer.from(piece))
  return Buffer.concat(
    pieces.flatMap((bytes, index) => [
      ...(index === 0 ? [] : [head('nul', stream)]),
      ...(bytes.length === 0 ? [] : [head(stream, bytes.length), bytes]),
    ]),
  )
}

function head(...words: readonly (string | number)[]): Buffer {
  return Buffer.from(`${words.join(' ').padEnd(HEAD - 1)}\n`)
}
