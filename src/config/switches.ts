import type { Hook } from '../core/hook.ts'
import { issue, type Issue } from '../core/issue.ts'
import type { Refusal } from '../core/planner.ts'
import type { State } from '../ports/state.ts'

/** Hooks the user switched off, with an optional end. */
export type Switches = {
  refuse(hook: Hook): Refusal | undefined
  disable(hook: Hook, until: number | undefined): Issue | undefined
  enable(hook: Hook): Issue | undefined
}

/** `project` is absent for the user's own hooks, which are off everywhere. */
type Entry = { readonly id: string; readonly project?: string; readonly until?: number }

const FILE = 'disabled.json'

export function openSwitches(state: State, projectDir: string, now: () => number): Switches {
  let entries: readonly Entry[] | undefined
  const current = (): readonly Entry[] => (entries ??= readEntries(state))
  const ownerOf = (hook: Hook): string | undefined => (hook.source.scope === 'user' ? undefined : projectDir)
  const isFor = (entry: Entry, hook: Hook): boolean => entry.id === hook.id && entry.project === ownerOf(hook)

  function refuse(hook: Hook): Refusal | undefined {
    if (hook.disabled !== undefined) return { because: 'disabled', why: hook.disabled }
    if (hook.source.scope === 'managed') return undefined
    const entry = current().find(
      (each) => isFor(each, hook) && (each.until ?? Number.POSITIVE_INFINITY) > now(),
    )
    if (entry === undefined) return undefined
    const end = entry.until === undefined ? '' : ` until ${new Date(entry.until).toISOString()}`
    return { because: 'disabled', why: `switched off by you${end}` }
  }

  function save(next: readonly Entry[]): Issue | undefined {
    entries = next.filter((entry) => (entry.until ?? Number.POSITIVE_INFINITY) > now())
    return state.write(FILE, `${JSON.stringify(entries, undefined, 1)}\n`)
  }

  function disable(hook: Hook, until: number | undefined): Issue | undefined {
    if (hook.source.scope === 'managed') return managed(hook)
    const others = current().filter((entry) => !isFor(entry, hook))
    const project = ownerOf(hook)
    const entry = {
      id: hook.id,
      ...(project !== undefined && { project }),
      ...(until !== undefined && { until }),
    }
    return save([...others, entry])
  }

  return { refuse, disable, enable: (hook) => save(current().filter((entry) => !isFor(entry, hook))) }
}

function managed(hook: Hook): Issue {
  return issue(
    'disable.managed',
    { hook: hook.id, file: hook.source.file },
    `Hook ${hook.id} comes from managed settings and cannot be switched off.`,
    'Ask whoever manages this machine.',
  )
}

function readEntries(state: State): readonly Entry[] {
  try {
    const value: unknown = JSON.parse(state.read(FILE) ?? '[]')
    return Array.isArray(value) ? value.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false
  const { id, project, until } = value as Partial<Record<keyof Entry, unknown>>
  const isProject = project === undefined || typeof project === 'string'
  return typeof id === 'string' && isProject && (until === undefined || isTime(until))
}

/** What `Date` can say. */
function isTime(value: unknown): boolean {
  return typeof value === 'number' && !Number.isNaN(new Date(value).getTime())
}
