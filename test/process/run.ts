import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Outcome } from '../../src/core/outcome.ts'
import { limits } from '../../src/engine/limits.ts'
import { launch, type Launch } from '../../src/process/spawn.ts'

const PATH = process.env['PATH'] ?? ''

export function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/bin/${name}`, import.meta.url))
}

export function launchOf(file: string, rest: Partial<Launch> = {}): Launch {
  return {
    file,
    args: [],
    cwd: '/',
    env: { PATH },
    input: '',
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    leftovers: 'terminate',
    limits,
    ...rest,
  }
}

export function run(file: string, rest: Partial<Launch> = {}): Promise<Outcome> {
  return launch(launchOf(file, rest))
}

/** The outcome, which must be of that kind. */
export async function runTo<K extends Outcome['kind']>(
  kind: K,
  file: string,
  rest: Partial<Launch> = {},
): Promise<Extract<Outcome, { kind: K }>> {
  const outcome = await run(file, rest)
  expect(outcome).toMatchObject({ kind })
  return outcome as Extract<Outcome, { kind: K }>
}

export function sh(script: string, ...args: string[]): Partial<Launch> & { readonly args: string[] } {
  return { args: ['-c', script, 'sh', ...args] }
}

/** Members of a process group that are neither gone nor zombies. */
export function livingIn(group: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isLiving(pid, group))
}

export function isLiving(pid: number, group?: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state !== 'Z' && state !== 'X' && (group === undefined || pgrp === String(group))
  } catch {
    return false
  }
}

/** The numbers a fixture printed on its first line. */
export function numbers(text: string): number[] {
  return (text.split('\n', 1)[0] ?? '').split(' ').map(Number)
}
