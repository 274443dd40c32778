import { redact } from '../secrets/detect/index.ts'
import type { PackCode } from '../code.ts'
import { rootsOf } from '../places/roots.ts'
import { breachesOf, type Breach } from './judge.ts'
import { combined, protectedFiles } from './protected.ts'
import { wellKnown, type Patterns } from './well-known.ts'

const MOST_NAMED = 3

/** The code of `hookwright/protect-paths`. */
export const protectPaths: PackCode = (event, context) => {
  const { level, ...options } = context.options as Patterns & {
    readonly wellKnown: boolean
    readonly level: string
  }
  const roots = rootsOf(event, context)
  const groups = patternGroups(options)
  const breaches = breachesOf(event, {
    write: combined(groups.map(({ write, except }) => protectedFiles(write, except, roots))),
    read: combined(groups.map(({ read, except }) => protectedFiles(read, except, roots))),
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

/** An exception of the well-known patterns takes nothing out of the patterns that somebody wrote. */
function patternGroups({
  write,
  read,
  except,
  wellKnown: isOn,
}: Patterns & { readonly wellKnown: boolean }): readonly Patterns[] {
  const own = { write, read, except }
  return isOn ? [own, { ...wellKnown, except: [...wellKnown.except, ...except] }] : [own]
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
