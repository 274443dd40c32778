import type { Buffer } from 'node:buffer'
import { isIssue } from '../../core/issue.ts'
import { decodePath, encodePath } from '../contracts/paths.ts'
import type { BuiltinHook } from './builtin.ts'
import { countLines } from './bytes.ts'
import { eachFile, type Report, type Visit } from './each-file.ts'
import { parseOptions, type OptionTable } from './options.ts'
import { shownName } from './shown-name.ts'
import { compileTextPatterns, type TextPatterns } from './text-patterns.ts'

const TABLE: OptionTable = {
  flags: [
    { long: 'ignore-case', short: 'i' },
    { long: 'multiline', short: 'm' },
  ],
  rest: 'patterns',
}

export const denyPattern = patternHook({
  id: 'deny-pattern',
  name: 'deny patterns',
  description: 'Fails if any file contains a matching regular expression.',
  lines: denyLines,
  whole: denyWhole,
})

export const requirePattern = patternHook({
  id: 'require-pattern',
  name: 'require patterns',
  description: 'Fails if any file does not contain a matching regular expression.',
  lines: requireLines,
  whole: requireWhole,
})

type PatternHook = Pick<BuiltinHook, 'id' | 'name' | 'description'> & {
  lines(patterns: TextPatterns): Visit
  /** With `--multiline`. */
  whole(patterns: TextPatterns): Visit
}

function patternHook({ lines, whole, ...about }: PatternHook): BuiltinHook {
  return {
    ...about,
    types: ['text'],
    fixes: false,
    async run(names, context) {
      const options = parseOptions(about.id, context.args, TABLE)
      if (isIssue(options)) return options
      const multiline = options.has('multiline')
      const flags = { ignoreCase: options.has('ignore-case'), multiline }
      const patterns = compileTextPatterns(about.id, options.rest, flags)
      if (isIssue(patterns)) return patterns
      return eachFile(names, context, { ...(multiline ? whole(patterns) : lines(patterns)), mayHang: true })
    },
  }
}

function denyLines(patterns: TextPatterns): Visit {
  return {
    file: (bytes, name) => reportOf(deniedLines(bytes, { patterns, name, first: 1 })),
    async big(file, name) {
      const found: string[] = []
      let first = 1
      for await (const piece of file.pieces()) {
        found.push(...deniedLines(piece, { patterns, name, first }))
        first += countLines(piece)
      }
      return reportOf(found)
    },
  }
}

type Search = { readonly patterns: TextPatterns; readonly name: string; readonly first: number }

function deniedLines(bytes: Buffer, { patterns, name, first }: Search): readonly string[] {
  return linesOf(bytes).flatMap((line, index) =>
    patterns.test(line) ? [`${shownName(name)}:${first + index}:${line}\n`] : [],
  )
}

function requireLines(patterns: TextPatterns): Visit {
  const isIn = (bytes: Buffer): boolean => linesOf(bytes).some((line) => patterns.test(line))
  return {
    file: (bytes, name) => (isIn(bytes) ? undefined : missing(name)),
    async big(file, name) {
      for await (const piece of file.pieces()) if (isIn(piece)) return undefined
      return missing(name)
    },
  }
}

function denyWhole(patterns: TextPatterns): Visit {
  return {
    file(bytes, name) {
      const text = decodePath(bytes)
      const match = patterns.find(text)
      if (!match) return undefined
      const line = text.slice(0, match.start).split('\n').length
      const end = match.text.endsWith('\n') ? '' : '\n'
      return reportOf([`${shownName(name)}:${line}:${match.text}${end}`])
    },
  }
}

function requireWhole(patterns: TextPatterns): Visit {
  return { file: (bytes, name) => (patterns.test(decodePath(bytes)) ? undefined : missing(name)) }
}

function missing(name: string): Report {
  return { output: `${shownName(name)}: no pattern matched\n` }
}

/** Lines without their `\n` or `\r\n`. */
function linesOf(bytes: Buffer): readonly string[] {
  if (bytes.length === 0) return []
  const lines = decodePath(bytes).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

/** Stray bytes go out as they came in. */
function reportOf(lines: readonly string[]): Report | undefined {
  return lines.length === 0 ? undefined : { output: encodePath(lines.join('')) }
}
