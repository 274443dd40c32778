import { describe, expect, test } from 'vitest'
import { readPowerShell } from './reader.ts'

const read = (text: string) =>
  readPowerShell(text, { folder: { kind: 'known', path: '.' }, variables: new Map() })
const lines = (text: string): readonly string[] =>
  read(text).programs.map(({ name, words }) => [name, ...words.slice(1).map((word) => word.text)].join(' '))
const codes = (text: string): readonly string[] => read(text).unanalysable.map(({ code }) => code)

describe('programs of PowerShell', () => {
  test.for<[string, string, readonly string[]]>([
    ['a cmdlet', 'Remove-Item -Recurse ~', ['remove-item -Recurse ~']],
    ['an alias', 'ri -r ~', ['remove-item -r ~']],
    ['a path and .exe', 'C:\\Git\\bin\\git.exe push', ['git push']],
    ['a module', 'Microsoft.PowerShell.Management\\Remove-Item x', ['remove-item x']],
    ['";" and newlines', 'a 1; b 2\r\nc', ['a 1', 'b 2', 'c']],
    ['"&&" and "||"', 'a && b || c', ['a', 'b', 'c']],
    ['a background job', 'a & b', ['a', 'b']],
    ['single quotes', "a 'b ''c'' ; d'", ["a b 'c' ; d"]],
    ['double quotes', 'a "b ""c"" `" ; d"', ['a b "c" " ; d']],
    ['quotes of word processors', 'a \u201Cb c\u201D \u2013r', ['a b c -r']],
    ['backticks', 'Re`move-It`em a`tb', ['remove-item a\tb']],
    ['a backtick at the end of a line', 'a b `\n c', ['a b c']],
    ['a here-string', "a @'\nx; y'\n'@ b", ["a x; y' b"]],
    ['a here-string with variables', '$v = "1"; a @"\nx "$v"\n"@ b', ['a x "1" b']],
    ['an empty here-string', 'a @"\n"@ b', ['a  b']],
    ['comments', 'a # b; c\n<# d\n#> e', ['a', 'e']],
    ['"#" in a word', 'a b#c', ['a b#c']],
    ['lists', 'a b,c, "d"', ['a b c d']],
    ['the call operator', "& 'Remove-Item' x", ['remove-item x']],
    ['texts that are added', "& ('Remove'+'-Item') x", ['remove-item x']],
    ['a value that goes into a file', "'x' > f", ['out-file']],
    ['the dot operator', '. a x', ['a x']],
    ['a block that is called', '& { a; b }', ['a', 'b']],
    [
      'a block that is an argument',
      'icm -ScriptBlock { a x } -y',
      ['invoke-command -ScriptBlock {…} -y', 'a x'],
    ],
    ['a block behind a pipe', 'a | % { b $_ }', ['a', 'foreach-object {…}', 'b $_']],
    ['a subexpression', 'a $(b x)/c', ['a (…)/c', 'b x']],
    ['a subexpression in a string', 'a "x $(b "y") z"', ['a x (…) z', 'b y']],
    ['a condition', 'if ($x -eq (a)) { b } elseif ($y) { c } else { d }; e', ['a', 'b', 'c', 'd', 'e']],
    ['a statement behind a block', 'if ($x) { a } b', ['a', 'b']],
    ['loops', 'foreach ($x in a b) { c $x }; while ($y) { d }', ['c $x', 'd']],
    ['foreach as an alias', 'a | foreach { b }', ['a', 'foreach-object {…}', 'b']],
    ['try', 'try { a } catch [X] { b } finally { c }', ['a', 'b', 'c']],
    ['a function', 'function f($x) { a }; f', ['a', 'f']],
    ['a switch', "switch ($x) { 'a' { b } default { c } }", ['b', 'c']],
    ['an assigned command', '$x = a b', ['a b']],
    ['a typed assignment', '[string]$x = a b', ['a b']],
    ['a command in a table', '@{ k = a b; l = 1 }', ['a b']],
    ['an expression is none', '1 + 2; "a" + "b"; $x.y -eq 3; [int]"4"; -not $x', []],
    ['a number in front of a name', '7z x a.zip', ['7z x a.zip']],
    ['a variable of the line', '$c = "Remove-Item"; & $c x', ['remove-item x']],
    ['words that are added', '$c = "Remove" + "-Item"; & $c x', ['remove-item x']],
    ['a group of words that are added', 'iex ("a" + " b")', ['invoke-expression a b']],
    ['a variable that nobody knows', 'a $x ${y z} $env:Z', ['a $x ${y z} $env:Z']],
    ['an alias of the line', 'sal x Remove-Item; x y', ['set-alias x Remove-Item', 'remove-item y']],
    ['redirections are no words', 'a b > c 2> d 2>&1 *>> e', ['a b']],
    [
      'a call of a class',
      '[System.IO.Directory]::Delete("C:\\x", $true)',
      ['[system.io.directory]::delete C:\\x $true'],
    ],
    ['a harmless method', '"a".ToUpper(); $x.Trim()', []],
  ])('%s', ([, text, expected]) => expect(lines(text)).toEqual(expected))
})

describe('what is around a program', () => {
  test('a pipe, its folder, its variables and who runs it', () => {
    const { programs } = read('cd C:\\x; $env:A = "1"; a | b (c)')
    expect(programs.map(({ name }) => name)).toEqual(['set-location', 'a', 'b', 'c'])
    const [, , b, c] = programs
    expect(b).toMatchObject({
      input: { from: 'pipe', programs: [1] },
      folder: { kind: 'known', path: 'C:/x' },
      variables: [{ name: 'A', value: { text: '1', known: true } }],
    })
    expect(c?.via).toEqual({ how: 'substitution', program: 2 })
  })

  test('text in front of a pipe is what the program reads', () => {
    expect(read("'a b' | iex").programs).toMatchObject([
      { name: 'invoke-expression', input: { from: 'text', text: { text: 'a b', known: true } } },
    ])
  })

  test('files that the shell opens', () => {
    expect(read('a > b 2>> c').programs[0]?.redirections).toMatchObject([
      { mode: 'write', target: { text: 'b' } },
      { mode: 'append', target: { text: 'c' } },
    ])
  })

  test('parts that are not known have a shape', () => {
    expect(read('a x$y/*.ts').programs[0]?.words[1]).toEqual({
      text: 'x$y/*.ts',
      shape: String.raw`x*/\*.ts`,
      known: false,
      isGlob: false,
    })
    expect(read('a *.ts').programs[0]?.words[1]).toEqual({
      text: '*.ts',
      shape: '*.ts',
      known: false,
      isGlob: true,
    })
  })
})

describe('what cannot be known is reported', () => {
  test.for<[string, string, readonly string[]]>([
    ['nothing', 'a b; if ($x) { c }', []],
    ['a name', '& $x y', ['run-time-name']],
    ['a name from a command', '& (gcm x) y', ['run-time-name']],
    ['a script', './x.ps1', ['unseen-script']],
    ['code that is called', '[scriptblock]::Create($x).Invoke()', ['hidden-code', 'hidden-code']],
    ['a quote', 'a "b', ['syntax']],
    ['a single quote', "a 'b", ['syntax']],
    ['a comment', 'a <# b', ['syntax']],
    ['a bracket', 'a (b', ['syntax']],
    ['a bracket that nothing opened', 'a ) b', ['syntax']],
    ['too much text', 'a '.repeat(40_000), ['too-large']],
    ['too many programs', 'a;'.repeat(2_000), ['too-large']],
    ['too deep', '('.repeat(500), ['too-deep', 'syntax']],
  ])('%s', ([, text, expected]) => expect(codes(text)).toEqual(expected))
})

test.for([
  "'",
  '"',
  '`',
  '$(',
  '@(',
  '@{',
  '{',
  '<#',
  '#',
  '@"\n',
  "@'\n",
  '[',
  '$x=',
  '(a).b(',
  '2>',
  '&',
  '. ',
])('a text of nothing but %s ends at once', (piece) => {
  const started = performance.now()
  read(piece.repeat(60_000 / piece.length))
  expect(performance.now() - started).toBeLessThan(1000)
})
