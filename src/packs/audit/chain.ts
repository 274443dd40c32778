import { hash } from 'node:crypto'

/** The hash in front of the first line. */
export const FIRST = '0'.repeat(64)

/** Where a file ends, as whoever wrote it knows: how many lines there were, and the hash of the last one. */
export type Head = { readonly n: number; readonly hash: string }

/** A line of the file: its number, what happened, the hash of the line before it, and its own. */
export function chainedLine(
  head: Head,
  facts: Readonly<Record<string, unknown>>,
): { readonly line: string; readonly head: Head } {
  const n = head.n + 1
  const body = JSON.stringify({ n, ...facts, prev: head.hash })
  const own = hash('sha256', body)
  return { line: `${body.slice(0, -1)},"hash":"${own}"}`, head: { n, hash: own } }
}

/** What is wrong with a file. */
export type Broken = { readonly line: number; readonly why: string }

const HASH = /,"hash":"([0-9a-f]{64})"\}$/

/**
 * Follows the chain of a file. A file that was begun when another was set aside starts with any hash; the first link
 * that is broken is reported. `head`: where it has to end; absent: a cut end is not seen.
 */
export function verifyChain(
  text: string,
  head?: Head,
): { readonly lines: number; readonly last?: Head } | Broken {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  let last: Head | undefined
  for (const [at, line] of lines.entries()) {
    const link = linkOf(line)
    if (typeof link === 'string') return { line: at + 1, why: link }
    if (last !== undefined && (link.prev !== last.hash || link.n !== last.n + 1)) {
      return { line: at + 1, why: 'it does not follow the line before it' }
    }
    last = { n: link.n, hash: link.hash }
  }
  if (head !== undefined && (last?.hash ?? FIRST) !== head.hash) {
    return { line: lines.length, why: `the file does not end with line ${head.n} as it was written` }
  }
  return last === undefined ? { lines: 0 } : { lines: lines.length, last }
}

type Link = Head & { readonly prev: string }

/** Returns what a line says of itself, or what is wrong with it. */
function linkOf(line: string): Link | string {
  const own = HASH.exec(line)?.[1]
  if (own === undefined) return 'it has no hash'
  const body = `${line.slice(0, -',"hash":""}'.length - own.length)}}`
  if (hash('sha256', body) !== own) return 'it was changed'
  try {
    const { n, prev } = JSON.parse(body) as { readonly n?: unknown; readonly prev?: unknown }
    return typeof n === 'number' && typeof prev === 'string' ? { n, prev, hash: own } : 'it has no number'
  } catch {
    return 'it is no JSON'
  }
}
