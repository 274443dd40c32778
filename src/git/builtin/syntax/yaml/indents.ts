import { isInFlow, type Scan, type TokenKind } from './scan-state.ts'

/** Starts a block collection at a column that is further in. `before`: the number of the token it starts with. */
export function rollIndent(
  scan: Scan,
  column: number,
  { kind, at, before }: { readonly kind: TokenKind; readonly at: number; readonly before?: number },
): void {
  if (isInFlow(scan)) return
  const last = scan.indents.at(-1)
  if (scan.indent <= column && last?.closes === false) {
    scan.indent = last.before
    scan.indents.pop()
  }
  if (scan.indent >= column) return
  scan.indents.push({ before: scan.indent, closes: true })
  scan.indent = column
  const token = { kind, at }
  if (before === undefined) scan.tokens.push(token)
  else scan.tokens.splice(before - scan.taken, 0, token)
}

/** A value must stand further in than the collection it is in. */
export function rollOneColumn(scan: Scan): void {
  if (isInFlow(scan) || scan.indents.at(-1)?.closes !== true) return
  scan.indents.push({ before: scan.indent, closes: false })
  scan.indent += 1
}

export function unrollIndent(scan: Scan, column: number): void {
  if (isInFlow(scan)) return
  while (scan.indent > column) {
    const last = scan.indents.pop()
    if (last === undefined) return
    scan.indent = last.before
    if (last.closes) scan.tokens.push({ kind: 'block-end', at: scan.at })
  }
}

/** Back to the column of the collection itself. */
export function unrollValues(scan: Scan): void {
  for (let last = scan.indents.at(-1); last?.closes === false; last = scan.indents.at(-1)) {
    scan.indent = last.before
    scan.indents.pop()
  }
}
