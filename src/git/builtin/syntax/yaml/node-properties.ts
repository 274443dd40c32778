import type { YamlNode } from './node.ts'
import { EMPTY, grown, type Reading } from './reading.ts'
import { problem } from './scan-state.ts'
import { peek, take } from './scanner.ts'

/** Anchor and tag in front of a node. */
export type Properties = { readonly anchor?: string; readonly tag: string; readonly isGiven: boolean }

/** Reads `*NAME`: the node of that anchor. */
export function readAlias(reading: Reading): YamlNode {
  const { at, value = '' } = take(reading.scan)
  const node = reading.anchors.get(value)
  if (node === undefined) throw problem(`alias "*${value}" names no anchor`, at)
  if (node === null) {
    if (reading.rules.isLoading) throw problem(`alias "*${value}" stands inside its own anchor`, at)
    return EMPTY
  }
  reading.size += node.size - 1
  return grown(reading, node)
}

const NO_PROPERTIES: Properties = { tag: '', isGiven: false }

/** Reads at most one anchor and one tag, in either order. */
export function readProperties({ scan, handles }: Reading): Properties {
  const first = peek(scan).kind
  if (first !== 'anchor' && first !== 'tag') return NO_PROPERTIES
  let anchor: string | undefined
  let tag: string | undefined
  for (;;) {
    const { kind, value = '', handle, at } = peek(scan)
    if (kind === 'anchor' && anchor === undefined) anchor = value
    else if (kind === 'tag' && tag === undefined) tag = resolveTag(value, { handle, at, handles })
    else break
    take(scan)
  }
  return {
    ...(anchor !== undefined && { anchor }),
    tag: tag ?? '',
    isGiven: anchor !== undefined || tag !== undefined,
  }
}

function resolveTag(
  suffix: string,
  { handle, at, handles }: { handle: string | undefined; at: number; handles: Reading['handles'] },
): string {
  if (handle === undefined) return suffix
  const prefix = handles.get(handle)
  if (prefix === undefined) throw problem(`the handle "${handle}" of a tag is not declared`, at)
  return prefix + suffix
}
