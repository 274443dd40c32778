import { basename } from 'node:path'
import { directive, type Block } from './blocks.ts'

/** A file that a block shows. */
export type Shown = { readonly path: string; readonly text: string }

/** What the keys of a config say about its file, where the page does not name it. */
const BY_KEYS: readonly (readonly [language: string, keys: RegExp, path: string])[] = [
  ['yaml', /^repos:/m, '.pre-commit-config.yaml'],
  ['toml', /^\[\[repos\]\]/m, 'prek.toml'],
  ['yaml', /^(?:hooks|mcpServers|imports|defaults|git|policy):/m, 'hookwright.yaml'],
]

const ENDINGS: Readonly<Record<string, RegExp>> = {
  yaml: /\.ya?ml$/,
  json: /\.json$/,
  jsonc: /\.jsonc?$/,
  toml: /\.toml$/,
}

/**
 * The file is the one a directive names, else the last file of that kind in the sentence before the block, else the one
 * that has such keys. Undefined: the page does not say.
 */
export function shownFile(block: Block): Shown | undefined {
  const named = directive(block, 'file')
  if (named !== undefined) return fromDirective(named, block.text)
  const ending = ENDINGS[block.language]
  const spans = [...block.before.matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span)
  const path =
    spans.findLast((span) => ending?.test(span)) ??
    BY_KEYS.find(([language, keys]) => language === block.language && keys.test(block.text))?.[2]
  return path === undefined ? undefined : { path, text: block.text }
}

/** `PATH`, or `PATH inside TEXT` where BLOCK in the text stands for the block. */
function fromDirective(rest: string, text: string): Shown {
  const [path = '', around] = rest.split(/ inside /, 2)
  return { path, text: around === undefined ? text : around.replace('BLOCK', () => text) }
}

export type Kind = 'own' | 'git' | 'other'

export function kindOf(path: string): Kind {
  const name = basename(path)
  if (/^hookwright(?:\.local)?\.(?:ya?ml|json|toml)$/.test(name)) return 'own'
  return /^(?:prek\.toml|\.pre-commit-config\.ya?ml)$/.test(name) ? 'git' : 'other'
}
