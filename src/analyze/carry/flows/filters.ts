import { hasOption, readArguments } from '../options.ts'
import { knownWord } from '../words.ts'
import { decodeBase32, decodeBase64, decodeHex, reverse, translate, type Decode } from './decoders.ts'
import { decodeEscapes } from './escapes.ts'
import { unknownFlow, type Flow } from './flow.ts'
import type { Writer, Writes } from './writer.ts'

/** Programs that write a change of what they read. */
export const FILTER_ROWS: Readonly<Record<string, Writes>> = {
  'base64 gbase64': (writer) => decoded(writer, ['-d', '-D', '--decode', '-di', '-i'], decodeBase64),
  base32: (writer) => decoded(writer, ['-d', '--decode'], decodeBase32),
  basenc: () => unknownFlow('decoded'),
  xxd: (writer) => decoded(writer, ['-r', '-p', '-ps'], decodeHex),
  rev: (writer) => changed(writer, reverse),
  tac: (writer) => changed(writer, (text) => text.trimEnd().split('\n').toReversed().join('\n') + '\n'),
  tr: writesTranslated,
  openssl: ({ args, ...writer }) =>
    /^(?:base64|enc)$/.test(args[0]?.text ?? '') && args.some(({ text }) => text === '-d')
      ? changed(
          { ...writer, args: [] },
          args.some(({ text }) => /base64|^-a$/.test(text)) ? decodeBase64 : () => undefined,
        )
      : unknownFlow('decoded'),
  'gunzip gzip zcat bunzip2 bzip2 bzcat xz unxz xzcat zstd unzstd zstdcat lz4 uudecode gpg age ascii85 rot13 caesar iconv uncompress inflate qprint recode':
    (writer) => changed(writer, () => undefined),
  'sed gsed awk gawk perl cut head tail grep egrep fgrep sort uniq fold fmt paste jq yq nl expand': (
    writer,
  ) => passes(writer),
}

function decoded(writer: Writer, options: readonly string[], decode: Decode): Flow {
  const given = readArguments(writer.args, { valued: 'wcgls', long: 'wrap', anywhere: true })
  if (!hasOption(given, ...options)) return unknownFlow('run-time-script')
  return changed({ ...writer, args: given.operands }, decode)
}

function changed({ args, input }: Pick<Writer, 'args' | 'input'>, decode: Decode): Flow {
  const isFile = args.some(({ text }) => !text.startsWith('-'))
  const flow = isFile ? unknownFlow('decoded') : input()
  if (flow === undefined || flow.kind === 'unknown' || !flow.text.known)
    return flow?.kind === 'unknown' && flow.code === 'downloaded' ? flow : unknownFlow('decoded')
  const text = decode(flow.text.text)
  return text === undefined ? unknownFlow('decoded') : { kind: 'text', text: knownWord(text) }
}

function writesTranslated({ args, input }: Writer): Flow {
  const given = readArguments(args, {})
  const [from, to] = given.operands
  if (from === undefined || hasOption(given, '-c', '-C', '--complement', '-s', '--squeeze-repeats'))
    return unknownFlow('decoded')
  const target = hasOption(given, '-d', '--delete') ? undefined : to?.text
  return changed({ args: [], input }, (text) =>
    translate(text, decodeEscapes(from.text), target === undefined ? undefined : decodeEscapes(target)),
  )
}

/** Programs that pass on each line, when they are told nothing else. */
const NO_OP = /^(?:p|s\/(.?)\/\1\/g?|\.|\.\*||-n|\d+|-\d+|1|\{print\}|\{print \$0\}|-)$/

/** What comes out is a part of what goes in, in some form: without a known text nothing is known. */
function passes({ args, input }: Writer): Flow {
  const flow = input()
  if (flow?.kind === 'unknown') return flow
  const isPlain = args.every(({ text }) => NO_OP.test(text))
  return isPlain && flow !== undefined ? flow : unknownFlow('run-time-script')
}
