import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quoteWord } from './argv.ts'
import { findShellSyntax } from './syntax.ts'

/** Every code point, lone surrogates too. */
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
})

const CHARACTERS = ` \t\n'"\\#$\`|&;<>()*~=!{ab1`.split(/(?:)/u)

describe('is shell syntax', () => {
  test.for([
    ['a pipe', 'a | b', '|', 2],
    ['or', 'a || b', '||', 2],
    ['and', 'a && b', '&&', 2],
    ['background', 'a &', '&', 2],
    ['an unquoted & in a URL', 'curl https://x/?a=1&b=2', '&', 19],
    ['a semicolon, also inside a word', 'a; b', ';', 1],
    ['output to a file', 'a > f', '>', 2],
    ['append', 'a >>f', '>>', 2],
    ['merged streams', 'a 2>&1', '>&', 3],
    ['input from a file', 'a < f', '<', 2],
    ['a here-document', 'a <<EOF', '<<', 2],
    ['a backtick', 'a `b`', '`', 2],
    ['a variable', 'a $HOME/x', '$HOME', 2],
    ['a variable inside a word', 'a --dir=$HOME', '$HOME', 8],
    ['a variable in braces', 'a ${X}', '${', 2],
    ['a command substitution', 'a $(b)', '$(', 2],
    ['a positional argument', 'a "$1"', '$1', 3],
    ['all arguments', 'a "$@"', '$@', 3],
    ['a variable in double quotes', 'a "b $X"', '$X', 5],
    ['a backtick in double quotes', 'a "b `c`"', '`', 5],
    ['a variable after an escaped one in double quotes', String.raw`a "\$X $Y"`, '$Y', 7],
    ['a variable across a continued line', 'a $\\\nX', '$X', 2],
    ['a variable across a continued line in quotes', 'a "$\\\nX"', '$X', 3],
    ['a variable after a backslash and a line break in quotes', 'a "\\\\\n$X"', '$X', 6],
    ['a C-style quote', String.raw`a $'\n'`, `$'`, 2],
    ['a home directory', '~/bin/a', '~/', 0],
    ['a home directory as argument', 'a ~', '~', 2],
    ["somebody's home directory", 'a ~me/x', '~me/', 2],
    ['a glob', 'a *.ts', '*', 2],
    ['a deep glob', 'a src/**/x', '**', 6],
    ['a subshell', '(a)', '(', 0],
    ['a line break between commands', 'a\nb', 'line break', 1],
    ['a line break after a comment', 'a # x\nb', 'line break', 5],
    ['an assignment before the command', 'A=1 b', 'A=', 0],
    ['an assignment alone', 'A=', 'A=', 0],
    ['a negation', '! a', '!', 0],
    ['a keyword', 'if a', 'if', 0],
    ['a test in double brackets', '[[ -f a ]]', '[[', 0],
    ['a builtin without a program', 'exit 2', 'exit', 0],
    ['a change of directory', 'cd web', 'cd', 0],
  ] as const)('%s', ([, command, text, index]) => expect(findShellSyntax(command)).toEqual({ text, index }))
})

describe('is not shell syntax', () => {
  test.for([
    ['nothing', ''],
    ['plain words', 'ruff check --fix src/a.py'],
    ['single quotes', `a '| && > $X \`b\` *' b`],
    ['operators, globs and ~ in double quotes', 'a "| && ; > < * ~ (b)"'],
    ['escaped characters', String.raw`a \| \$X \* \~ \> \& \;`],
    ['an escaped $ in double quotes', String.raw`a "\$X"`],
    ['a lone $', 'grep ^a$ b'],
    ['a $ before the closing quote', 'grep "a$"'],
    ['an assignment as a later argument', 'env A=1 b'],
    ['an option with a value', 'a --b=c'],
    ['braces', 'find . -exec a {} +'],
    ['a URL with a query', 'curl https://x/y?a=1'],
    ['an index', 'a b[0]'],
    ['a quoted keyword', `'if' a`],
    ['a keyword as argument', 'a if'],
    ['the program [', '[ -f a ]'],
    ['~ inside a word', 'git show HEAD~1'],
    ['a comment', 'a # b | c'],
    ['line breaks before and after the command', '\n a b \n'],
    ['a continued line', 'a \\\n  b'],
    ['a line break in quotes', `a 'b\nc'`],
    ['an unclosed quote', `a 'b`],
    ['a Windows path', String.raw`'C:\x\y.exe' /c`],
    ['percent signs', 'date +%F'],
  ] as const)('%s', ([, command]) => expect(findShellSyntax(command)).toBeUndefined())
})

test('never throws, and points into the text', () =>
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...CHARACTERS) }), (command) => {
      fc.pre(!command.includes('\\\n'))
      const { text, index } = findShellSyntax(command) ?? { text: '', index: 0 }
      expect(command.slice(index)).toSatisfy((rest: string) =>
        rest.startsWith(text === 'line break' ? '\n' : text),
      )
    }),
  ))

test('a quoted word never has any', () =>
  fc.assert(
    fc.property(fc.array(anyText), (words) => {
      expect(findShellSyntax(words.map(quoteWord).join(' '))).toBeUndefined()
    }),
  ))
