import { expect, test } from 'vitest'
import { analyze } from './analyze.ts'

/** The programs of a line, `?` before words that are not known, and then the codes of what cannot be known. */
function shown(line: string): readonly string[] {
  const { programs, unanalysable } = analyze(line)
  return [
    ...programs.map(({ words }) => words.map(({ text, known }) => (known ? text : `?${text}`)).join(' ')),
    ...unanalysable.map(({ code }) => `! ${code}`),
  ]
}

test.for([
  ['a plain command', 'git status -s', ['git status -s']],
  ['quotes and escapes', `'r'm "-rf" \\/`, ['rm -rf /']],
  ['ANSI-C quotes', "$'\\x72m' x", ['rm x']],
  ['braces', '{rm,-rf,/}', ['rm -rf /']],
  ['$IFS', 'rm${IFS}-rf$IFS/', ['rm -rf /']],
  ['an expansion within a word', 'r$(true)m x', ['rm x', 'true']],
  ['variables of the line', 'X=git; Y=stash; $X $Y', ['git stash']],
  ['a default that is assigned', '${v:=rm} x', ['rm x', '?${v:=rm} x', 'x', '! run-time-name']],
  ['a name only known at run time', '$X x', ['?$X x', 'x', '! run-time-name']],
  ['the output of echo', '$(echo rm) x', ['rm x', 'echo rm']],
  ['eval', 'eval "rm -rf" x', ['eval rm -rf x', 'rm -rf x']],
  ['a function', 'ls() { rm "$1"; }; ls x', ['rm x']],
  ['a wrapper', 'sudo rm x', ['sudo rm x', 'rm x']],
  ['a rare wrapper', 'setarch x86_64 -R rm x', ['setarch x86_64 -R rm x', 'rm x']],
  ['a wrapper with an operand', 'logsave -a log rm x', ['logsave -a log rm x', 'rm x']],
  ['a shell within another one', `sudo sh -c 'rm x'`, ['sudo sh -c rm x', 'sh -c rm x', 'rm x']],
  ['a here-document for a shell', 'sh <<E\nrm x\nE', ['sh', 'rm x']],
  ['each value of a loop', 'for f in a b; do rm $f; done', ['rm a', 'rm b']],
  ['either value of a variable', 'X=a; if t; then X=b; fi; rm $X', ['t', 'rm b', 'rm a']],
  ['invalid bash', 'rm x; (', ['rm x', '! syntax']],
] as const)('%s', ([, line, expected]) => {
  expect(shown(line)).toEqual(expected)
})

test.for([
  ['foo 3 rm -rf x', ['rm -rf x']],
  ['foo --flag sudo rm x', ['sudo rm x', 'rm x']],
  ["foo sh -c 'rm x'", ['sh -c rm x', 'rm x']],
  ['foo git push --force', ['git push --force']],
  ['foo rm x', []],
  ['foo install git', []],
  ['echo rm -rf x', []],
] as const)('%s: a program that is not known may run its words', ([line, expected]) => {
  expect(shown(line)).toEqual([line.replaceAll("'", ''), ...expected])
  expect(
    analyze(line)
      .programs.slice(1)
      .some(({ certain }) => certain),
  ).toBe(false)
})

test.for([
  'a < f | b > f; sh f',
  'cat < f > g; cat < g > f; sh f',
  '</dev/null a | b | xargs c | 2>/dev/null d',
])('%s: files and pipes in a circle end', (line) => {
  expect(shown(line)).not.toContain('! not-analysed')
})

test.for([
  ['cd / && rm -rf *', '/'],
  ['(cd /; ls); rm x', '.'],
  ['cd a; cd ../b; rm x', 'b'],
  ['cd; rm x', '~'],
  ['cd "$(mktemp -d)"; rm x', undefined],
  ['pushd a; popd; rm x', '.'],
  ['CDPATH=/ cd etc && rm x', '/etc'],
  ['export CDPATH=.:/; cd etc; rm x', '/etc'],
  ['export CDPATH=/; cd ./etc; rm x', 'etc'],
] as const)('%s runs rm in %s', ([line, path]) => {
  const program = analyze(line).programs.find(({ name }) => name === 'rm')
  expect(program?.folder).toEqual(path === undefined ? { kind: 'unknown' } : { kind: 'known', path })
})

test.for([undefined, null, 5, {}, ['ls']])('%j is not taken for a line that runs nothing', (line) => {
  expect(analyze(line as string)).toMatchObject({
    programs: [],
    unanalysable: [{ code: 'no-text' }],
  })
})

test.for<readonly [string, string]>([
  ['a file of code', `cat > a.js <<'EOF'\n${'function f() { return { a: 1 } }\n'.repeat(400)}EOF\n`],
  ['a file of JSON', `cat > a.json <<EOF\n[${'{"id":1,"v":{"a":[1,2]}},'.repeat(800)}0]\nEOF\n`],
  ['code in quotes', `node -e '${'if (a) { b({}) }\n'.repeat(500)}'`],
])('the braces in %s are no reason not to read the line', ([, line]) => {
  expect(shown(`${line}\nrm -rf x`)).toContain('rm -rf x')
  expect(analyze(line).unanalysable.map(({ code }) => code)).not.toContain('too-large')
})
