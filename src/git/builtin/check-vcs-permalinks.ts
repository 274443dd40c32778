import type { Buffer } from 'node:buffer'
import { isIssue } from '../../core/issue.ts'
import { decodePath, encodePath } from '../contracts/paths.ts'
import type { BuiltinHook } from './builtin.ts'
import { countLines } from './bytes.ts'
import { eachFile, type Report, type Visit } from './each-file.ts'
import { parseOptions, type OptionTable } from './options.ts'
import { shownName } from './shown-name.ts'

const TABLE: OptionTable = { flags: [{ long: 'additional-github-domain', value: 'many' }], rest: 'names' }

export const checkVcsPermalinks: BuiltinHook = {
  id: 'check-vcs-permalinks',
  name: 'check vcs permalinks',
  description: 'Ensures that links to VCS websites are permalinks.',
  types: ['text'],
  fixes: false,
  async run(names, context) {
    const options = parseOptions(this.id, context.args, TABLE)
    if (isIssue(options)) return options
    const domains = new Set(['github.com', ...options.many('additional-github-domain')])
    return eachFile([...options.rest, ...names], context, visitor([...domains].map(linkTo)))
  },
}

function visitor(links: readonly Link[]): Visit {
  return {
    file: (bytes, name) => reportOf(badLinks(bytes, { links, name, first: 1 })),
    async big(file, name) {
      const found: string[] = []
      let first = 1
      for await (const piece of file.pieces()) {
        found.push(...badLinks(piece, { links, name, first }))
        first += countLines(piece)
      }
      return reportOf(found)
    },
  }
}

/** What a link to a line of a file starts with, and what the whole of it looks like. */
type Link = { readonly start: string; readonly regex: RegExp }

function linkTo(domain: string): Link {
  const start = `https://${domain}/`
  const escaped = start.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  const [part, file] = [not('/ '), not('# ')]
  return {
    start,
    regex: new RegExp(`${escaped}${part}/${part}/blob/(${not('/. ')})/${file}#L\\p{Nd}+`, 'gu'),
  }
}

/** One or more characters, none of them in `signs`, the end of a line or a byte that is no UTF-8. */
function not(signs: string): string {
  return String.raw`[^${signs.replace('/', String.raw`\/`)}\n\uDC80-\uDCFF]+`
}

type Search = { readonly links: readonly Link[]; readonly name: string; readonly first: number }

function badLinks(bytes: Buffer, { links, name, first }: Search): readonly string[] {
  const likely = links.filter(({ start }) => bytes.includes(start))
  if (likely.length === 0) return []
  const text = decodePath(bytes)
  const found = likely.flatMap(({ regex }) =>
    [...text.matchAll(regex)].filter((match) => !isHash(match[1] ?? '')),
  )
  found.sort((a, b) => a.index - b.index)
  return found.map((match) => {
    const line = first + text.slice(0, match.index).split('\n').length - 1
    return `Non-permanent github link detected: ${shownName(name)}:${line}:${match[0]}\n`
  })
}

function isHash(reference: string): boolean {
  return /^[0-9a-fA-F]{4,64}$/.test(reference)
}

function reportOf(lines: readonly string[]): Report | undefined {
  return lines.length === 0 ? undefined : { output: encodePath(lines.join('')) }
}
