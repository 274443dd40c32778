/** Lines that a patch adds, in one piece. */
export type AddedText = {
  /** Path of the file below the top of the repository. */
  readonly name: string
  readonly text: string
  /** Number of its first line in the new file. */
  readonly firstLine: number
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/** Reads what `git diff -U0` prints. Within a hunk only its own counts say where it ends, so no line can pose as a header. */
export function addedTexts(patch: string): readonly AddedText[] {
  const lines = patch.split('\n')
  const found: AddedText[] = []
  let name = ''
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.startsWith('+++ ')) name = nameIn(line.slice(4))
    const [whole, removed = '1', first = '1', added = '1'] = HUNK.exec(line) ?? []
    if (whole === undefined) continue
    const piece = hunkAt(lines, at + 1, { removed: Number(removed), added: Number(added) })
    if (piece.text !== '') found.push({ name, text: piece.text, firstLine: Number(first) })
    at = piece.end - 1
  }
  return found
}

function hunkAt(
  lines: readonly string[],
  start: number,
  counts: { readonly removed: number; readonly added: number },
): { readonly text: string; readonly end: number } {
  let { removed, added } = counts
  const texts: string[] = []
  let at = start
  for (; at < lines.length && (removed > 0 || added > 0 || lines[at]?.startsWith('\\')); at++) {
    const line = lines[at] ?? ''
    if (line.startsWith('+')) {
      added--
      texts.push(line.slice(1))
    } else if (line.startsWith('-')) removed--
    else if (!line.startsWith('\\')) break
  }
  return { text: texts.join('\n'), end: at }
}

/** `b/path`, or the same in quotes with escapes. */
function nameIn(text: string): string {
  const plain = text.startsWith('"') ? text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : text
  return plain.replace(/^b\//, '').replace(/\t$/, '')
}
