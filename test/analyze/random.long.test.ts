import { afterAll, expect, test } from 'vitest'
import { analyze } from '../../src/analyze/analyze.ts'
import { randomFrom, randomLine } from '../conditions/random-lines.ts'
import { runBatch, suspectsOf } from '../conditions/run-batch.ts'
import { runLine } from '../conditions/run-line.ts'
import { createScratch, MARKER, type Scratch } from '../conditions/scratch.ts'
import { seed } from '../conditions/seed.ts'

const LINES = 20_000
const PROGRAMS = ['bash', 'sh', 'cat', 'env', 'nohup', 'nice', 'timeout', 'xargs', 'find', 'awk', 'sed']

const scratch = createScratch(PROGRAMS)
afterAll(() => scratch.remove())

test.runIf(process.platform === 'linux')(
  `no random line runs a program unseen and unreported (HOOKWRIGHT_SEED=${seed})`,
  async () => {
    const random = randomFrom(seed + 16)
    const lines = [...new Set(Array.from({ length: LINES }, () => randomLine(random)))]
    const silent = lines.filter((line) => !isSeen(line))
    const suspects = suspectsOf(await runBatch(silent, scratch), silent)
    const unseen: string[] = []
    for (const line of suspects) if (await runsMarker(line, scratch)) unseen.push(JSON.stringify(line))
    console.log(`${lines.length} lines, ${silent.length} without the marker in their analysis`)
    expect(unseen).toEqual([])
    expect(silent.length / lines.length).toBeGreaterThan(0.05)
  },
  300_000,
)

function isSeen(line: string): boolean {
  const { programs, unanalysable } = analyze(line)
  return unanalysable.length > 0 || programs.some(({ name }) => name === MARKER)
}

async function runsMarker(line: string, { restore }: Scratch): Promise<boolean> {
  restore()
  return (await runLine(line, scratch)).length > 0
}
