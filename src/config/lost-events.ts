import type { Issue } from '../core/issue.ts'

/**
 * The events, as written, whose hooks went with a file that has mistakes in single hooks only. Undefined when anything
 * may have been meant: the mistake lies elsewhere, or a name is no event.
 */
export function lostEvents(
  errors: readonly Issue[],
  { file, value }: { readonly file: string; readonly value: unknown },
): readonly string[] | undefined {
  // Frontmatter may mean another event than it names.
  if (value === undefined || file.endsWith('.md') || !errors.every(isInOneEvent)) return undefined
  const [first] = errors
  // Packs have hooks on events that no list here names.
  if (!isEmptyList(childAt(value, ['packs']) ?? [])) return undefined
  const map = childAt(value, mapPointer(first?.place.pointer ?? []))
  if (typeof map !== 'object' || map === null) return undefined
  return Object.entries(map).flatMap(([event, list]) => (isEmptyList(list) ? [] : event))
}

function isInOneEvent({ code, place: { pointer = [] } }: Issue): boolean {
  const depth = mapPointer(pointer).length
  return code !== 'event.unknown' && depth > 0 && typeof pointer[depth] === 'string'
}

/** The map of events stands under `hooks`, in manifests of plugins a step deeper. */
function mapPointer(pointer: readonly (string | number)[]): readonly string[] {
  if (pointer[0] !== 'hooks') return []
  return pointer[1] === 'hooks' ? ['hooks', 'hooks'] : ['hooks']
}

function childAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce((at, key) => (at as Readonly<Record<string, unknown>> | null | undefined)?.[key], value)
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
