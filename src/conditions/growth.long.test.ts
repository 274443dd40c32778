import { expect, test } from 'vitest'
import { analyseBash } from './bash.ts'
import { compileShellPattern, matchCommand } from './shell-pattern.ts'

const RULES = ['rm *', 'rm -rf *', '* --force'].map(compileShellPattern)
const LINES = [
  'xargs ',
  './x *a ',
  './x $x ',
  'awk $x ',
  'sed $x ',
  'cargo -x ',
  'find . {} ',
  'gh --body $x ',
]

/** Processor time in microseconds, the best of some runs. */
function cost(command: string): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    const analysis = analyseBash(command)
    for (const rule of RULES) matchCommand(rule, command, analysis)
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...times)
}

function lineOf(start: string, length: number): string {
  const word = start.trim().split(' ').at(-1) ?? ''
  return start + `${word} `.repeat(Math.floor(length / (word.length + 1)))
}

test.for(LINES)('four times as many words behind %j cost less than eight times as much', (start) => {
  cost(lineOf(start, 10_000))
  const [few, many] = [cost(lineOf(start, 10_000)), cost(lineOf(start, 40_000))]
  // Below this many microseconds the clock tells too little.
  expect(many / Math.max(few, 5_000)).toBeLessThan(8)
})
