import { formerId } from '../config/former-id.ts'
import type { Hook } from '../core/hook.ts'
import { suggest } from '../core/suggest.ts'
import { UsageError } from './args.ts'
import { oneLine } from './render/issue-line.ts'

/** The hook that a person means: by its whole id, or by the end of one that no other hook has, such as its digest. */
export function findHook<H extends Hook>(id: string | undefined, hooks: readonly H[]): H {
  const ids = hooks.map((hook) => hook.id)
  if (id === undefined)
    throw new UsageError(oneLine(`Which hook? There are: ${ids.join(', ') || 'none here'}.`))
  const hook = hooks.find((each) => each.id === id) ?? byEnd(id, hooks)
  if (hook) return hook
  throw new UsageError(oneLine(unknown(id, hooks)))
}

/** All that a person means by one id: those with it, or with the one whole id that ends with it. */
export function findById<T>(
  id: string,
  all: readonly T[],
  idOf: (each: T) => string,
  what: string,
): readonly T[] {
  const same = all.filter((each) => idOf(each) === id)
  const ending = id === '' ? [] : all.filter((each) => idOf(each).endsWith(`:${id}`))
  if (same.length > 0) return same
  if (new Set(ending.map(idOf)).size === 1) return ending
  const ids = [...new Set(all.map(idOf))]
  throw new UsageError(oneLine(`No ${what} has the id "${id}"; there are: ${ids.join(', ') || 'none here'}.`))
}

function byEnd<H extends Hook>(end: string, hooks: readonly H[]): H | undefined {
  const found = end === '' ? [] : hooks.filter((hook) => hook.id.endsWith(`:${end}`))
  const isOne = new Set(found.map((hook) => hook.id)).size === 1
  return isOne ? found[0] : undefined
}

function unknown(id: string, hooks: readonly Hook[]): string {
  const moved = hooks.filter((hook) => hook.id.includes(':') && formerId(hook) === id)
  if (moved.length > 0)
    return `No hook has the id "${id}": ids do not count positions any more, so that they stay when hooks are inserted. What stands there now is ${moved.map((hook) => `"${hook.id}"`).join(' or ')}.`
  const ids = hooks.map((hook) => hook.id)
  const near = suggest(id, ids)
  return `No hook has the id "${id}"; there are: ${ids.join(', ') || 'none here'}.${near === undefined ? '' : ` Did you mean "${near}"?`}`
}
