import { afterAll, expect, test } from 'vitest'
import { bypassOf, letsPass } from './judge.ts'
import { randomFrom, randomLine } from './random-lines.ts'
import { runBatch, suspectsOf } from './run-batch.ts'
import { runLine } from './run-line.ts'
import { createScratch, type Scratch } from './scratch.ts'
import { shrink } from './shrink.ts'

const seed = Number(process.env['HOOKWRIGHT_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const LINES = Number(process.env['HOOKWRIGHT_LINES'] ?? 200_000)
const PER_BATCH = 4_000
const SAMPLE = 400
/** More are counted, but not confirmed one by one. */
const MAX_CONFIRMED = 60

const PROGRAMS = ['bash', 'sh', 'cat', 'env', 'nohup', 'nice', 'timeout', 'xargs', 'find', 'awk', 'sed']
const scratches = [createScratch(PROGRAMS), createScratch(PROGRAMS)]
afterAll(() => scratches.forEach((scratch) => scratch.remove()))

const notOnWindows = process.platform !== 'win32'

test.runIf(notOnWindows)(
  `no random line runs the marker unseen (HOOKWRIGHT_SEED=${seed} repeats this run)`,
  async () => {
    console.log(`random lines from HOOKWRIGHT_SEED=${seed}`)
    const { passed, stopped, suspects } = await judgeAndRun()
    const bypasses = await confirm(suspects)
    console.log(
      `${LINES} lines, ${passed + stopped.length} different: ${passed} let pass and run, ${bypasses.length} bypasses`,
    )
    expect(await describeShrunk(bypasses)).toEqual([])
    await checkThatTheLinesTell(passed, stopped)
  },
  600_000,
)

/** Judges while bash runs what was judged before: each needs a processor of its own. */
async function judgeAndRun() {
  const random = randomFrom(seed)
  const seen = new Set<string>()
  const stopped: string[] = []
  const suspects: string[] = []
  const free = scratches.map((scratch) => ({ scratch, done: Promise.resolve() }))
  let passed = 0
  for (let from = 0, batch = 0; from < LINES; from += PER_BATCH, batch++) {
    const fresh = newLines(random, Math.min(PER_BATCH, LINES - from), seen)
    const pass = fresh.filter((line) => letsPass(line))
    passed += pass.length
    stopped.push(...fresh.filter((line) => !pass.includes(line)).slice(0, SAMPLE))
    const runner = free[batch % free.length]
    if (runner === undefined) continue
    await runner.done
    runner.done = runBatch(pass, runner.scratch).then((reports) => {
      suspects.push(...suspectsOf(reports, pass))
    })
  }
  await Promise.all(free.map(({ done }) => done))
  return { passed, stopped, suspects }
}

function newLines(random: () => number, count: number, seen: Set<string>): readonly string[] {
  const lines = new Set(Array.from({ length: count }, () => randomLine(random)).filter((line) => !seen.has(line)))
  for (const line of lines) seen.add(line)
  return [...lines]
}

async function confirm(suspects: readonly string[]): Promise<readonly string[]> {
  const bypasses: string[] = []
  for (const line of suspects) {
    if (bypasses.length < MAX_CONFIRMED && (await isBypass(line))) bypasses.push(line)
  }
  return bypasses
}

async function isBypass(line: string): Promise<boolean> {
  return bypassOf(line, await runAnew(line)) !== undefined
}

function runAnew(line: string): Promise<readonly string[]> {
  const scratch = scratches[0] as Scratch
  scratch.restore()
  return runLine(line, scratch)
}

async function describeShrunk(bypasses: readonly string[]): Promise<readonly string[]> {
  const shrunk = new Set<string>()
  for (const line of bypasses) {
    const shortest = shrunk.size < 8 ? await shrink(line, isBypass) : line
    shrunk.add(JSON.stringify(shortest))
  }
  return [...shrunk]
}

/** Lines that never run the marker, or a judge that doubts everything, would pass the test above as well. */
async function checkThatTheLinesTell(passed: number, stopped: readonly string[]): Promise<void> {
  const sample = stopped.filter((_, at) => at % Math.ceil(stopped.length / SAMPLE) === 0)
  const inBatch = new Set(suspectsOf(await runBatch(sample, scratches[1] as Scratch), sample))
  const ran: string[] = []
  for (const line of sample) if ((await runAnew(line)).length > 0) ran.push(line)
  expect(ran.filter((line) => !inBatch.has(line))).toEqual([])
  const share = ran.length / sample.length
  console.log(`of the lines that a guard sees, ${Math.round(share * 100)} % run the marker`)
  expect(share).toBeGreaterThan(0.15)
  expect(passed / LINES).toBeGreaterThan(0.05)
}
