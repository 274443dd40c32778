/** Characters that bash takes for a part of a word, however much like white space some of them look. */
const CONTROLS = [
  '\r',
  '\v',
  '\f',
  '\x01',
  '\x02',
  '\x07',
  '\b',
  '\x0e',
  '\x1b',
  '\x1c',
  '\x1f',
  '\x7f',
  '\u0085',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\u200b',
]
const BLANKS = [' ', ' ', ' ', '\t', '  ', ' \\\n', '\\\n', ' \\\n\t']
const ENDS = [
  ';',
  '; ',
  '\n',
  '\n',
  '\n',
  '\r\n',
  '\r',
  '\n\r',
  '\n\n',
  ' # c\n',
  '\t#\n',
  '#\n',
  ' \r#\n',
  ' # \\\n',
  ' # it\'s "\n',
  ' #\r',
  ' \\\r\n',
  '\\\\\n',
  ' \v# ',
  ' \f;',
]
const TEXTS = [
  'a',
  'b',
  '--flag',
  'a#b',
  '#',
  '\\#',
  "'#'",
  '"#"',
  "'a\nb'",
  '"a\rb"',
  "'\\\n'",
  '"\\\n"',
  'a\\ b',
  "''",
  "$'\\r'",
  'E',
]

/** One line of commands that all run, unless it is not valid bash: the marker, `:` and `cat` with here-documents. */
export function byteLine(random: () => number): string {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
  const count = 1 + Math.floor(random() * 4)
  return Array.from({ length: count }, () => command(random, pick) + pick(ENDS)).join('')
}

type Pick = (from: readonly string[]) => string

function command(random: () => number, pick: Pick): string {
  if (random() < 0.2) return document(random, pick)
  const words = Array.from({ length: Math.floor(random() * 4) }, () => pick(BLANKS) + word(random, pick))
  return (
    pick(['', '', '', ' ', '\t', '\r', '\\\n', '#', '# ', '\v']) +
    pick(['qmark', 'qmark', ':', 'qm\\\nark', 'qmark\r', "'qmark'"]) +
    words.join('')
  )
}

function word(random: () => number, pick: Pick): string {
  return Array.from({ length: 1 + Math.floor(random() * 2) }, () =>
    pick(random() < 0.4 ? CONTROLS : TEXTS),
  ).join('')
}

function document(random: () => number, pick: Pick): string {
  const [start = '', end = ''] = pick([
    'E|E',
    "'E'|E",
    '\\E|E',
    'E\r|E\r',
    '"E "|E ',
    'E\\\nF|EF',
    "'E'\r|E\r",
    'E\v|E\v',
  ]).split('|')
  const body = Array.from({ length: Math.floor(random() * 3) }, () =>
    pick([
      'qmark a',
      'qmark a',
      'E\r',
      ' E',
      'E ',
      '\tE',
      'a\\',
      '\\',
      "'",
      '"',
      '#',
      '\r',
      '$(qmark b)',
      '\\$(qmark b)',
      '`qmark c`',
      'E\\',
    ]),
  )
  const dash = random() < 0.2 ? '-' : ''
  return `cat <<${dash}${start}${pick(['\n', '\n', '\n', ' # c\n', '; qmark d\n', '\r\n'])}${body.map((line) => `${line}\n`).join('')}${end}\n`
}
