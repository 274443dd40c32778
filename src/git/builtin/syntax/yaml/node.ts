/** What a check has to know about a node once it was read. */
export type YamlNode = {
  readonly kind: 'scalar' | 'sequence' | 'mapping'
  /** Equal for nodes that are equal; empty where nobody asked for it. */
  readonly print: string
  /** Whether `<<` takes it. */
  readonly isMergeable: boolean
  /** It and all that is in it, aliases expanded. */
  readonly size: number
}

export type YamlRules = {
  readonly maxDepth: number
  /** What cannot be loaded is refused too: equal keys, odd tags, cycles, bombs. */
  readonly isLoading: boolean
}

const NULLS = new Set(['', '~', 'null', 'Null', 'NULL'])
const TYPED = new Set(['int', 'float', 'bool', 'timestamp'])
const SCALARS = new Set([...TYPED, 'str', 'null', 'binary'])
const CORE = 'tag:yaml.org,2002:'

export function scalarNode(
  value: string,
  about: { readonly isPlain: boolean; readonly tag: string },
): YamlNode {
  const isUntagged = about.tag === '' || coreName(about.tag) === 'str'
  return {
    kind: 'scalar',
    print: isUntagged ? `'${value}` : `${about.tag} ${value}`,
    isMergeable: about.isPlain && NULLS.has(value),
    size: 1,
  }
}

/** `int` for `!!int`, and for `!int` too. */
export function coreName(tag: string): string {
  return tag.startsWith(CORE) ? tag.slice(CORE.length) : tag.startsWith('!') ? tag.slice(1) : ''
}

/** Whether a node can be loaded with the tag; null can be with any. */
export function fitsTag(tag: string, { kind, isMergeable }: YamlNode): boolean {
  if (tag === '') return true
  const name = coreName(tag)
  if (kind === 'scalar') return isMergeable || !(TYPED.has(name) || name === 'seq' || name === 'map')
  return !SCALARS.has(name) && name !== (kind === 'sequence' ? 'map' : 'seq')
}
