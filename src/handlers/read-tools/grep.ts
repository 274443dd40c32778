import { relative, sep } from 'node:path'
import { compileFilter } from './glob-pattern.ts'
import { createSearch, type Search } from './search.ts'
import { BOUNDS, Refused, requiredText, textField, type ReadTool, type ToolContext } from './tool.ts'
import { walk } from './walk.ts'

const SHOWN_CHARACTERS = 160

export const grepTool: ReadTool = {
  name: 'Grep',
  description: `Finds lines of the project's text files that match a regular expression of JavaScript, at most ${BOUNDS.results}. Binary and large files, links, .git and node_modules are left out.`,
  parameters: {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'A regular expression, tested on each line.' },
      path: { type: 'string', description: 'A file or folder. Default: the working directory.' },
      glob: { type: 'string', description: 'Only files that fit it, for example "*.ts".' },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  async run(input, context) {
    const glob = textField(input, 'glob')
    const fits = glob === undefined ? () => true : compileFilter(glob)
    const search = createSearch(requiredText(input, 'pattern'))
    const start = context.reach.resolve(textField(input, 'path') ?? '.')
    const { lines, stop } = await grep(start, { fits, search, context })
    const text = [...lines, ...(stop === undefined ? [] : [`[stopped: ${stop}]`])].join('\n')
    return text === '' ? 'No lines found.' : text
  },
}

type Grep = {
  readonly fits: (path: string) => boolean
  readonly search: Search
  readonly context: ToolContext
}

type Found = { readonly lines: readonly string[]; readonly stop?: string }

async function grep(start: string, { fits, search, context }: Grep): Promise<Found> {
  const lines: string[] = []
  const left = { bytes: BOUNDS.searchBytes, ms: BOUNDS.searchMs }
  const { files, isCut } = filesAt(start, context)
  for await (const file of files) {
    if (file !== start && !fits(relative(start, file).split(sep).join('/'))) continue
    const text = readable(file, context)
    if (text === undefined) continue
    left.bytes -= text.length
    if (left.bytes < 0) return { lines, stop: 'too much text' }
    const startedAt = context.elapsed()
    const found = search(text, Math.min(left.ms, BOUNDS.searchFileMs))
    left.ms -= context.elapsed() - startedAt
    if (found === 'slow' || left.ms <= 0) return { lines, stop: 'the search took too long' }
    lines.push(...found.slice(0, BOUNDS.results + 1).map(shownLine(file, text, context)))
    if (lines.length > BOUNDS.results)
      return { lines: lines.slice(0, BOUNDS.results), stop: `more than ${BOUNDS.results} lines` }
  }
  return { lines, ...(isCut() && { stop: 'the folder is too large' }) }
}

function filesAt(
  start: string,
  context: ToolContext,
): { files: AsyncIterable<string> | Iterable<string>; isCut(): boolean } {
  if (context.reach.files.kind(start) === 'directory') return walk(start, context)
  // Asked for by name, so whatever keeps it from being read is told.
  context.reach.read(start)
  return { files: [start], isCut: () => false }
}

/** A file that is none for reading is passed over, as any search does. */
function readable(file: string, { reach }: ToolContext): string | undefined {
  try {
    return reach.read(file)
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

function shownLine(file: string, text: string, { reach }: ToolContext): (at: number) => string {
  const lines = text.split('\n')
  return (at) => `${reach.show(file)}:${at + 1}:${(lines[at] ?? '').slice(0, SHOWN_CHARACTERS)}`
}
