/** A package whose code another package has copied into its own files. */
export type Copied = { readonly name: string; readonly version: string | undefined }

/**
 * The packages that a file says it contains. Bundlers write the path of each module above its code: rolldown as
 * `//#region ../node_modules/ajv/dist/ajv.js`, esbuild without the word. Only pnpm's paths have the version.
 */
export function copiedPackages(source: string): readonly Copied[] {
  const paths = [...source.matchAll(/^[ \t]*\/\/[ \t]*(?:#region[ \t]+)?(\S*\bnode_modules\/\S+)[ \t]*$/gm)]
  return paths.flatMap(([, path = '']) => {
    const [, name] = /.*\bnode_modules\/((?:@[^/]+\/)?[^./@][^/]*)\//.exec(path) ?? []
    if (name === undefined) return []
    const [, version] = /\.pnpm\/@?[^/@]+@([^/_(]+)/.exec(path) ?? []
    return { name, version }
  })
}

/** The comments of a file that state a right, without their comment marks: minified files lose them. */
export function legalComments(source: string): readonly string[] {
  const comments = source.match(/\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*(?:\n|$))+/gm) ?? []
  const legal = comments.filter(
    (text) => /^\/\*!|@licen[cs]e\b/.test(text) || COPYRIGHT.test(withoutMarks(text)),
  )
  return [...new Set(legal.map(withoutMarks))].filter((text) => text !== '')
}

/** The lines of a text that name who holds the copyright, without the line of Apache's form that is still to be filled in. */
export function copyrightLines(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => COPYRIGHT.test(line) && !/[[{]yyyy[\]}]/.test(line))
}

/** Licence texts have the word inside sentences too, but no line of a sentence begins with it and a capital. */
const COPYRIGHT = /^(?:Copyright\b|©|\(c\) ?\d{4})/m

function withoutMarks(comment: string): string {
  const lines = comment
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\*[*!]?|\*\/|\*|\/\/!?)? ?|\s*\*\/\s*$/g, ''))
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}
