import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { BEYOND } from './corpus/beyond.ts'
import { corpus, type Entry } from './corpus/index.ts'
import { LOOK_ALIKES } from './corpus/look-alikes.ts'
import { canRun, PROGRAMS_OF_LINES } from './corpus/programs-of-lines.ts'
import { bypassOf, judge } from './judge.ts'
import { runLine } from './run-line.ts'
import { createScratch } from './scratch.ts'

const entries = corpus()
const scratches = Array.from({ length: 3 }, () => createScratch(PROGRAMS_OF_LINES))
afterAll(() => scratches.forEach((scratch) => scratch.remove()))

type Ran = { readonly entry: Entry; readonly marks: readonly string[] }

async function runAll(lines: readonly Entry[]): Promise<readonly Ran[]> {
  const waiting = [...lines]
  const results: Ran[] = []
  const work = scratches.map(async (scratch) => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      scratch.restore()
      results.push({ entry, marks: await runLine(entry.line, scratch) })
    }
  })
  await Promise.all(work)
  return results
}

const show = ({ group, line }: Entry, why: string) => `${group}: ${JSON.stringify(line)}: ${why}`

describe.runIf(process.platform === 'linux')('obfuscations of the marker', () => {
  test('none that runs it is answered with silence or an allow', async () => {
    const results = await runAll(entries.filter(canRun))
    const ran = results.filter(({ marks }) => marks.length > 0)
    const left = entries.length - ran.length
    console.log(`${entries.length} obfuscations: ${ran.length} ran the marker, ${left} were only judged`)
    expect(ran.flatMap(({ entry, marks }) => noted(entry, bypassOf(entry.line, marks)))).toEqual([])
    expect(ran.length).toBeGreaterThanOrEqual(1_200)
    const idle = results.filter(({ entry, marks }) => entry.needs === undefined && marks.length === 0)
    expect(idle.map(({ entry }) => show(entry, 'did not run the marker'))).toEqual([])
  }, 600_000)

  test('there are at least 1,500, and those that cannot run here are not met with silence either', () => {
    expect(entries.length).toBeGreaterThanOrEqual(1_500)
    const silent = entries.flatMap((entry) => noted(entry, bypassOf(entry.line, [''])))
    expect(silent).toEqual([])
  })
})

function noted(entry: Entry, why: string | undefined): readonly string[] {
  return why === undefined ? [] : [show(entry, why)]
}

describe.runIf(process.platform === 'linux')('what docs/conditions.md calls beyond any reading', () => {
  const docs = readFileSync(new URL('../../docs/conditions.md', import.meta.url), 'utf8')

  test.for(Object.entries(BEYOND))(
    '%s are named there, run the marker and are not seen',
    async ([name, beyond]) => {
      expect(docs).toContain(beyond.documented)
      const results = await runAll(beyond.lines.map((line) => ({ line, group: name })))
      const unseen = results.filter(({ entry, marks }) => bypassOf(entry.line, marks) !== undefined)
      expect(unseen.length).toBeGreaterThanOrEqual(3)
    },
  )
})

describe('look-alikes do not make a guard run', () => {
  test.for(Object.entries(LOOK_ALIKES))('%s', ([, lines]) => {
    expect(lines.length).toBeGreaterThanOrEqual(3)
    expect(lines.filter((line) => judge(line).guarded)).toEqual([])
  })

  test.runIf(process.platform === 'linux')(
    'and bash does not run the marker for any of them',
    async () => {
      const lines = Object.values(LOOK_ALIKES).flat()
      const results = await runAll(lines.map((line) => ({ line, group: 'look-alike' })))
      expect(results.filter(({ marks }) => marks.length > 0).map(({ entry }) => entry.line)).toEqual([])
    },
    60_000,
  )
})
