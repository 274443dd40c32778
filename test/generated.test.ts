import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { parseConfig } from '../src/config/parse.ts'
import { read } from '../src/dialects/hookwright/config.ts'
import { MANIFESTS } from '../src/packs/manifests.ts'
import { Defaults, Entry } from '../src/dialects/hookwright/schema-entry.ts'
import { HookwrightFile, McpServer } from '../src/dialects/hookwright/schema.ts'

const path = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))
const text = (name: string): string => readFileSync(path(name), 'utf8')

test('generated files are those of the source', { timeout: 60_000 }, () => {
  const node = process.execPath
  expect(execFileSync(node, [path('scripts/generate.mjs'), '--check'], { encoding: 'utf8' })).toBe('')
})

describe('the example', () => {
  const file = 'examples/hookwright.yaml'
  const { value } = parseConfig(text(file), file)

  test('loads without a word', () => {
    const { hooks, issues } = read({ file, scope: 'project', value }, { startDir: '/p' })
    expect({ issues, hooks: hooks.length }).toEqual({ issues: [], hooks: 17 })
  })

  test('passes the schema that editors use', () =>
    expect(HookwrightFile.safeParse(value).error).toBeUndefined())

  test('shows every key', () => {
    const keys = [
      ...Object.keys(Entry.shape),
      ...Object.keys(Defaults.shape),
      ...Object.keys(McpServer.shape),
    ]
    const missing = keys.filter((key) => !new RegExp(`^\\s+(?:- )?${key}:`, 'm').test(text(file)))
    expect(missing).toEqual([])
  })
})

describe('the examples of docs/config.md', () => {
  const blocks = [...text('docs/config.md').matchAll(/```yaml\n(.*?)```/gs)].map(([, block = '']) => block)

  test('are found', () => expect(blocks.length).toBeGreaterThan(4))

  test.for(blocks)('load without a word: %#', (block) => {
    const { value } = parseConfig(block, 'docs.yaml')
    const { hooks, issues } = read({ file: 'docs.yaml', scope: 'project', value }, { startDir: '/p' })
    expect(issues).toEqual([])
    expect(hooks.length).toBeGreaterThan(0)
    expect(HookwrightFile.safeParse(value).error).toBeUndefined()
  })
})

test('editors get a plain object at the top, closed, with completions', () => {
  const schema: unknown = JSON.parse(text('schemas/hookwright.json'))
  expect(schema).toMatchObject({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    additionalProperties: false,
    properties: { version: { const: 1 }, hooks: { type: 'object', additionalProperties: false } },
  })
  expect(z.toJSONSchema(Entry, { target: 'draft-7' }).properties).toMatchObject({
    shell: { enum: ['sh', 'bash', 'pwsh', 'powershell', 'cmd'] },
    onFailure: { enum: ['ignore', 'ask', 'deny'] },
  })
})

describe('editors complete the options of packs', () => {
  type Case = { readonly if: object; readonly then: { readonly properties: { readonly with: object } } }
  type Item = { readonly allOf: readonly Case[]; readonly properties: { readonly use: object } }
  const schema = JSON.parse(text('schemas/hookwright.json')) as {
    readonly properties: { readonly packs: { readonly items: Item } }
    readonly definitions: { readonly entry: Item }
  }

  test.for([
    ['under `packs`', schema.properties.packs.items],
    ['under an event', schema.definitions.entry],
  ] as const)('%s', ([, item]) => {
    expect(item.properties.use).toMatchObject({
      anyOf: [{ enum: MANIFESTS.map(({ name }) => `hookwright/${name}`) }, {}],
    })
    const named = item.allOf.map(({ then }) => then.properties.with)
    expect(named).toMatchObject(
      MANIFESTS.map(({ options }) => ({
        additionalProperties: false,
        properties: Object.fromEntries(
          Object.entries(options).map(([name, spec]) => [name, { default: spec.default }]),
        ),
      })),
    )
  })
})
