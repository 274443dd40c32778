import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** An instruction in the source of a page that readers do not see: `<!-- test: VERB REST -->`. */
export type Directive = { readonly verb: string; readonly rest: string }

/** A fenced block, with what its page says about it. */
export type Block = {
  readonly page: string
  /** Of its opening fence, counted from 1. */
  readonly line: number
  readonly language: string
  readonly text: string
  /** The paragraph before it. */
  readonly before: string
  /** Between the block before it and this one, in order. */
  readonly directives: readonly Directive[]
}

/** README.md and everything below docs/. */
export function pages(): readonly string[] {
  const below = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  const docs = below
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
  return ['README.md', ...docs.toSorted()]
}

export function blocksOf(page: string): readonly Block[] {
  return parseBlocks(page, readFileSync(join(root, page), 'utf8'))
}

const FENCE = /^(?<indent> *)(?<ticks>`{3,})(?<language>[^`]*)$/
const COMMENT = /<!--\s*test:\s*(?<verb>\w+)\s*(?<rest>[^]*?)\s*-->/g

export function parseBlocks(page: string, source: string): readonly Block[] {
  const lines = source.split('\n')
  const blocks: Block[] = []
  let since = 0
  for (let index = 0; index < lines.length; index += 1) {
    const { ticks = '', indent = '', language = '' } = FENCE.exec(lines[index] ?? '')?.groups ?? {}
    if (ticks === '') continue
    const end = lines.findIndex((line, at) => at > index && line.trim() === ticks)
    if (end < 0) throw new Error(`${page}:${index + 1}: the fence is never closed.`)
    const prose = lines.slice(since, index).join('\n')
    blocks.push({
      page,
      line: index + 1,
      language: language.trim(),
      text: `${lines
        .slice(index + 1, end)
        .map((line) => line.slice(indent.length))
        .join('\n')}\n`,
      before: lastParagraph(prose),
      directives: [...prose.matchAll(COMMENT)].map(({ groups }) => ({
        verb: groups?.['verb'] ?? '',
        rest: groups?.['rest'] ?? '',
      })),
    })
    index = end
    since = end + 1
  }
  return blocks
}

function lastParagraph(prose: string): string {
  const text = prose.replaceAll(/<!--[^]*?-->/g, '').trim()
  return text.slice(text.lastIndexOf('\n\n') + 1).trim()
}

/** The text of a directive of the block; undefined when it has none of this name. */
export function directive({ directives }: Block, verb: string): string | undefined {
  return directives.findLast((each) => each.verb === verb)?.rest
}

/** `page:line`, as an editor opens it. */
export function placeOf({ page, line }: Block): string {
  return `${page}:${line}`
}
