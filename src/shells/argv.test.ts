import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isIssue } from '../core/issue.ts'
import { quoteWord, splitWords } from './argv.ts'

/** Every code point, lone surrogates too. */
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
})

const CHARACTERS = ` \t\n\r'"\\#$ab😀`.split(/(?:)/u)

describe('splitWords', () => {
  test.for([
    ['spaces, tabs and line breaks separate', ' a\tb\n  c ', ['a', 'b', 'c']],
    ['a carriage return is an ordinary character', 'a\r\nb', ['a\r', 'b']],
    ['single quotes keep everything, backslashes too', String.raw`'a $b \ "c"'`, [String.raw`a $b \ "c"`]],
    ['double quotes keep blanks and line breaks', '"a b\nc"', ['a b\nc']],
    ['in double quotes a backslash escapes $ ` " and itself', '"\\$ \\` \\" \\\\"', ['$ ` " \\']],
    ['in double quotes any other backslash stays', String.raw`"\n \a \'"`, [String.raw`\n \a \'`]],
    ['in double quotes backslash and line break vanish', '"a\\\nb"', ['ab']],
    [
      'an unquoted backslash makes the next character literal',
      String.raw`a\ b \" \\ \$x`,
      ['a b', '"', '\\', '$x'],
    ],
    ['unquoted backslash and line break vanish', 'a\\\nb', ['ab']],
    ['a continued line adds no empty word', 'a \\\n  b', ['a', 'b']],
    ['adjacent pieces join', `a"b"'c'\\d`, ['abcd']],
    ['empty quotes are an empty word', `a "" ''`, ['a', '', '']],
    ['# at a word start is a comment to the end of the line', 'a # b "c\nd', ['a', 'd']],
    ['# inside a word is ordinary', 'a#b c"#"d', ['a#b', 'c#d']],
    ['a quoted or escaped # starts a word', `'#a' \\#b`, ['#a', '#b']],
    [
      'operators are plain words',
      'uv run mypy || uv run pyright',
      ['uv', 'run', 'mypy', '||', 'uv', 'run', 'pyright'],
    ],
    ['nothing expands', 'echo $HOME ~ * {a,b} `id`', ['echo', '$HOME', '~', '*', '{a,b}', '`id`']],
    ['a block scalar is one command', 'echo first\necho second\n', ['echo', 'first', 'echo', 'second']],
    ['characters outside the BMP stay whole', '😀\\😀 "😀"', ['😀😀', '😀']],
  ] as const)('%s', ([, text, words]) => expect(splitWords(text)).toEqual(words))

  test.for([
    ['an unclosed single quote', `a 'b`, 'command.unclosed'],
    ['an unclosed double quote', `a "b`, 'command.unclosed'],
    ['a double quote closed only by an escaped one', String.raw`"a\"`, 'command.unclosed'],
    ['a trailing backslash', 'a \\', 'command.unclosed'],
    ['an empty text', '', 'command.empty'],
    ['only blanks', ' \n\t', 'command.empty'],
    ['only a comment', '# a', 'command.empty'],
    ['only a continued line', '\\\n', 'command.empty'],
  ] as const)('%s is an issue', ([, text, code]) => expect(splitWords(text)).toMatchObject({ code }))

  test('the issue says which quote is open and where', () =>
    expect(splitWords(`say 'hi`)).toMatchObject({
      message: `The command has a quote (') at character 5 that is never closed.`,
    }))

  test('never throws', () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...CHARACTERS) }), (text) => void splitWords(text)),
    ))

  test('a megabyte of quotes is split', () =>
    expect(splitWords(`"${'\\"'.repeat(500_000)}"`)).toEqual(['"'.repeat(500_000)]))
})

test('quoted words come back as they were', () =>
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 1 }), (words) => {
      const split = splitWords(words.map(quoteWord).join(' '))
      expect(isIssue(split) ? [] : split).toEqual(words)
    }),
  ))
