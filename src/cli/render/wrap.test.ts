import { expect, test } from 'vitest'
import { wrap } from './wrap.ts'

test.for([
  ['a short text is one line', 'a b', 10, ['a b']],
  ['a line is as long as allowed', 'aaaa bbbb', 9, ['aaaa bbbb']],
  ['a text is broken at spaces', 'aaaa bbbb', 8, ['aaaa', 'bbbb']],
  ['a long word is not broken', 'a bbbbbbbbbb c', 4, ['a', 'bbbbbbbbbb', 'c']],
] as const)('%s', ([, text, columns, lines]) => expect(wrap(text, columns)).toEqual(lines))
