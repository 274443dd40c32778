import type { RegexFlags, RegexReader } from './regex-reader.ts'
import { refuse, take } from './regex-reader.ts'

const FLAG_NAMES: Readonly<Record<string, keyof RegexFlags>> = {
  i: 'ignoreCase',
  m: 'multiline',
  s: 'dotAll',
  x: 'verbose',
}

const HINTS: Readonly<Record<string, string>> = {
  a: 'Write "[0-9A-Za-z_]" for "\\w" and "[0-9]" for "\\d".',
  L: 'Leave it out: the locale does not matter here.',
  R: 'Write "\\r?\\n" where a line ends.',
  u: 'Leave it out.',
}

/**
 * Flags behind `(?`. `(?i)` sets them from here on and gives undefined; of `(?i:` and `(?:` those inside are returned.
 * As in prek, those set inside any other kind of group last beyond its end.
 */
export function readFlags(reader: RegexReader, start: number): RegexFlags | undefined {
  const found = take(reader, /([A-Za-z]*)(?:-([A-Za-z]*))?([:)])/y)
  if (!found) return refuseGroup(reader, start)
  const [, on = '', off, end] = found
  const wrong = wrongFlag(reader, on, off ?? '')
  if (wrong !== undefined) return refuseFlag(reader, wrong, start)
  const flags = withFlags(withFlags(reader.flags, on, true), off ?? '', false)
  if (end === ':') return flags
  if (reader.dialect === 'bytes' && (reader.started || off !== undefined)) return refusePlace(reader, start)
  reader.flags = flags
  return undefined
}

function withFlags(flags: RegexFlags, letters: string, value: boolean): RegexFlags {
  const changed: Record<string, boolean> = {}
  for (const letter of letters) {
    const name = letter === 'U' ? 'swapGreed' : FLAG_NAMES[letter]
    if (name) changed[name] = value
  }
  return { ...flags, ...changed }
}

/** `a` on bytes and `u` on names say what is so anyway. */
function wrongFlag({ dialect }: RegexReader, on: string, off: string): string | undefined {
  const known = dialect === 'path' ? /[^imsxuU]/ : /[^imsxa]/
  return known.exec(on)?.[0] ?? /[^imsxU]/.exec(off)?.[0]
}

function refuseFlag(reader: RegexReader, letter: string, at: number): undefined {
  const known = reader.dialect === 'path' ? 'i, m, s, x, u, U' : 'a, i, m, s, x'
  const hint = HINTS[letter] ?? `Known flags: ${known}.`
  refuse(reader, `The flag "${letter}" cannot be used here.`, { at, hint })
}

function refuseGroup(reader: RegexReader, at: number): undefined {
  const hint =
    'Known: (?:…), (?=…), (?!…), (?<=…), (?<!…), (?>…), (?P<name>…), (?P=name), (?(1)…|…), (?#…), (?imsx).'
  refuse(reader, `"${reader.text.slice(at, at + 3)}" begins no known kind of group.`, { at, hint })
}

function refusePlace(reader: RegexReader, at: number): undefined {
  refuse(reader, 'Flags for the whole pattern must stand at its start.', {
    at,
    hint: 'Or write "(?i:…)" for a part.',
  })
}
