import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { CLI, type Sandbox } from './cli.ts'

const SHARED = '/dev/shm'

/** Name of the folder in which FIFOs are kept, below the folder for all users. */
export const STOCK = `hookwright-pipes-${process.geteuid?.()}`

/** The built command line with a stock of FIFOs that no other process of this machine uses. */
export type OwnStock = { readonly cli: string; readonly folder: string }

export function withOwnStock({ root }: Sandbox): OwnStock {
  // A `mkfifo` that outlives the command line may still make names below the folder that is about to be removed.
  onTestFinished(() => vi.waitFor(() => expect(processesNaming(root)).toEqual([]), { timeout: 20_000 }))
  const [copy, memory] = [join(root, 'cli'), join(root, 'shm')]
  cpSync(dirname(CLI), copy, { recursive: true })
  mkdirSync(memory)
  const files = readdirSync(copy).map((name) => join(copy, name))
  const users = files.filter((file) => readFileSync(file, 'utf8').includes(SHARED))
  // The stock of pipes and the records of running hooks.
  expect(users.length).toBeGreaterThan(0)
  for (const file of users) writeFileSync(file, readFileSync(file, 'utf8').replaceAll(SHARED, memory))
  return { cli: join(copy, 'cli.cjs'), folder: join(memory, STOCK) }
}

/** The command lines of the `mkfifo` processes that have the text in their arguments or work below it. */
function processesNaming(text: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) =>
      quietly(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readlinkSync(`/proc/${pid}/cwd`)),
    )
    .filter((line) => line.includes('mkfifo') && line.includes(text))
}

/** Empty for a process that has ended meanwhile. */
function quietly(look: () => string): string {
  try {
    return look()
  } catch {
    return ''
  }
}

/** What another process does to every FIFO of a folder, in bash; `$f` is the path, `$n` a descriptor. */
export const ATTACKS = {
  'filled and held at both ends': 'exec {n}<>"$f"; printf "#" >&$n',
  'held by a reader': 'exec {n}<>"$f" {m}<"$f" {n}>&-',
  'held by a writer': 'exec {n}<>"$f" {m}>"$f" {n}>&-',
  'awaited by a reader': '{ exec cat "$f"; } &',
  'awaited by a writer': '{ printf "#" > "$f"; } &',
  'linked to another name': 'ln "$f" "$f.link"',
} as const

/** Runs one of the attacks until the test ends. */
export async function attack(folder: string, what: string): Promise<void> {
  const script = `cd "$1" || exit; for f in *; do ${what}\ndone; echo ready; exec sleep 300`
  const child = spawn('bash', ['-c', script, 'bash', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  onTestFinished(() => void process.kill(-(child.pid as number), 'SIGKILL'))
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => expect.unreachable('it ended')),
  ])
  // A process that waits in `open` is an end of the FIFO as soon as it sleeps there.
  if (what.endsWith('&')) await everyoneSleeps(child.pid as number)
}

async function everyoneSleeps(group: number): Promise<void> {
  const isAwake = (pid: string): boolean => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(pgrp) === group && state !== 'S'
    } catch {
      return false
    }
  }
  while (readdirSync('/proc').some((name) => /^\d+$/.test(name) && isAwake(name)))
    await new Promise((resolve) => setTimeout(resolve, 5))
}
