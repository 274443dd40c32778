import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

function exportsOf(path: string): readonly string[] {
  const lists = [...text(path).matchAll(/export (?:type )?\{([^}]*)\}/g)].map(([, names = '']) => names)
  return lists.flatMap((names) => names.split(',')).flatMap((name) => name.trim().match(/\w+$/)?.[0] ?? [])
}

test.for([
  ['hookwright', 'src/index.ts', 'docs/library.md', 20],
  ['hookwright/dialects', 'src/bridge/index.ts', 'docs/library.md', 10],
  ['hookwright/runtime', 'src/runtime/index.ts', 'docs/runtime.md', 20],
] as const)('every export of %s is named on its page', ([, entry, page, least]) => {
  const names = exportsOf(entry)
  const code = text(page)
  expect(names.length).toBeGreaterThan(least)
  expect(names.filter((name) => !new RegExp(String.raw`\b${name}\b`).test(code))).toEqual([])
})

test('every option of createEngine is named on its page', () => {
  const [, list = ''] = /const ENGINE: [^{]*\{([^}]*)\}/.exec(text('src/library/check-options.ts')) ?? []
  const names = [...list.matchAll(/(\w+): true/g)].map(([, name = '']) => name)
  const page = text('docs/library.md')
  expect(names).toContain('cwd')
  expect(names.filter((name) => !page.includes(`| \`${name}\``))).toEqual([])
})
