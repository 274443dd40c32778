import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from '../src/config/parse.ts'
import { PHASES, phases } from '../src/dialects/_families/runtime/phases.ts'
import { read } from '../src/dialects/hookwright/config.ts'

const text = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const page = text('docs/runtime.md')
const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? ''

test('the example of docs/runtime.md is the one that is run', () =>
  expect(block('js')).toBe(text('examples/runtime/guarded-run.mjs')))

test('the hooks of docs/runtime.md load without a word', () => {
  const { value } = parseConfig(block('yaml'), 'docs.yaml')
  const { hooks, issues } = read({ file: 'docs.yaml', scope: 'project', value }, { startDir: '/p' })
  expect({ issues, hooks: hooks.map(({ event, wire }) => [event, wire]) }).toEqual({
    issues: [],
    hooks: [
      ['run:PreRun', 'codex-runtime'],
      ['PreToolUse', 'claude-code'],
    ],
  })
})

test('docs/runtime.md names every event that fires', () => {
  const fired = PHASES.filter((phase) => phase !== 'PostToolUse').map((phase) => phases[phase].event)
  expect(fired.filter((event) => !page.includes(`\`${event}\``))).toEqual([])
})
