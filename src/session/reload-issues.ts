import { issue, notice, type Issue } from '../core/issue.ts'
import type { Run } from '../engine/run.ts'

export function kept(file: string, { hook, reason }: Run['blocks'][number]): Issue {
  return notice('config.vetoed', { file, hook }, `The change of "${file}" was not taken over: ${reason}`)
}

export function overruled(file: string, hook: string): Issue {
  return notice(
    'config.policy',
    { file, hook },
    `Hook ${hook} objects to the change of "${file}", but a policy cannot be refused; it is in force.`,
  )
}

export function notReloaded(error: unknown): Issue {
  const why = error instanceof Error ? error.message : String(error)
  return issue('config.reload', {}, `Changed hooks could not be loaded, the old ones stay: ${why}`)
}
