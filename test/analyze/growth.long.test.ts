import { describe, expect, test } from 'vitest'
import { analyze } from '../../src/analyze/analyze.ts'
import { bestCpuMs } from '../helpers/cpu-time.ts'

const LIMIT_MS = 50
const SIZE = 65_000

function full(text: string, size = SIZE): string {
  return text.repeat(Math.floor(size / text.length))
}

function counted(count: number, text: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => text(at)).join('')
}

const LINES: readonly (readonly [name: string, line: string])[] = [
  ['1 MB', 'rm -rf x; '.repeat(100_000)],
  ['one name of 64 KB', `${full('1')}x`],
  ['arithmetic with one name of 60 KB', `${'(('.repeat(20)}${full('x', 60_000)}`],
  ['braces and quotes', full('{"a b ')],
  ['braces and substitutions', full('{$(a)')],
  ['braces that close late', `${full('{a,', 30_000)}${full('}', 30_000)}`],
  ['a vi command of blanks', `vim -c ':sil${full(' ', 60_000)}x' f`],
  ['a printf of zeros', `printf '%${full('0', 60_000)}' x | sh`],
  ['a sed script of digits', `sed '${full('1', 60_000)}' f`],
  ['10,000 commands', 'a b;'.repeat(10_000)],
  ['10,000 pipes', `a${'|b c'.repeat(10_000)}`],
  ['40 nested substitutions', `${'echo $('.repeat(40)}rm x${')'.repeat(40)}`],
  ['1,000 nested substitutions', `${'$('.repeat(1_000)}rm x${')'.repeat(1_000)}`],
  ['200 nested substitutions in quotes', `${'echo "$('.repeat(200)}rm x${')"'.repeat(200)}`],
  ['a variable that doubles 2,000 times', `a=xx;${counted(2_000, () => 'a=$a$a;')}rm $a`],
  ['variables that double each other', `a0=xx;${counted(60, (at) => `a${at + 1}=$a${at}$a${at};`)}rm $a60`],
  ['a value that is replaced by itself', `x=${'a'.repeat(16_000)};y=\${x//a/$x};rm $y`],
  ['3,000 variables', `${counted(3_000, (at) => `v${at}=x;`)}${full('$v1 ', 20_000)}`],
  ['800 exported variables', counted(800, (at) => `export v${at}=x;`)],
  ['subshells with 800 variables', `${counted(800, (at) => `v${at}=x;`)}${'(a=1)|(b=2);'.repeat(400)}`],
  [
    'ten variables with two values',
    `${counted(10, (at) => `if a;then v${at}=1;else v${at}=2;fi;`)}${'rm $v0$v1$v2$v3$v4$v5$v6$v7$v8$v9;'.repeat(50)}`,
  ],
  ['30 loops in each other', `${'for a in 1 2;do '.repeat(30)}b $a;x=$x$a${';done'.repeat(30)}`],
  [
    'functions that call each other',
    'f(){ g;g;g; };g(){ h;h;h; };h(){ i;i;i; };i(){ j;j;j; };j(){ k;k;k; };k(){ l x;l y; };f',
  ],
  ['a function that calls itself', 'f(){ f $1$1 a; f b$1; };f a'],
  ['aliases of aliases', "alias a='b;b' b='c;c' c='d;d' d='e;e' e='f;f' f='g;g' g='h;h';a"],
  ['eval of eval', full('eval ')],
  ['2,000 evals', counted(2_000, (at) => `eval 'a${at}';`)],
  ['4,000 shells', counted(4_000, (at) => `sh -c ${at};`)],
  ['shells in shells', counted(12, () => 'sh -c "').concat('a')],
  ['wrappers', full('sudo ')],
  ['xargs', full('xargs ', 20_000)],
  ['find -exec', `find ${full('-exec ')}`],
  ['braces', full('{a,b}')],
  ['64 pairs of braces', '{a,b}'.repeat(64)],
  ['300 open braces', `${'{a,'.repeat(300)}${'x'.repeat(60_000)}`],
  ['a range of 100,000', 'rm {1..100000}'],
  ['1,000 conditions', full('if a;then b;else c;fi;')],
  ['here-documents', 'a <<E\nb\nE\n'.repeat(900)],
  ['expansions with defaults', full('${a:-b} ', 3_000)],
  ['trap', full("trap 'a' EXIT;")],
  ['cases', `case x in ${full('a) b;;')} esac`],
  ['cd', full('cd a;')],
  ['words', `echo ${full('a ')}`],
  ['settings of git', `git ${full('-c a=b ')}`],
  ['decoded text', `echo ${full('QUFB')}|base64 -d|sh`],
  ['a file and a pipe that feed each other', `{ ${'a;'.repeat(10)} } < f | { ${'b;'.repeat(10)} } > f; sh f`],
  [
    'many that feed each other',
    `{ ${'cat;'.repeat(60)} } < f | { ${'cat;'.repeat(60)} } > f; ${'sh f;'.repeat(300)}`,
  ],
  ['pipes through cat', `echo x${'|cat'.repeat(900)}|sh`],
  ...[
    '(',
    '$(',
    '"$(',
    '`',
    '`\\`',
    '$((',
    '((',
    '{a,',
    '[a',
    '@(a|',
    '<<E ',
    '#',
    ' ',
    '\n',
    '\\',
    '!',
    '${a:-',
    '<(',
    "$'",
  ].map((text) => [`64 KB of ${JSON.stringify(text)}`, full(text)] as const),
]

describe(`an analysis ends within ${LIMIT_MS} ms`, () => {
  test.for(LINES)('%s', async ([, line]) => {
    expect(await bestCpuMs(LIMIT_MS / 2, () => analyze(line))).toBeLessThan(LIMIT_MS)
  })
})
