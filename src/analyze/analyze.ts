import { carriedBy } from './carry/index.ts'
import type { CarriedAround } from './carried.ts'
import { createFound, addCarried, addReading, type Found } from './found.ts'
import type { AnalyzeOptions, LineAnalysis, Program, Word } from './line.ts'
import { LIMITS } from './limits.ts'

/**
 * Takes a command line apart into the programs that it would run, as far as its text tells. What its text does not tell
 * is in `unanalysable`. Runs nothing, reads no file but through `read`, and never throws.
 */
export function analyze(line: string, options: AnalyzeOptions = {}): LineAnalysis {
  const { language = 'bash' } = options
  const found = createFound()
  const variables = new Map(
    Object.entries(options.variables ?? {}).map(([name, value]) => [name, known(value)]),
  )
  const start = { folder: { kind: 'known', path: '.' }, variables } as const
  // Who passes on what an agent sent may pass on anything.
  if (typeof line === 'string') addReading(found, { language, text: line, start })
  else found.add('no-text')
  followAll(found, options)
  return { language, programs: found.programs, unanalysable: found.unanalysable }
}

/** Programs that are added on the way are followed in turn. */
function followAll(found: Found, { read = () => undefined }: AnalyzeOptions): void {
  const { programs } = found
  for (let at = 0; at < programs.length; at++) {
    const program = programs[at]
    if (program === undefined) continue
    if ((found.depths[at] ?? 0) >= LIMITS.carried) found.add('too-deep', program.id)
    else if (program.words.length > LIMITS.args) found.add('too-large', program.id)
    else follow(found, program, read)
  }
}

/** A fault in what is known of one program must not hide the others. */
function follow(found: Found, program: Program, read: CarriedAround['read']): void {
  try {
    for (const carried of carriedBy(program, { programs: found.programs, read }))
      addCarried(found, program, carried)
  } catch {
    found.add('not-analysed', program.id)
  }
}

function known(text: string): Word {
  return { text, shape: text.replaceAll('*', '\\*'), known: true, isGlob: false }
}
