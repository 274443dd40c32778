import { afterAll, expect, test } from 'vitest'
import { bypassOf, letsPass } from './judge.ts'
import { randomFrom, randomLine } from './random-lines.ts'
import { runBatch, suspectsOf } from './run-batch.ts'
import { runLine } from './run-line.ts'
import { createScratch, type Scratch } from './scratch.ts'
import { shrink } from './shrink.ts'
import { seed } from './seed.ts'

/** Lines in each of the two parts, which run side by side: one processor alone would need minutes. */
const LINES = Number(process.env['HOOKWRIGHT_LINES'] ?? 100_000)
const PER_BATCH = 4_000
const SAMPLE = 300
/** More bypasses than this are not looked for: the test has failed long before. */
const MAX_CONFIRMED = 60
const MAX_SHRUNK = 10

const PROGRAMS = ['bash', 'sh', 'cat', 'env', 'nohup', 'nice', 'timeout', 'xargs', 'find', 'awk', 'sed']

/** Registers the test of one half of the random lines. */
export function testRandomLines(part: 1 | 2): void {
  const [first, second] = [createScratch(PROGRAMS), createScratch(PROGRAMS)]
  afterAll(() => [first, second].forEach((scratch) => scratch.remove()))
  test.runIf(process.platform !== 'win32')(
    `no random line runs the marker unseen (HOOKWRIGHT_SEED=${seed} repeats this run)`,
    async () => {
      console.log(`part ${part} of the random lines: HOOKWRIGHT_SEED=${seed}`)
      const judged = await judgeAndRun(randomFrom(seed + part), [first, second])
      const bypasses = await bypassesIn(judged.suspects, first)
      console.log(`${LINES} lines, ${judged.different} different: ${judged.passed} let pass and run`)
      expect(await shrunk(bypasses, first)).toEqual([])
      expect(judged.passed / judged.different).toBeGreaterThan(0.05)
      await checkThatTheLinesTell(judged.stopped, first, second)
    },
    600_000,
  )
}

/** Judges while bash runs what was judged before. */
async function judgeAndRun(random: () => number, scratches: readonly Scratch[]) {
  const seen = new Set<string>()
  const stopped: string[] = []
  const suspects: string[] = []
  const runners = scratches.map((scratch) => ({ scratch, done: Promise.resolve() }))
  let passed = 0
  for (let left = LINES, next = 0; left > 0; left -= PER_BATCH, next = (next + 1) % runners.length) {
    const { pass, stop } = judgeAll(newLines(random, Math.min(PER_BATCH, left), seen))
    passed += pass.length
    stopped.push(...stop.slice(0, SAMPLE))
    const runner = runners[next] as (typeof runners)[number]
    await runner.done
    runner.done = runBatch(pass, runner.scratch).then((reports) => {
      suspects.push(...suspectsOf(reports, pass))
    })
  }
  await Promise.all(runners.map(({ done }) => done))
  return { passed, different: seen.size, stopped, suspects }
}

function newLines(random: () => number, count: number, seen: Set<string>): readonly string[] {
  const lines = Array.from({ length: count }, () => randomLine(random)).filter((line) => !seen.has(line))
  for (const line of lines) seen.add(line)
  return [...new Set(lines)]
}

function judgeAll(lines: readonly string[]) {
  const pass: string[] = []
  const stop: string[] = []
  for (const line of lines) (letsPass(line) ? pass : stop).push(line)
  return { pass, stop }
}

async function bypassesIn(suspects: readonly string[], scratch: Scratch): Promise<readonly string[]> {
  const bypasses: string[] = []
  for (const line of suspects) {
    if (bypasses.length < MAX_CONFIRMED && (await isBypass(line, scratch))) bypasses.push(line)
  }
  return bypasses
}

async function isBypass(line: string, scratch: Scratch): Promise<boolean> {
  return bypassOf(line, await runAnew(line, scratch)) !== undefined
}

function runAnew(line: string, scratch: Scratch): Promise<readonly string[]> {
  scratch.restore()
  return runLine(line, scratch)
}

async function shrunk(bypasses: readonly string[], scratch: Scratch): Promise<readonly string[]> {
  const texts = new Set<string>()
  for (const line of bypasses) {
    texts.add(texts.size < MAX_SHRUNK ? await shrink(line, (text) => isBypass(text, scratch)) : line)
  }
  return [...texts].map((text) => JSON.stringify(text))
}

/** Lines that never run the marker would pass the test above as well, and so would a batch that runs nothing. */
async function checkThatTheLinesTell(
  stopped: readonly string[],
  first: Scratch,
  second: Scratch,
): Promise<void> {
  const sample = stopped.filter((_, at) => at % Math.ceil(stopped.length / SAMPLE) === 0)
  const inBatch = new Set(suspectsOf(await runBatch(sample, second), sample))
  const ran: string[] = []
  for (const line of sample) if ((await runAnew(line, first)).length > 0) ran.push(line)
  expect(ran.filter((line) => !inBatch.has(line))).toEqual([])
  console.log(
    `of the lines that a guard sees, ${Math.round((ran.length / sample.length) * 100)} % run the marker`,
  )
  expect(ran.length / sample.length).toBeGreaterThan(0.15)
}
