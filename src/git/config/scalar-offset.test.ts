import { expect, test } from 'vitest'
import { parseTree } from '../../config/parse.ts'
import { offsetInText } from './scalar-offset.ts'

/** The text from where the word of the value stands in the file. */
function found(file: string, name: string, word: string): string | undefined {
  const tree = parseTree(file, name, 8)
  const value = tree?.kind === 'map' ? tree.entries.get('command')?.tree : undefined
  if (value?.kind !== 'scalar' || typeof value.value !== 'string') throw new Error('no text')
  const offset = offsetInText(value, value.value.indexOf(word), file)
  return offset === undefined ? undefined : file.slice(offset, offset + word.length)
}

test.for([
  ['plain', 'command: python3 gone.py', 'x.yaml'],
  ['in double quotes', 'command: "python3 gone.py"', 'x.yaml'],
  ['behind a doubled quote', "command: 'echo ''a'' gone.py'", 'x.yaml'],
  ['in a block', 'command: |\n  set -e\n  python3 gone.py\n', 'x.yaml'],
  ['behind escaped quotes', '{"command": "\\"$DIR\\"/a\\\\b gone.py"}', 'x.json'],
  ['behind escapes of characters', '{"command": "\\u00e4\\t\\/ gone.py"}', 'x.json'],
] as const)('a word is found %s', ([, file, name]) => expect(found(file, name, 'gone.py')).toBe('gone.py'))

test('in a folded block it is hidden', () =>
  expect(found('command: >\n  a\n  gone.py\n', 'x.yaml', 'gone.py')).toBeUndefined())
