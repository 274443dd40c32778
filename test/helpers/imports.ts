import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import ts from 'typescript'

/** What each file, or each folder, imports. One that is imported but is no key imports nothing. */
export type Graph = ReadonlyMap<string, readonly string[]>

/** Absolute paths of the TypeScript files in and below a folder, sorted. Unit tests are left out. */
export function sources(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .toSorted()
}

/** Returns what a file imports: absolute paths of files, and names such as `node:fs` as they are. Each is there once. */
export function importsOf(file: string): readonly string[] {
  const found = importedNames(readFileSync(file, 'utf8'))
  return found.map((name) => (name.startsWith('.') ? resolve(dirname(file), name) : name))
}

/**
 * Returns what the files in and below a folder import of each other, as paths from that folder with `/`. Types count like
 * values: who reads a type has to read the file it comes from.
 */
export function importGraph(folder: string): Graph {
  const files = sources(folder)
  const inside = new Set(files)
  const named = (file: string): string => relative(folder, file).split(sep).join('/')
  const imported = (file: string) => importsOf(file).filter((other) => inside.has(other))
  return new Map(files.map((file) => [named(file), imported(file).map(named)]))
}

/**
 * Returns the modules that a source text names: with `import`, `import type`, `export … from`, `import()` and
 * `typeof import()`. An `import()` of a computed name is not seen.
 */
export function importedNames(text: string): readonly string[] {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    const name = moduleOf(node)
    if (name !== undefined && ts.isStringLiteralLike(name)) found.add(name.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest))
  return [...found]
}

/**
 * Returns the groups of nodes that reach each other, directly or through others, each group and the list sorted. A node
 * that imports itself is a group of one. Every cycle lies inside one group, so that a new one always changes the result.
 */
export function cycles(graph: Graph): readonly (readonly string[])[] {
  const reached = new Map([...graph.keys()].map((node) => [node, reachable(graph, node)]))
  const groups = [...reached].flatMap(([node, others]) => {
    const group = [...others].filter((other) => reached.get(other)?.has(node)).toSorted()
    return group[0] === node ? [group] : []
  })
  return groups.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
}

function moduleOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node))
    return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return isCall ? node.arguments[0] : undefined
}

/** Contains the start only where a cycle leads back to it. */
function reachable(graph: Graph, start: string): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [...(graph.get(start) ?? [])]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (found.has(node)) continue
    found.add(node)
    open.push(...(graph.get(node) ?? []))
  }
  return found
}
