import { parseTree } from '../../config/parse.ts'
import { valueOf } from '../../config/tree.ts'

/** What a script says about itself (PEP 723). */
export type ScriptMetadata = { readonly dependencies: readonly string[]; readonly requiresPython?: string }

/** A block of comments between `# /// script` and the last `# ///` below it, as the PEP has it. */
const BLOCK = /^# \/\/\/ script$\n((?:^#(?:| .*)$\n)+)^# \/\/\/$/m

const MAX_DEPTH = 16

/** Undefined for a script that says nothing, or nothing that can be read. */
export function readScriptMetadata(source: string): ScriptMetadata | undefined {
  const block = BLOCK.exec(source.replaceAll('\r\n', '\n'))?.[1]
  const value = block === undefined ? undefined : parseBlock(block.replaceAll(/^# ?/gm, ''))
  if (value === undefined) return undefined
  const { dependencies, 'requires-python': requires } = value
  const listed = Array.isArray(dependencies) ? dependencies.filter((each) => typeof each === 'string') : []
  return { dependencies: listed, ...(typeof requires === 'string' && { requiresPython: requires }) }
}

function parseBlock(text: string): Record<string, unknown> | undefined {
  try {
    const tree = parseTree(text, 'script.toml', MAX_DEPTH)
    return tree?.kind === 'map' ? (valueOf(tree, MAX_DEPTH) as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
