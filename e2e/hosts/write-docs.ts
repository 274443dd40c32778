import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Replaces what stands between the two comments that name the block, and formats the page. */
export function writeBlock(root: string, name: string, text: string): void {
  const page = join(root, 'docs/hosts/README.md')
  writeFileSync(page, withBlock(readFileSync(page, 'utf8'), name, text))
  execFileSync(join(root, 'node_modules/.bin/oxfmt'), [page], { cwd: root })
}

/** The page with other text in the block. */
export function withBlock(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- written by npm run ${name} -->`, `<!-- end of ${name} -->`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The page has no block between "${start}" and "${end}".`)
  return `${page.slice(0, from + start.length)}\n\n${text}\n\n${page.slice(to)}`
}
