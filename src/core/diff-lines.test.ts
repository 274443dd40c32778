import { expect, test } from 'vitest'
import { diffLines } from './diff-lines.ts'

test.for([
  ['a\nb\nc\n', 'a\nc\nd\n', [' a', '-b', ' c', '+d']],
  ['', 'a\n', ['+a']],
  ['a\n', 'a\n', [' a']],
  ['a\n', '', ['-a']],
] as const)('%j to %j', ([before, after, lines]) => {
  expect(diffLines(before, after)).toEqual(lines)
})
