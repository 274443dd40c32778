import type { MapTree, Span, Tree } from '../../config/tree.ts'
import type { ConfigValue } from '../../dialects/bridge-spec.ts'
import type { KeyPath, Splice } from './edit.ts'

/** A parsed file, without its byte order mark. */
export type ParsedFile = { readonly text: string; readonly tree: Tree | undefined }

/** A value of the file, the keys that lead to it, and the key in front of it. */
export type Located<T extends Tree = Tree> = {
  readonly tree: T
  readonly path: KeyPath
  /** Absent: the top of the file. */
  readonly key?: Span
}

/** An item by its index, a key by its name. */
export type Part = number | string

/** How one format is written. Every function but `parse` returns what to splice into the text. */
export type Grammar = {
  /** Undefined for a file without content. Throws `Malformed`. */
  parse(text: string): Tree | undefined
  /** Plain data of a tree. */
  valueOf(tree: Tree): unknown
  /** The content of a file that has none. */
  document(text: string, value: ConfigValue): readonly Splice[]
  /** One more item of a list. */
  item(file: ParsedFile, list: Located, value: ConfigValue): readonly Splice[]
  /** One more key of an object. */
  key(
    file: ParsedFile,
    map: Located<MapTree>,
    entry: { readonly name: string; readonly value: ConfigValue },
  ): readonly Splice[]
  /** A value below a key that has none. Absent: the format has no such key. */
  readonly fill?: (file: ParsedFile, key: Located, value: ConfigValue) => readonly Splice[]
  /** Another item in the place of one. */
  replaced(
    file: ParsedFile,
    list: Located,
    item: { readonly index: number; readonly value: ConfigValue },
  ): readonly Splice[]
  /** Without a part. */
  without(file: ParsedFile, container: Located, part: Part): readonly Splice[]
  /** True for a container that cannot stay without its last part. Absent: all can. */
  readonly vanishes?: (file: ParsedFile, container: Located) => boolean
  /** `text` in the place of a container that holds one part; undefined: an empty container. */
  emptied(file: ParsedFile, container: Located, text: string | undefined): readonly Splice[]
  /** How an empty container is written; undefined when a removal needs no such memory. */
  hollow(file: ParsedFile, container: Tree): string | undefined
  /** True when the only part of a container has no comment beside it. */
  isAlone(file: ParsedFile, container: Located): boolean
}
