import { createDiskFacts, type DiskFacts, type Kind } from './disk-facts.ts'
import { tagsOfName } from './name-tags.ts'
import { INTERPRETERS, type Tags } from '../contracts/tag-table.ts'

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

/** `isPlainFile`: names that somebody else has found to be files, so that the disk need not be asked. */
export function createTagger(root: string, isPlainFile?: (name: string) => boolean): Tagger {
  const facts = createDiskFacts(root, isPlainFile)
  const matcher: Tagger['matcher'] = (wanted) => {
    const [types, typesOr, excludeTypes] = [wanted.types, wanted.typesOr, wanted.excludeTypes].map((tags) =>
      cheapFirst(tags).map((tag) => tagTest(facts, tag)),
    ) as [TagTest[], TagTest[], TagTest[]]
    // No function is made for each of thousands of names.
    return (name) => {
      const kind = facts.kindOf(name)
      if (kind === undefined) return false
      for (const test of types) if (!test(name, kind)) return false
      if (typesOr.length > 0 && !isOneOf(typesOr, name, kind)) return false
      return excludeTypes.length === 0 || !isOneOf(excludeTypes, name, kind)
    }
  }
  return { tagsOf: (name) => allTags(facts, name), matcher, matches: (name, wanted) => matcher(wanted)(name) }
}

function allTags(facts: DiskFacts, name: string): Tags | undefined {
  const kind = facts.kindOf(name)
  if (kind !== 'file') return kind && new Set([kind])
  const isExecutable = facts.isExecutable(name)
  const tags = new Set<string>([kind, isExecutable ? 'executable' : 'non-executable', ...nameTags(name)])
  if (isExecutable) for (const tag of facts.interpreterTags(name)) tags.add(tag)
  if (!tags.has('text') && !tags.has('binary')) tags.add(facts.isText(name) ? 'text' : 'binary')
  return tags
}

function isOneOf(tests: readonly TagTest[], name: string, kind: Kind): boolean {
  for (const test of tests) if (test(name, kind)) return true
  return false
}

type TagTest = (name: string, kind: Kind) => boolean

function tagTest(facts: DiskFacts, tag: string): TagTest {
  if (KINDS.has(tag)) return (_, kind) => kind === tag
  const test = fileTest(facts, tag)
  return (name, kind) => kind === 'file' && test(name)
}

function fileTest(facts: DiskFacts, tag: string): (name: string) => boolean {
  if (tag === 'executable') return facts.isExecutable
  if (tag === 'non-executable') return (name) => !facts.isExecutable(name)
  if (tag === 'text') return (name) => isText(facts, name)
  if (tag === 'binary') return (name) => !isText(facts, name)
  if (!INTERPRETER_TAGS.has(tag)) return (name) => nameTags(name).has(tag)
  return (name) =>
    nameTags(name).has(tag) || (facts.isExecutable(name) && facts.interpreterTags(name).has(tag))
}

/** No name stands for both, and every file is one of the two. */
function isText(facts: DiskFacts, name: string): boolean {
  const tags = nameTags(name)
  return tags.has('text') || (!tags.has('binary') && facts.isText(name))
}

function nameTags(name: string): Tags {
  return tagsOfName(name.slice(name.lastIndexOf('/') + 1))
}

const KINDS: Tags = new Set<Kind>(['file', 'directory', 'symlink', 'socket'])
/** Neither `text` nor `binary` is among them: a `#!` line leaves that to the content. */
const INTERPRETER_TAGS: Tags = new Set([...INTERPRETERS.values()].flatMap((tags) => [...tags]))

function cheapFirst(tags: readonly string[]): readonly string[] {
  return tags.toSorted((a, b) => cost(a) - cost(b))
}

function cost(tag: string): number {
  if (tag === 'text' || tag === 'binary') return 4
  if (INTERPRETER_TAGS.has(tag)) return 3
  return tag === 'executable' || tag === 'non-executable' ? 2 : 1
}
