import { redact } from '../secrets/detect/index.ts'
import type { PackCode } from '../code.ts'
import { rootsOf } from '../places/roots.ts'
import { breachesOf, type Breach } from './judge.ts'
import { protectedFiles } from './protected.ts'

const MOST_NAMED = 3

/** The code of `hookwright/protect-paths`. */
export const protectPaths: PackCode = (event, context) => {
  const { write, read, except, level } = context.options as Readonly<Record<string, readonly string[]>> & {
    readonly level: string
  }
  const roots = rootsOf(event, context)
  const breaches = breachesOf(event, {
    write: protectedFiles(write ?? [], except ?? [], roots),
    read: protectedFiles(read ?? [], except ?? [], roots),
    roots,
    files: context.files,
  })
  if (breaches.length === 0) return undefined
  const sure = breaches.filter(({ isSure }) => isSure)
  const decision = sure.length > 0 && level === 'deny' ? 'deny' : 'ask'
  const shown = decision === 'deny' ? sure : [...sure, ...breaches.filter(({ isSure }) => !isSure)]
  return {
    decision,
    reason: reasonOf(shown),
    effects: [],
    issues: [],
    note: { acts: [...new Set(shown.map(({ act }) => act))].join(', ') },
  }
}

function reasonOf(breaches: readonly Breach[]): string {
  const lines = [...new Set(breaches.map(lineOf))]
  const more = lines.length > MOST_NAMED ? ` (and ${lines.length - MOST_NAMED} more)` : ''
  return `Stopped by hookwright/protect-paths: ${lines.slice(0, MOST_NAMED).join('; ')}${more}. Work without that file, or let a person do it.`
}

function lineOf({ act, by, path, pattern, isSure, why }: Breach): string {
  if (path === undefined) return `what ${by} uses cannot be known (${(why ?? '').replace(/\.$/, '')})`
  const name = redact(path.replace(UNSEEN, ' ')).slice(0, 120)
  return `${by} ${isSure ? 'would' : 'may'} ${act} ${name}, which the pattern "${pattern}" protects`
}

const UNSEEN = /[\s\p{Cc}\p{Cf}]+/gu
