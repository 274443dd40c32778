import type { Place } from '../../core/issue.ts'
import { withoutMark } from '../../config/parse.ts'
import { lineStartsOf, positionIn } from '../../config/position.ts'
import type { Span, Tree } from '../../config/tree.ts'

export type Pointer = readonly (string | number)[]

/** One file as it was written, with all that is needed to say where something stands. */
export type Source = {
  readonly file: string
  /** Without a byte order mark; offsets count from here. */
  readonly text: string
  readonly format: 'yaml' | 'toml'
  readonly lines: readonly number[]
}

/** Only `.toml` says TOML; everything else is YAML, whatever its name. */
export function openSource(text: string, file: string): Source {
  const body = withoutMark(text)
  return { file, text: body, format: /\.toml$/i.test(file) ? 'toml' : 'yaml', lines: lineStartsOf(body) }
}

export function placeIn(source: Source, { start, end }: Span, pointer: Pointer = []): Place {
  const written = source.text.slice(start, end)
  return {
    file: source.file,
    pointer,
    ...positionIn(source.lines, start),
    ...(written !== '' && !written.includes('\n') && { length: written.length }),
  }
}

export function writtenAs(source: Source, { start, end }: Span): string {
  return source.text.slice(start, end)
}

/** False for a value in quotes or a block. */
export function isPlain(source: Source, tree: Tree): boolean {
  return !/^["'|>]/.test(writtenAs(source, tree))
}

/** `repos[0].hooks[1].args`. */
export function showPointer(pointer: Pointer): string {
  return pointer
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}
