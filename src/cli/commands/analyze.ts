import { analyze } from '../../analyze/analyze.ts'
import { LANGUAGES, type Language } from '../../analyze/line.ts'
import { systemFiles } from '../../ports/files.ts'
import { lastValue, UsageError } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { runFilesOf } from '../read-run-files.ts'
import { analysisLines } from '../render/analysis.ts'
import { createStyle } from '../render/style.ts'

const MOST_BYTES = 1_048_576

/** What a command line would run, as a tree; runs nothing. */
export async function analyzeLine(invocation: Invocation): Promise<number> {
  const { args, io, env } = invocation
  const analysis = analyze(lineOf(invocation), {
    language: languageOf(lastValue(args, 'language')),
    ...(!args.options.has('no-files') && { read: runFilesOf(systemFiles, env.cwd) }),
  })
  if (args.options.has('json')) io.out(jsonText(analysis))
  else io.out(`${analysisLines(analysis, createStyle(io.colour)).join('\n')}\n`)
  return analysis.unanalysable.length === 0 ? EXIT.ok : EXIT.problem
}

function languageOf(given: string | undefined): Language {
  return LANGUAGES.find((language) => language === given) ?? 'bash'
}

function lineOf({ args, io }: Invocation): string {
  const [line] = args.positionals
  if (line === undefined) throw new UsageError("analyze needs a command line: hookwright analyze 'LINE'.")
  return line === '-' ? inputOf(io.readInput(MOST_BYTES)) : line
}

function inputOf(input: Uint8Array | 'terminal' | 'too-large'): string {
  if (input === 'terminal') throw new UsageError('analyze - reads the command line from stdin.')
  if (input === 'too-large') throw new UsageError(`The command line has more than ${MOST_BYTES} bytes.`)
  return new TextDecoder().decode(input)
}
