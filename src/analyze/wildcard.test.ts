import { expect, test } from 'vitest'
import { compileStars, compileWildcard } from './wildcard.ts'

test.for([
  ['no star means exact text', 'npm test', ['npm test'], ['npm test x', 'npm', 'xnpm test']],
  ['a final " *" also matches the bare prefix', 'ls *', ['ls', 'ls -la', 'ls '], ['lsof', 'l']],
  ['a final ":*" equals a final " *"', 'ls:*', ['ls', 'ls -la'], ['lsof', 'ls:x']],
  ['":" elsewhere is literal', 'npm run a:b *', ['npm run a:b', 'npm run a:b c'], ['npm run a b']],
  ['a star without a space has no boundary', 'ls*', ['ls', 'lsof', 'ls -la'], ['l']],
  [
    'a star matches spaces at any position',
    'git * main',
    ['git push origin main'],
    ['git main', 'git push main x'],
  ],
  ['a leading star matches any start', '* --force', ['git push --force'], ['--force', 'git push --forced']],
  ['several stars match in order', 'a*b*c', ['abc', 'axxbyyc', 'abbc'], ['acb', 'ab', 'ac']],
  ['the last piece may not overlap the first', 'aba*ba', ['ababa'], ['aba']],
  [
    'a final " *" after another star keeps its rule',
    'git * push *',
    ['git -C x push', 'git -C x push y'],
    ['git push'],
  ],
  ['an escaped star is a star', 'rm \\*', ['rm *'], ['rm x']],
  ['regex characters are literal', 'a.b+(c)$', ['a.b+(c)$'], ['axb+(c)$']],
  ['":*" alone matches everything', ':*', ['', 'anything'], []],
  ['stars beside each other are one star', 'a***b', ['ab', 'axb'], ['a']],
  ['a star crosses lines', 'echo *', ['echo a\nb'], []],
] as const)('%s', ([, pattern, matching, others]) => {
  const matches = compileWildcard(pattern)
  expect(matching.filter((text) => !matches(text))).toEqual([])
  expect(others.filter((text) => matches(text))).toEqual([])
})

test('a pattern made to backtrack stays linear', () => {
  const started = performance.now()
  expect(compileStars(`${'a*'.repeat(5_000)}b`)('a'.repeat(1_000_000))).toBe(false)
  expect(performance.now() - started).toBeLessThan(200)
})
