import { Buffer } from 'node:buffer'
import { issue, type Issue } from '../../core/issue.ts'

export type LengthLimits = {
  readonly platform: NodeJS.Platform
  /** What the system takes for arguments and environment together. */
  readonly argMax: number
}

const POINTER = 8
const PAGE = 4_096
const SPARE = 2_048
const WINDOWS = 2 ** 15 - SPARE
/** cmd.exe cuts its line at 8191 characters, whoever starts it. */
const WINDOWS_BATCH = 8_192 - 1_024

/** How many bytes names of files may take in one call, after everything that is always there. */
export function nameBudget(
  words: readonly string[],
  { limits, env }: { readonly limits: LengthLimits; readonly env: Readonly<Record<string, string>> },
): number | Issue {
  const fixed = words.reduce((sum, word) => sum + costOf(word), POINTER)
  const left = wholeBudget(words[0] ?? '', { limits, env }) - fixed
  return left >= 0 ? left : tooLong(words[0] ?? '')
}

/** Bytes, their end, and a pointer to them. A byte that is not UTF-8 counts for three. */
export function costOf(word: string): number {
  return Buffer.byteLength(word) + 1 + POINTER
}

/** No character of a string takes more than three bytes; this needs no look at them. */
export function highestCostOf(word: string): number {
  return word.length * 3 + 1 + POINTER
}

function wholeBudget(
  program: string,
  { limits: { platform, argMax }, env }: { limits: LengthLimits; env: Readonly<Record<string, string>> },
): number {
  if (platform === 'win32') return isBatch(program) ? WINDOWS_BATCH : WINDOWS
  const clamped = Math.min(Math.max(argMax - PAGE - SPARE, 4_096), 2 ** 20)
  return clamped - environmentSize(env) - POINTER
}

function isBatch(program: string): boolean {
  return /\.(cmd|bat)$|(^|[\\/])cmd(\.exe)?$/i.test(program)
}

function environmentSize(env: Readonly<Record<string, string>>): number {
  return Object.entries(env).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value) + 2 + POINTER,
    0,
  )
}

function tooLong(program: string): Issue {
  return issue(
    'launch.too-long',
    {},
    `The command line of "${program}" and its environment are longer than the system allows, without any file name.`,
    'Shorten `args` or `env`, or move them into a file.',
  )
}
