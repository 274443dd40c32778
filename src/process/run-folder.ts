import { existsSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { tempFolder } from './temp-folder.ts'

/**
 * Where records of running hooks are, of all processes of the user; the first that is ours alone counts. In memory
 * where there is such a folder.
 */
export function runsFolders(): readonly string[] {
  const bases = [...(existsSync('/dev/shm') ? ['/dev/shm'] : []), tempFolder()]
  return bases.map((base) => join(base, `hookwright-runs-${process.geteuid?.()}`))
}

/** Whose record it is. A record is the name of an empty file: it is made in one call, and nothing has to be read. */
type Owned = {
  /** The process that supervises the hook, and when that began. */
  readonly owner: number
  readonly ownerStart: string
  /** Whose records these are: those of one state folder. */
  readonly tag: string
}

/** A hook that is about to start, or has just started: `OWNER.START-TAG-RUN`. Its process carries a mark. */
export type MarkedName = Owned & { readonly run: string }

/**
 * A hook that runs: `OWNER.START-TAG-PID.START-DEADLINE`, in front of it what became of it, if its owner was killed.
 */
export type RunName = Owned & {
  /** `ended`: stopped at its deadline. `gone`: ended by itself. `told`: a later call takes care of it, and has told. */
  readonly fate?: 'ended' | 'gone' | 'told'
  /** The hook's first process, which leads its group. */
  readonly pid: number
  readonly start: string
  /** In hundredths of a second since the machine started. */
  readonly deadline: number
}

const MARKED = /^(\d+)\.(\d+)-([0-9a-f]{8})-([0-9a-z]+)$/
const NAME = /^(?:(ended|gone|told)-)?(\d+)\.(\d+)-([0-9a-f]{8})-(\d+)\.(\d+)-(\d+)$/

export function parseMarkedName(name: string): MarkedName | undefined {
  const [, owner, ownerStart = '', tag = '', run = ''] = MARKED.exec(name) ?? []
  return owner === undefined ? undefined : { owner: Number(owner), ownerStart, tag, run }
}

export function markedName({ owner, ownerStart, tag, run }: MarkedName): string {
  return `${owner}.${ownerStart}-${tag}-${run}`
}

export function parseRunName(name: string): RunName | undefined {
  const [, fate, owner, ownerStart = '', tag = '', pid, start = '', deadline] = NAME.exec(name) ?? []
  if (owner === undefined) return undefined
  return {
    ...(fate !== undefined && { fate: fate as NonNullable<RunName['fate']> }),
    owner: Number(owner),
    ownerStart,
    tag,
    pid: Number(pid),
    start,
    deadline: Number(deadline),
  }
}

export function runName({ owner, ownerStart, tag, pid, start, deadline }: RunName): string {
  return `${owner}.${ownerStart}-${tag}-${pid}.${start}-${deadline}`
}

/** Hundredths of a second since the machine started, as `/proc/uptime` counts them. */
export function uptimeIn(ms: number): number {
  // Beyond a hundred years a deadline is none, and a shell could not compare it.
  return Math.ceil((uptime() + Math.min(ms / 1000, 3e9)) * 100)
}
