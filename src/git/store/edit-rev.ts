import { parseTree } from '../../config/parse.ts'
import type { Span } from '../../config/tree.ts'

/** A new `rev` for one place in a config. */
export type RevEdit = {
  readonly span: Span
  readonly from: string
  readonly to: string
  /** The tag that a commit stands for, kept as a comment. */
  readonly frozen?: string
}

/** The tag in the comment `# frozen: TAG` behind a `rev`. */
export function frozenAt(text: string, { end }: Span): string | undefined {
  return FROZEN.exec(lineRest(text, end))?.[1]
}

const FROZEN = /[ \t]*#[ \t]*frozen:[ \t]*(\S+)[ \t]*$/

/**
 * The text with only that changed: the value in its own quotes, and the comment behind it. Undefined where `rev` is
 * written in a way that cannot be replaced on the spot, such as an alias. Offsets are those of the text without mark.
 */
export function editRev(text: string, edit: RevEdit): string | undefined {
  const { start, end } = edit.span
  const value = rewrite(text.slice(start, end), edit)
  if (value === undefined) return undefined
  const rest = lineRest(text, end)
  return text.slice(0, start) + value + withFrozen(rest, edit.frozen) + text.slice(end + rest.length)
}

function rewrite(written: string, { from, to }: RevEdit): string | undefined {
  if (written === from) return isPlainText(to) ? to : `"${to}"`
  const quote = written[0]
  if ((quote !== '"' && quote !== "'") || written !== quote + from + quote) return undefined
  return to.includes(quote) ? undefined : quote + to + quote
}

/** Without quotes YAML takes `1.0` for a number. */
function isPlainText(value: string): boolean {
  try {
    const tree = parseTree(`rev: ${value}\n`, 'rev.yaml', 4)
    const read = tree?.kind === 'map' ? tree.entries.get('rev')?.tree : undefined
    return read?.kind === 'scalar' && read.value === value
  } catch {
    return false
  }
}

/** A frozen `rev` takes the place of any comment; one that is no longer frozen takes away only its own. */
function withFrozen(rest: string, frozen: string | undefined): string {
  if (frozen === undefined) return rest.replace(FROZEN, '')
  const [, gap = '', content = ''] = /^([ \t]*)(.*)$/.exec(rest) ?? []
  if (content === '') return `  # frozen: ${frozen}`
  if (content.startsWith('#')) return `${gap}# frozen: ${frozen}`
  // More of a flow mapping follows: only the end of the line can hold a comment.
  return `${rest.replace(FROZEN, '').trimEnd()}  # frozen: ${frozen}`
}

function lineRest(text: string, from: number): string {
  return /^[^\r\n]*/.exec(text.slice(from, from + MAX_LINE))?.[0] ?? ''
}

const MAX_LINE = 100_000
