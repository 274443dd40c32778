import { createPlacer } from '../config/locate.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue, Place } from '../core/issue.ts'
import { limits } from '../engine/limits.ts'
import { readText, type Files } from '../ports/files.ts'

/** Issues about hooks with the place of the hook in its file; most of those who report one only know the hook. */
export function locateIssues(
  issues: readonly Issue[],
  hooks: readonly Hook[],
  files: Files,
): readonly Issue[] {
  const byId = new Map(hooks.map((hook) => [hook.id, hook]))
  const place = createPlacer()
  const texts = new Map<string, string | undefined>()
  const textOf = (file: string): string | undefined => {
    if (!texts.has(file)) texts.set(file, readWhole(file, files))
    return texts.get(file)
  }
  return issues.map((problem) => {
    const known = { ...problem, place: placeOf(problem.place, byId) }
    const { hook, file } = known.place
    const text = hook === undefined || !file ? undefined : textOf(file)
    return text === undefined ? known : place(known, text)
  })
}

function placeOf(place: Place, hooks: ReadonlyMap<string, Hook>): Place {
  const source = place.hook === undefined ? undefined : hooks.get(place.hook)?.source
  if (source === undefined || place.file !== undefined) return place
  return { ...place, file: source.file, pointer: source.pointer }
}

function readWhole(file: string, files: Files): string | undefined {
  const text = readText(files, file, limits.configBytes)
  return typeof text === 'string' ? text : undefined
}
