import { posix } from 'node:path'
import type { Graph } from './imports.ts'

/**
 * The layers of a folder from the bottom to the top, and what the files of each may import besides each other. A row is
 * a folder, without the folders inside it, or one file.
 */
export type Layers = Readonly<Record<string, readonly string[]>>

/** Returns the row a file belongs to; undefined where there is none or more than one. */
export function rowOf(file: string, layers: Layers): string | undefined {
  const rows = [posix.dirname(file), file].filter((row) => Object.hasOwn(layers, row))
  return rows.length === 1 ? rows[0] : undefined
}

/** Returns the files that do not belong to exactly one row. */
export function filesWithoutRow(graph: Graph, layers: Layers): readonly string[] {
  return [...graph.keys()].filter((file) => rowOf(file, layers) === undefined)
}

/** Returns the rows without any file. */
export function emptyRows(graph: Graph, layers: Layers): readonly string[] {
  const filled = new Set([...graph.keys()].map((file) => rowOf(file, layers)))
  return Object.keys(layers).filter((row) => !filled.has(row))
}

/** Returns what a row allows although it is no row before it: `ROW → OTHER`. */
export function upwardPermissions(layers: Layers): readonly string[] {
  const order = Object.keys(layers)
  return Object.entries(layers).flatMap(([row, allowed], index) =>
    allowed.filter((other) => !order.slice(0, index).includes(other)).map((other) => `${row} → ${other}`),
  )
}

/** Returns the imports between files that the rows do not allow: `FILE → FILE`. */
export function forbiddenImports(graph: Graph, layers: Layers): readonly string[] {
  return [...graph].flatMap(([file, imported]) =>
    imported.filter((other) => !mayImport(file, other, layers)).map((other) => `${file} → ${other}`),
  )
}

/** Returns the permissions that no import uses: `ROW → OTHER`. */
export function unusedPermissions(graph: Graph, layers: Layers): readonly string[] {
  const used = rowGraph(graph, layers)
  return Object.entries(layers).flatMap(([row, allowed]) =>
    allowed.filter((other) => !used.get(row)?.includes(other)).map((other) => `${row} → ${other}`),
  )
}

/** Returns which rows each row imports, itself left out. Files without a row are a row of their own. */
export function rowGraph(graph: Graph, layers: Layers): Graph {
  const rows = new Map<string, string[]>()
  for (const [file, imported] of graph) {
    const row = rowOf(file, layers) ?? file
    const others = imported.map((other) => rowOf(other, layers) ?? other)
    rows.set(
      row,
      [...new Set([...(rows.get(row) ?? []), ...others])].filter((other) => other !== row),
    )
  }
  return rows
}

function mayImport(file: string, other: string, layers: Layers): boolean {
  const from = rowOf(file, layers)
  const to = rowOf(other, layers)
  if (from === undefined || to === undefined) return false
  return from === to || layers[from]?.includes(to) === true
}
