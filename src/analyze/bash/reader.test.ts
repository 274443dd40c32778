import { describe, expect, test } from 'vitest'
import type { Program } from '../line.ts'
import { readBash } from './reader.ts'

const START = { folder: { kind: 'known', path: '.' }, variables: new Map() } as const

function programs(line: string): readonly string[] {
  return readBash(line, START).programs.map(shown)
}

function shown({ words }: Program): string {
  return words.map(({ text, known }) => (known ? text : `?${text}`)).join(' ')
}

function codes(line: string): readonly string[] {
  return readBash(line, START).unanalysable.map(({ code }) => code)
}

describe('B01, B02, B03 words are what the program gets', () => {
  test.for([
    ['r\\m "-rf" \'/\'', ['rm -rf /']],
    ['$"rm" x', ['rm x']],
    ['rm {a,b}{1..2}', ['rm a1 a2 b1 b2']],
    ['rm {a,\'b,c\',"d e"}', ['rm a b,c d e']],
    ['rm ~ "~" a/*.ts "a*"', ['rm ?~ ~ ?a/*.ts a*']],
    ['X=abc; rm ${X^} ${X%c} ${X#a} ${X/b/x} ${X:1:1} ${#X}', ['rm Abc ab bc axc b 3']],
    ['X=a Y=X; rm ${!Y}', ['rm a']],
    ['a=(x "y z"); rm "${a[@]}" ${a[1]}', ['rm x y z y z']],
    ['set -- a "b c"; rm "$@" $2 $#', ['set -- a b c', 'rm a b c b c 2']],
    ['IFS=:; X=a:b; rm $X', ['rm a b']],
    ['unset X; rm a${X}b', ['unset X', 'rm ab']],
    ['read -r X <<< rm; $X y', ['read -r X', 'rm y']],
    ['printf -v X %s rm; $X y', ['printf -v X %s rm', 'rm y']],
    ['X=$(printf "%s" rm); $X y', ['printf %s rm', 'rm y']],
    ['rm $((1+1)) $UNKNOWN', ['rm ?$((1+1)) ?$UNKNOWN']],
    ['$(which rm) x', ['?$(which rm) x', 'which rm']],
    ['kill $(cat x.pid)', ['kill ?$(cat x.pid)', 'cat x.pid']],
    ['env $(cat .env | xargs) a', ['env ?$(cat .env | xargs) a', 'cat .env', 'xargs']],
    ['echo $(bash <(cat x))', ['echo ?$(bash <(cat x))', 'bash ?<(cat x)', 'cat x']],
  ] as const)('%s', ([line, expected]) => {
    expect(programs(line)).toEqual(expected)
    expect(codes(line)).toEqual([])
  })
})

describe('B07 names mean what the line makes of them', () => {
  test.for([
    ['ls() { rm "$1"; }; ls x', ['rm x']],
    ['f() { g "$@"; }; g() { rm "$2"; }; f a b', ['rm b']],
    ['f() { rm x; }', ['rm x']],
    ["alias a='rm -f'; a x", ['alias a=rm -f', 'a x', 'rm -f x']],
    ['cp /bin/rm x; ./x y', ['cp /bin/rm x', './x y', '/bin/rm y']],
    ['if a; then ls() { rm x; }; fi; ls', ['a', 'ls', 'rm x']],
  ] as const)('%s', ([line, expected]) => {
    expect(programs(line)).toEqual(expected)
  })
})

describe('B08, B09 every command is found', () => {
  test.for([
    ['A=1 B=2 rm x', ['rm x']],
    ['! { (rm x); }', ['rm x']],
    ['a; b && c || d | e & f', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['case $x in a) b;; *) c;; esac', ['b', 'c']],
    ['while a; do b; done; until c; do d; done', ['a', 'b', 'c', 'd']],
    ['for f in $X; do rm $f; done', ['rm ?$f']],
    ['coproc rm x', ['rm x']],
    ['a # b\nc', ['a', 'c']],
    ['a\r\nb\r\n', ['a', 'b']],
    ['r\\\nm x', ['rm x']],
    ['trap "rm x" EXIT', ['trap rm x EXIT', 'rm x']],
    ['cat <<E\n$(rm x)\nE', ['cat', 'rm x']],
    ['X=$(rm x)', ['rm x']],
    ['source <(echo rm x)', ['source ?<(echo rm x)', 'echo rm x', 'rm x']],
  ] as const)('%s', ([line, expected]) => {
    expect(programs(line)).toEqual(expected)
  })
})

describe('B10 files that the shell opens', () => {
  test.for([
    ['a > f', [['write', 'f']]],
    ['a >> f 2>&1', [['append', 'f']]],
    ['a >| f', [['write', 'f']]],
    ['a &> f', [['write', 'f']]],
    ['a <> f', [['read-write', 'f']]],
    ['a {fd}> f', [['write', 'f']]],
    ['> f', [['write', 'f']]],
    ['{ a; } > f', [['write', 'f']]],
    [
      'a < f 2> g',
      [
        ['read', 'f'],
        ['write', 'g'],
      ],
    ],
    ['X=f; a > $X.txt', [['write', 'f.txt']]],
  ] as const)('%s', ([line, expected]) => {
    const [program] = readBash(line, START).programs
    expect(program?.redirections.map(({ mode, target }) => [mode, target.text])).toEqual(expected)
  })
})

describe('standard input', () => {
  test.for([
    ['(a; b) | c', { from: 'pipe', programs: [0, 1] }],
    ['a > f | c', { from: 'pipe', programs: [] }],
    ['c < f', { from: 'file', file: { text: 'f' } }],
    ['c <<< x', { from: 'text', text: { text: 'x\n', known: true } }],
    ['X=y; c <<E\n$X\nE', { from: 'text', text: { text: 'y\n', known: true } }],
    ['c < <(a)', { from: 'pipe', programs: [1] }],
    ['c 3<<< x <&3', { from: 'text', text: { text: 'x\n' } }],
    ['a > >(c)', { from: 'pipe', programs: [0] }],
  ] as const)('%s', ([line, input]) => {
    const program = readBash(line, START).programs.find(({ name }) => name === 'c')
    expect(program?.input).toMatchObject(input)
  })
})

describe('B14, B17 what cannot be known is reported', () => {
  test.for([
    ['$X y', ['run-time-name']],
    ['kill "$(cat /tmp/dev.pid)"', []],
    ['export FOO=$(cat .env | xargs)', []],
    ['a <(cat f) $(cat <(b))', []],
    ['eval '.repeat(600), ['too-large']],
    ['/bin/r? y', ['run-time-name']],
    ['eval "$X"', ['run-time-script']],
    ['eval "$(ssh-agent -s)"', []],
    ['rm x; fi', ['syntax']],
    ['r\u043c x', ['disguised-name']],
    ['r\u200bm x', ['disguised-name']],
    ['a\rb', ['control-character', 'disguised-name']],
    ['a \x01', ['control-character']],
    ['a '.repeat(40_000), ['too-large']],
    [`${'$('.repeat(300)}${')'.repeat(300)}`, ['too-deep']],
    [':(){ :|:& };:', ['recursion']],
    ['PATH=.:$PATH; a', ['name-redefined']],
    ['export PATH=$HOME/bin:$PATH', []],
    ['hash -p /bin/rm ls', ['name-redefined']],
    ['LD_PRELOAD=x a', ['loaded-code']],
    ['GIT_SSH_COMMAND=$X git fetch', ['run-time-command']],
    ["x='a[$(rm y)]'; ((x))", ['arithmetic-text']],
    ['a <<E\nx\nE ;', ['two-readings']],
  ] as const)('%j', ([line, expected]) => {
    expect(codes(line)).toEqual(expect.arrayContaining([...expected]))
    expect(codes(line)).toHaveLength(expected.length)
  })

  test('a command in a variable that others run may run', () => {
    const found = readBash("GIT_SSH_COMMAND='rm x' git fetch", START).programs
    expect(found.map((program) => [shown(program), program.certain])).toEqual([
      ['git fetch', true],
      ['rm x', false],
    ])
  })

  test('no sentence holds text of the line', () => {
    const { unanalysable } = readBash('$SECRET y; eval "$SECRET"; LD_PRELOAD=SECRET a', START)
    expect(unanalysable.map(({ why }) => why).filter((why) => why.includes('SECRET'))).toEqual([])
  })
})
