import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { STARTERS, starterText } from './starter.ts'

const schema = './node_modules/hookwright/schemas/hookwright.json'

test('the file begins with the line that editors read', () => {
  const [first] = starterText({ starters: STARTERS, imports: [], schema }).split('\n')
  expect(first).toBe(`# yaml-language-server: $schema=${schema}`)
})

test('entries of several starters for one event are one list, in the order of the starters', () => {
  const { hooks } = parse(starterText({ starters: STARTERS, imports: [], schema })) as {
    hooks: Record<string, { id: string }[]>
  }
  expect(
    Object.fromEntries(Object.entries(hooks).map(([event, list]) => [event, list.map(({ id }) => id)])),
  ).toEqual({
    PreToolUse: ['no-force-push', 'ask-before-push', 'block-dangerous-commands', 'commit-gate'],
    PostToolUse: ['format-after-edit'],
  })
})

test('without a starter the file is still one that can be loaded', () => {
  expect(parse(starterText({ starters: [], imports: [], schema }))).toEqual({ version: 1, hooks: {} })
})

test('hosts whose own hooks are to run elsewhere stand under imports', () => {
  const text = starterText({ starters: [], imports: ['claude-code', 'copilot'], schema })
  expect(parse(text)).toMatchObject({ imports: ['claude-code', 'copilot'] })
})
