/** One call as the launcher sends it. */
export type Request = {
  /** The user's config folder, as the launcher was made for. */
  readonly configHome: string
  readonly args: readonly string[]
  readonly stdin: Uint8Array | 'terminal'
}

const MOST_ARGS = 256

/**
 * Reads a request: the config folder, the number of arguments, the arguments, the kind of stdin and its value, then the
 * word that the daemon gave for this connection. Each ends with NUL. Undefined: it is not whole yet. 'invalid': it never will be.
 */
export function readRequest(bytes: Buffer, word: string): Request | 'invalid' | undefined {
  if (!bytes.subarray(-word.length - 2).equals(Buffer.from(`\0${word}\0`))) return undefined
  const end = bytes.length - word.length - 2
  const reader = fieldsOf(bytes, end)
  const configHome = reader.next()
  const count = Number(reader.next())
  if (!Number.isInteger(count) || count < 1 || count > MOST_ARGS) return 'invalid'
  const args: string[] = []
  for (let index = 0; index < count; index += 1) {
    const text = reader.next()
    if (text === undefined) return 'invalid'
    args.push(text)
  }
  const kind = reader.next()
  const rest = reader.rest()
  if (configHome === undefined || rest === undefined) return 'invalid'
  const stdin = stdinOf(kind, rest)
  return stdin === undefined ? 'invalid' : { configHome, args, stdin }
}

/** bash keeps no NUL: what it read up to the first one, or up to a length, is followed by the rest in base64. */
function stdinOf(kind: string | undefined, value: Buffer): Request['stdin'] | undefined {
  if (kind === 'bytes') return value
  if (kind === 'terminal') return kind
  const end = value.indexOf(0)
  if (end < 0 || (kind !== 'more' && kind !== 'nul')) return undefined
  const rest = Buffer.from(value.toString('latin1', end + 1), 'base64')
  return Buffer.concat([value.subarray(0, end + (kind === 'nul' ? 1 : 0)), rest])
}

function fieldsOf(bytes: Buffer, end: number): { next(): string | undefined; rest(): Buffer | undefined } {
  let at = 0
  return {
    next() {
      const stop = bytes.indexOf(0, at)
      if (stop < 0 || stop >= end) return undefined
      const text = bytes.toString('utf8', at, stop)
      at = stop + 1
      return text
    },
    rest: () => (at > end ? undefined : bytes.subarray(at, end)),
  }
}
