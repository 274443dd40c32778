import type { Command } from '../carrier.ts'
import { joinWords, knownWord } from '../words.ts'
import { decodeEscapes } from './escapes.ts'
import { FILTER_ROWS } from './filters.ts'
import { SETTINGS_ROWS } from './settings.ts'
import { unknownFlow, type Flow } from './flow.ts'
import type { Writes, Writer } from './writer.ts'

/** Programs that write what they get from elsewhere. */
export const DOWNLOADERS =
  /^(?:curl|wget|wget2|aria2c|axel|lynx|links|w3m|http|https|xh|fetch|nc|ncat|netcat|socat|ftp|lftp|tftp|sftp|scp|invoke-webrequest|invoke-restmethod|dig|nslookup)$/

const ROWS: Readonly<Record<string, Writes>> = {
  ...FILTER_ROWS,
  ...SETTINGS_ROWS,
  echo: ({ args }) => writesEcho(args),
  printf: ({ args }) => writesPrintf(args),
  'cat bat': (writer) => writesFiles(writer),
  'true false : test [ cd export': () => ({ kind: 'text', text: knownWord('') }),
  tee: (writer) => writer.input() ?? unknownFlow('run-time-script'),
}

/** What is known of programs that write, by name. */
export const OUTPUT_ROWS: ReadonlyMap<string, Writes> = new Map(
  Object.entries(ROWS).flatMap(([names, row]) => names.split(' ').map((name) => [name, row] as const)),
)

function writesEcho(args: Command['args']): Flow {
  const at = args.findIndex(({ text }) => !/^-[neE]+$/.test(text))
  const flags = args.slice(0, at === -1 ? args.length : at)
  const text = joinWords(at === -1 ? [] : args.slice(at))
  const escapes = flags.some(({ text: flag }) => flag.includes('e'))
  const written = escapes ? { ...text, text: decodeEscapes(text.text) } : text
  const end = flags.some(({ text: flag }) => flag.includes('n')) ? '' : '\n'
  return { kind: 'text', text: joinWords([written, knownWord(end)], '') }
}

/** The format is used again until no argument is left. */
function writesPrintf(args: Command['args']): Flow {
  const [format, ...rest] = args[0]?.text === '--' ? args.slice(1) : args
  if (format === undefined || !format.known || format.text.startsWith('-'))
    return unknownFlow('run-time-script')
  const pieces = decodeEscapes(format.text).split(/(%[-+ #0]{0,9}\d{0,9}(?:\.\d{1,9})?[a-zA-Z%])/)
  const slots = pieces.filter((piece) => /^%.*[a-zA-Z]$/s.test(piece)).length
  const rounds = slots === 0 ? 1 : Math.max(1, Math.ceil(rest.length / slots))
  const words = []
  let next = 0
  for (let round = 0; round < rounds; round++)
    for (const piece of pieces)
      words.push(isSlot(piece) ? valueOf(piece, rest[next++]) : knownWord(percent(piece)))
  return { kind: 'text', text: joinWords(words, '') }
}

function isSlot(piece: string): boolean {
  return piece.startsWith('%') && /[a-zA-Z]$/.test(piece)
}

function percent(piece: string): string {
  return piece === '%%' ? '%' : piece
}

function valueOf(piece: string, word = knownWord('')) {
  return piece.endsWith('b') ? { ...word, text: decodeEscapes(word.text) } : word
}

function writesFiles({ args, input, file: textOf }: Writer): Flow {
  const files = args.filter(({ text }) => !/^-./.test(text))
  if (files.length === 0) return input() ?? unknownFlow('run-time-script')
  const flows = files.map((file) =>
    file.text === '-' ? (input() ?? unknownFlow('run-time-script')) : textOf(file),
  )
  const bad = flows.find(({ kind }) => kind === 'unknown')
  return (
    bad ?? {
      kind: 'text',
      text: joinWords(
        flows.flatMap((each) => (each.kind === 'text' ? [each.text] : [])),
        '',
      ),
    }
  )
}
