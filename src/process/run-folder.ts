import { existsSync } from 'node:fs'
import { tmpdir, uptime } from 'node:os'
import { join } from 'node:path'

/** Where records of running hooks are, of all processes of the user. In memory where there is such a folder. */
export const RUNS_FOLDER = join(
  existsSync('/dev/shm') ? '/dev/shm' : tmpdir(),
  `hookwright-runs-${process.geteuid?.()}`,
)

/**
 * One hook that runs, as the name of an empty file: nothing has to be read to know it, and it is made in one call.
 * `OWNER.START-TAG-PID.START-DEADLINE`, in front of it what became of it, if its owner was killed.
 */
export type RunName = {
  /** `ended`: stopped at its deadline. `gone`: ended by itself. `told`: a later call takes care of it, and has told. */
  readonly fate?: 'ended' | 'gone' | 'told'
  /** The process that supervises it, and when that began. */
  readonly owner: number
  readonly ownerStart: string
  /** Whose records these are: those of one state folder. */
  readonly tag: string
  /** The hook's first process, which leads its group. */
  readonly pid: number
  readonly start: string
  /** In hundredths of a second since the machine started. */
  readonly deadline: number
}

const NAME = /^(?:(ended|gone|told)-)?(\d+)\.(\d+)-([0-9a-f]{8})-(\d+)\.(\d+)-(\d+)$/

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
