import { SyntaxProblem } from './problem.ts'
import { readName, skipSpace, type Cursor } from './xml-names.ts'

/** Reads on after `<!--`. */
export function skipComment(cursor: Cursor): void {
  const start = cursor.at - 4
  const end = cursor.text.indexOf('--', cursor.at)
  if (end < 0) throw new SyntaxProblem('a comment is not closed', start)
  if (cursor.text[end + 2] !== '>') throw new SyntaxProblem('"--" stands inside a comment', end)
  cursor.at = end + 3
}

/** Reads on after `<?`. */
export function skipInstruction(cursor: Cursor): void {
  const start = cursor.at - 2
  const name = readName(cursor)
  if (name === undefined) throw new SyntaxProblem('a processing instruction has no name', start)
  if (name.toLowerCase() === 'xml') {
    throw new SyntaxProblem('an XML declaration stands after the start of the file', start)
  }
  const named = cursor.at
  const end = cursor.text.indexOf('?>', named)
  if (end < 0) throw new SyntaxProblem('a processing instruction is not closed', start)
  if (end > named && !skipSpace(cursor)) {
    throw new SyntaxProblem('no space stands after the name of a processing instruction', named)
  }
  cursor.at = end + 2
}

/** Reads on after `<![CDATA[`. */
export function skipCdata(cursor: Cursor): void {
  const end = cursor.text.indexOf(']]>', cursor.at)
  if (end < 0) throw new SyntaxProblem('a CDATA section is not closed', cursor.at - 9)
  cursor.at = end + 3
}
