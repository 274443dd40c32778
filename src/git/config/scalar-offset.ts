import type { Tree } from '../../config/tree.ts'

/** Where a character of a text value stands in the file; undefined where the way of writing hides it. */
export function offsetInText(tree: Tree, offset: number, file: string): number | undefined {
  if (tree.kind !== 'scalar' || typeof tree.value !== 'string') return undefined
  const { start, end, value } = tree
  const written = file.slice(start, end)
  if (written === value) return start + offset
  if (/^['"]/.test(written) && written.slice(1, -1) === value) return start + 1 + offset
  if (written.startsWith("'") && written.slice(1, -1).replaceAll("''", "'") === value) {
    return start + 1 + value.slice(0, offset).replaceAll("'", "''").length
  }
  if (written.startsWith('"')) {
    const inQuotes = offsetInQuotes(written, value, offset)
    return inQuotes === undefined ? undefined : start + inQuotes
  }
  const inBlock = written.startsWith('|') ? offsetInBlock(written, value, offset) : undefined
  return inBlock === undefined ? undefined : start + inBlock
}

/** Each escape of JSON stands for one character; what YAML and TOML have besides is left out. */
function offsetInQuotes(written: string, value: string, offset: number): number | undefined {
  if (unescaped(written) !== value) return undefined
  const pieces = written.slice(1, -1).match(/\\u[\dA-Fa-f]{4}|\\.|[^]/g) ?? []
  return 1 + pieces.slice(0, offset).join('').length
}

function unescaped(written: string): unknown {
  try {
    return JSON.parse(written) as unknown
  } catch {
    return undefined
  }
}

/** A literal block differs from its value by the first line and the indentation. */
function offsetInBlock(written: string, value: string, offset: number): number | undefined {
  const before = value.slice(0, offset).split('\n')
  const lines = written.split('\n')
  const raw = lines[before.length]
  const line = value.split('\n')[before.length - 1] ?? ''
  if (raw === undefined || !raw.replace(/\r$/, '').endsWith(line)) return undefined
  const lineStart = lines.slice(0, before.length).reduce((sum, each) => sum + each.length + 1, 0)
  const indentation = raw.replace(/\r$/, '').length - line.length
  return lineStart + indentation + (before.at(-1)?.length ?? 0)
}
