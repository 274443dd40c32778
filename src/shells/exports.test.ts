import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { readExports } from './exports.ts'

const CERTAIN: readonly (readonly [string, string, Record<string, string>])[] = [
  ['a plain value', 'export A=1', { A: '1' }],
  ['several on one line', 'export A=1 B=2', { A: '1', B: '2' }],
  ['an empty value', 'export A=', { A: '' }],
  ['single quotes', `export A='x  $y'`, { A: 'x  $y' }],
  ['double quotes', 'export A="a b" B="x (y); z"', { A: 'a b', B: 'x (y); z' }],
  ['escapes in double quotes', String.raw`export A="\$x \"y\" \\ \n"`, { A: String.raw`$x "y" \ \n` }],
  ['an escape outside quotes', String.raw`export A=a\ b\$c`, { A: 'a b$c' }],
  ['pieces in a row', `export A=a"b c"'d'`, { A: 'ab cd' }],
  ['a value over two lines', `export A='1\n2'\nexport B=3`, { A: '1\n2', B: '3' }],
  ['a continued line', 'export A=1 \\\n  B=2', { A: '1', B: '2' }],
  ['comments and blank lines', '# export X=1\n\nexport A=1 # one\n', { A: '1' }],
  ['a hash inside a word', 'export A=a#b', { A: 'a#b' }],
  ['the last one wins', 'export A=1\nexport A=2', { A: '2' }],
  ['an equals sign in the value', 'export A=b=c', { A: 'b=c' }],
  ['after a line that only reads it', 'export A=1\ntest -n "$A"\nexport B=2', { A: '1', B: '2' }],
]

const UNCERTAIN: readonly (readonly [string, string, Record<string, string>])[] = [
  ['a variable in the value', 'export A=1\nexport PATH=$HOME/bin:$PATH', { A: '1' }],
  ['one variable in quotes', 'export P="${HOME}/bin"\nexport B=2', { B: '2' }],
  ['a substitution', 'export A=1\nexport B="$(echo "it\'s")"\nexport C=3', { A: '1' }],
  ['a home directory', 'export A=~/x', {}],
  ['a pattern', 'export A=*', {}],
  ['braces', 'export A={a,b}', {}],
  ['two commands on a line', 'export A=1; export B=2', {}],
  ['a condition in front', 'export A=1\nfalse && export A=2', {}],
  ['a condition on the line before', 'false &&\nexport A=1', {}],
  ['a block', 'export A=1\nif false; then\nexport A=2\nexport B=1\nfi', {}],
  ['what follows a block', 'export A=1\nif true\nthen :\nfi\nexport B=2', { A: '1' }],
  ['an early end', 'exit\nexport A=1', {}],
  ['a function', 'f() {\nexport A=1\n}', {}],
  ['a here document', 'cat <<E >/dev/null\nexport A=1\nE', {}],
  ['unset', 'export A=1 B=2\nunset A', { B: '2' }],
  ['a later assignment', 'export A=1\nA=$B', {}],
  ['an assignment that is not exported', 'A=1', {}],
  ['a sourced file', 'export A=1\n. /dev/null\nexport B=2', { B: '2' }],
  ['a quote that never closes', `export A=1\nexport B='2`, { A: '1' }],
  [
    'names of object methods',
    'export __proto__=1',
    JSON.parse('{"__proto__":"1"}') as Record<string, string>,
  ],
  ['nothing', '', {}],
]

describe('certain', () => {
  test.for(CERTAIN)('%s', ([, script, wanted]) => expect(readExports(script)).toEqual(wanted))
})

describe('uncertain', () => {
  test.for(UNCERTAIN)('%s', ([, script, wanted]) => expect(readExports(script)).toEqual(wanted))
})

/** What is read as certain is what a shell really sets. */
test.skipIf(process.platform === 'win32').for([...CERTAIN, ...UNCERTAIN.slice(0, -3)])(
  'sh agrees: %s',
  ([, script]) => {
    const show = `${JSON.stringify(process.execPath)} -e 'process.stdout.write(JSON.stringify(process.env))'`
    const said = spawnSync('sh', ['-c', `trap ${quote(show)} EXIT\n${script}`], {
      env: { PATH: '/usr/bin:/bin', HOME: '/home/dev' },
      encoding: 'utf8',
    })
    expect(JSON.parse(said.stdout)).toMatchObject(readExports(script))
  },
)

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
