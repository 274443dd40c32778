import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { analyze } from '../../src/analyze/analyze.ts'
import { runLine } from '../conditions/run-line.ts'
import { createScratch, MARKER } from '../conditions/scratch.ts'
import { seed } from '../conditions/seed.ts'
import { compositions } from './compositions.ts'

const CASES = 10_000
const COMMANDS = [
  ['rm', '-rf', '/'],
  ['git', 'push', '--force'],
  ['chmod', '-R', '777', '/etc'],
  ['dd', 'if=/dev/zero', 'of=/dev/sda'],
  ['terraform', 'destroy', '-auto-approve'],
]

function shows(line: string, words: readonly string[]): boolean {
  const wanted = words.join('\0')
  return analyze(line).programs.some((program) => {
    const isKnown = program.words.every(({ known }) => known)
    return isKnown && program.words.map(({ text }) => text).join('\0') === wanted
  })
}

describe(`HOOKWRIGHT_SEED=${seed} repeats this run`, () => {
  test('a command in any composition is shown, or something is reported', () => {
    let shown = 0
    fc.assert(
      fc.property(compositions(COMMANDS), ({ line, words }) => {
        const isShown = shows(line, words)
        if (isShown) shown++
        return isShown || analyze(line).unanalysable.length > 0
      }),
      { numRuns: CASES, seed },
    )
    console.log(`${shown} of ${CASES} compositions are shown with all their words, the others are reported`)
    expect(shown / CASES).toBeGreaterThan(0.8)
  }, 120_000)

  test('any text is analysed without a fault, and in the same way each time', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(text, (line) => {
        const analysis = analyze(line)
        expect(analysis).toEqual(analyze(line))
        expect(analysis.programs.map(({ id }) => id)).toEqual(analysis.programs.map((_, at) => at))
        expect(analysis.unanalysable.filter(({ code }) => code === 'not-analysed')).toEqual([])
      }),
      { numRuns: CASES, seed },
    )
  }, 120_000)
})

const PIECES =
  `$( ) \` " ' \\ { } (( )) [[ ]] <<E\n E\n <<< <( >( | && ; \n \r & if \n then \n fi for\u0020x\u0020in\u0020a do done case \u0020in\u0020 esac \${ } \${x:- $x $IFS # * ? [ ] A= =( x() rm\u0020 sudo\u0020 eval\u0020 sh\u0020-c\u0020 cd\u0020 alias\u0020a= set\u0020-- read\u0020 source\u0020 trap\u0020 > 2>&1 {fd}> {a,b} {1..3} ~ declare\u0020 export\u0020 unset\u0020 printf\u0020 -v \u0020 \t`.split(
    / (?=.|\n)/s,
  )

describe.runIf(process.platform === 'linux')('the real bash', () => {
  const scratch = createScratch(['bash', 'sh', 'cat', 'env', 'nice', 'nohup', 'timeout', 'stdbuf', 'setsid'])
  afterAll(() => scratch.remove())

  test('runs the marker where a composition says so', async () => {
    const sample = fc.sample(compositions([[MARKER, '--flag', 'x']]), { numRuns: 120, seed })
    const ran: string[] = []
    for (const { line } of sample) {
      scratch.restore()
      const marks = await runLine(line, scratch)
      if (marks.includes('--flag x')) ran.push(line)
    }
    const unseen = ran.filter(
      (line) => !shows(line, [MARKER, '--flag', 'x']) && analyze(line).unanalysable.length === 0,
    )
    console.log(`${ran.length} of ${sample.length} compositions ran the marker`)
    expect(unseen).toEqual([])
    expect(ran.length / sample.length).toBeGreaterThan(0.6)
  }, 120_000)
})
