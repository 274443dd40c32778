import { expect, test } from 'vitest'
import { mayBecome, mayBecomePath } from './glob.ts'

test.for([
  ['set*.json', 'settings.json', true],
  ['s?ttings.json', 'settings.json', true],
  ['s[ae]ttings.json', 'settings.json', true],
  ['{a,settings}.json', 'settings.json', true],
  ['*', '', true],
  ['*.json', 'settings.yaml', false],
  ['settings.json', 'settings.json', true],
  ['settings.jso', 'settings.json', false],
  ['settings.json?', 'settings.json', false],
  ['*s*s*', 'settings', true],
  ['*a*a*', 'settings', false],
  ['[', 'x', true],
  ['', 'x', false],
] as const)('%s may become %s: %s', ([pattern, name, may]) => expect(mayBecome(pattern, name)).toBe(may))

test('a wildcard of a path does not cross a slash', () => {
  expect(mayBecomePath('/p/*/settings.json', '/p/.claude/settings.json')).toBe(true)
  expect(mayBecomePath('/p/*', '/p/.claude/settings.json')).toBe(false)
})

test.for(['*{}', '*?', '{a}*[b]', '*a', '?*', '[', '{'])('many of %s take no time', (piece) => {
  const began = performance.now()
  mayBecome(`${piece.repeat(500)}zz`, 'settings.local.json'.repeat(50))
  expect(performance.now() - began).toBeLessThan(200)
})
