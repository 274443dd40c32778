const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
}

const ESCAPE =
  /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|0?([0-7]{1,3})|([abeEfnrtv\\'"]))/g

/** Decodes the escapes of `printf` and `echo -e`; what is none stays as it is. */
export function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    ESCAPE,
    (_, hex?: string, short?: string, long?: string, octal?: string, letter?: string) => {
      if (letter !== undefined) return SIMPLE[letter] ?? letter
      const code = octal === undefined ? parseInt(hex ?? short ?? long ?? '20', 16) : parseInt(octal, 8)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )
}
