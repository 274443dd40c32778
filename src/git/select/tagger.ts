import { createDiskFacts, type DiskFacts, type Kind } from './disk-facts.ts'
import { tagsOfName } from './name-tags.ts'
import { INTERPRETERS, type Tags } from './tag-table.ts'

/** All of `types`, one of `typesOr` if there are any, none of `excludeTypes`. */
export type WantedTags = {
  readonly types: readonly string[]
  readonly typesOr: readonly string[]
  readonly excludeTypes: readonly string[]
}

/** Tags of files below one folder, as they were when first asked for. */
export type Tagger = {
  /** Absent for a name that leads nowhere. */
  tagsOf(name: string): Tags | undefined
  /** The rule on `tagsOf`, with no more reading than these tags need. */
  matcher(wanted: WantedTags): (name: string) => boolean
  matches(name: string, wanted: WantedTags): boolean
}

export function createTagger(root: string): Tagger {
  const facts = createDiskFacts(root)
  const matcher: Tagger['matcher'] = (wanted) => {
    const types = cheapFirst(wanted.types)
    const typesOr = cheapFirst(wanted.typesOr)
    const excludeTypes = cheapFirst(wanted.excludeTypes)
    return (name) => {
      const kind = facts.kindOf(name)
      if (kind === undefined) return false
      const has = (tag: string): boolean => hasTag(facts, { name, kind }, tag)
      return types.every(has) && (typesOr.length === 0 || typesOr.some(has)) && !excludeTypes.some(has)
    }
  }
  return { tagsOf: (name) => allTags(facts, name), matcher, matches: (name, wanted) => matcher(wanted)(name) }
}

function allTags(facts: DiskFacts, name: string): Tags | undefined {
  const kind = facts.kindOf(name)
  if (kind !== 'file') return kind && new Set([kind])
  const isExecutable = facts.isExecutable(name)
  const tags = new Set<string>([
    kind,
    isExecutable ? 'executable' : 'non-executable',
    ...tagsOfName(lastPart(name)),
  ])
  if (isExecutable) for (const tag of facts.interpreterTags(name)) tags.add(tag)
  if (!tags.has('text') && !tags.has('binary')) tags.add(facts.isText(name) ? 'text' : 'binary')
  return tags
}

function hasTag(
  facts: DiskFacts,
  { name, kind }: { readonly name: string; readonly kind: Kind },
  tag: string,
) {
  if (kind !== 'file' || tag === 'file') return tag === kind
  if (tag === 'executable') return facts.isExecutable(name)
  if (tag === 'non-executable') return !facts.isExecutable(name)
  const byName = tagsOfName(lastPart(name))
  if (byName.has(tag)) return true
  if (tag === 'text') return !byName.has('binary') && facts.isText(name)
  if (tag === 'binary') return !byName.has('text') && !facts.isText(name)
  return INTERPRETER_TAGS.has(tag) && facts.isExecutable(name) && facts.interpreterTags(name).has(tag)
}

/** Neither `text` nor `binary` is among them: a `#!` line leaves that to the content. */
const INTERPRETER_TAGS: Tags = new Set([...INTERPRETERS.values()].flatMap((tags) => [...tags]))

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

function cheapFirst(tags: readonly string[]): readonly string[] {
  return tags.toSorted((a, b) => cost(a) - cost(b))
}

function cost(tag: string): number {
  if (tag === 'text' || tag === 'binary') return 4
  if (INTERPRETER_TAGS.has(tag)) return 3
  return tag === 'executable' || tag === 'non-executable' ? 2 : 1
}
