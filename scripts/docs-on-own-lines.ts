import type { Rolldown } from 'tsdown'
import ts from 'typescript'

/**
 * Puts every doc comment of a declaration file on the lines before the name it describes. The bundler of declarations
 * prints a comment between two members at the end of the first one's line, where TypeScript reads it as belonging to
 * neither, so that editors show nothing for the second one.
 */
export const docsOnOwnLines: Rolldown.Plugin = {
  name: 'docs-on-own-lines',
  renderChunk: {
    // After the bundler of declarations, which prints the whole text in the same step.
    order: 'post',
    handler: (code, { fileName }) => (fileName.endsWith('.d.mts') ? moveDocs(fileName, code) : null),
  },
}

function moveDocs(fileName: string, code: string): string {
  const file = ts.createSourceFile(fileName, code, ts.ScriptTarget.Latest)
  const docs = [...docsBesideCode(file)].toSorted(([one], [other]) => other - one)
  return docs.reduce((text, [pos, { end, indent }]) => {
    const [before, after] = [text.slice(0, pos).trimEnd(), text.slice(end).trimStart()]
    return `${before}\n${indent}${text.slice(pos, end)}\n${indent}${after}`
  }, code)
}

type Doc = { readonly end: number; readonly indent: string }

/** The doc comments that begin after code or end before code on the same line, by offset. */
function docsBesideCode(file: ts.SourceFile): ReadonlyMap<number, Doc> {
  const found = new Map<number, Doc>()
  visit(file)
  return found

  function visit(node: ts.Node): void {
    if (isDocumented(node)) for (const { pos, end } of commentsBefore(node)) note(node, pos, end)
    ts.forEachChild(node, visit)
  }

  function commentsBefore({ pos }: ts.Node): readonly ts.CommentRange[] {
    return [
      ...(ts.getTrailingCommentRanges(file.text, pos) ?? []),
      ...(ts.getLeadingCommentRanges(file.text, pos) ?? []),
    ]
  }

  function note(node: ts.Node, pos: number, end: number): void {
    const { text } = file
    const isAlone = /(^|\n)[ \t]*$/.test(text.slice(0, pos)) && /^[ \t]*\r?\n/.test(text.slice(end))
    if (text.startsWith('/**', pos) && !isAlone) found.set(pos, { end, indent: indentation(node) })
  }

  function indentation(node: ts.Node): string {
    const lineStart = file.text.lastIndexOf('\n', node.getStart(file)) + 1
    return /^[ \t]*/.exec(file.text.slice(lineStart))?.[0] ?? ''
  }
}

/** Statements and members: what a doc comment of a declaration file describes. */
function isDocumented(node: ts.Node): boolean {
  return ts.isStatement(node) || ts.isTypeElement(node) || ts.isClassElement(node)
}
