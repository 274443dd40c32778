import { parseYaml } from './parse-yaml.ts'
import { Malformed, type Tree } from './tree.ts'

const OPENING = /^---[ \t]*\r?\n/
const CLOSING = /^(?:---|\.\.\.)[ \t]*\r?$/m
const HOOKS = /^(?:hooks|"hooks"|'hooks')[ \t]*:/m

/**
 * The YAML between the first two lines of dashes. Most such files have no hooks, and many hold text there that is no
 * YAML (`description: when: …`), so one that does not name them is not parsed.
 */
export function parseMarkdown(text: string, maxDepth: number): Tree | undefined {
  const opening = OPENING.exec(text)?.[0]
  if (opening === undefined) return NOTHING
  const rest = text.slice(opening.length)
  const closing = CLOSING.exec(rest)
  const matter = rest.slice(0, closing?.index)
  if (!HOOKS.test(matter)) return NOTHING
  if (closing === null)
    throw new Malformed('The frontmatter is not closed.', { offset: 0, hint: 'End it with a line "---".' })
  // From the start of the file, so that positions are the file's own; YAML takes the dashes as its first line.
  return parseYaml(text.slice(0, opening.length + closing.index), maxDepth)
}

const NOTHING: Tree = Object.freeze({ kind: 'map', start: 0, end: 0, entries: new Map() })
