import { expect, test } from 'vitest'
import { lastValue, milliseconds, parseArgs, splitLeading, UsageError, type OptionSpec } from './args.ts'

const SPECS: readonly OptionSpec[] = [
  { name: 'host', value: 'HOST', choices: ['one', 'two'], help: '' },
  { name: 'source', value: 'SOURCE', repeatable: true, help: '' },
  { name: 'trust-project', value: 'DIGEST', optional: true, help: '' },
  { name: 'json', help: '' },
  { name: 'files', value: 'FILE', many: true, isHidden: true, help: '' },
  { name: 'verbose', short: 'v', aliases: ['chatty'], repeatable: true, isHidden: true, help: '' },
  { name: 'all', short: 'a', isHidden: true, help: '' },
]

test.for([
  ['a value follows its option', ['--host', 'one'], [], { host: ['one'] }],
  ['a value is attached', ['--host=one'], [], { host: ['one'] }],
  ['an attached value may hold "="', ['--source=a=b'], [], { source: ['a=b'] }],
  ['a repeatable option keeps its order', ['--source', 'b', '--source', 'a'], [], { source: ['b', 'a'] }],
  ['an optional value is never the next word', ['--trust-project', 'x'], ['x'], { 'trust-project': [''] }],
  ['a switch', ['--json', 'x'], ['x'], { json: [''] }],
  ['a dash alone is an argument', ['-'], ['-'], {}],
  ['S12 after "--" nothing is an option', ['--', '--json', '-x'], ['--json', '-x'], {}],
  [
    'many values end at the next option',
    ['--files', 'a', 'b', '--json', 'c'],
    ['c'],
    { files: ['a', 'b'], json: [''] },
  ],
  ['many values may be none', ['--files', '--json'], [], { files: [], json: [''] }],
  ['letters of switches stand together', ['-vav'], [], { verbose: ['', ''], all: [''] }],
  ['letters after "--" stay as they are', ['--', '-va'], ['-va'], {}],
  ['an option has a second name', ['--chatty'], [], { verbose: [''] }],
  ['S12 letters in a value stay as they are', ['--source', '-va'], [], { source: ['-va'] }],
  ["S12 nor inside another option's value", ['--source', '--json'], [], { source: ['--json'] }],
] as const)('%s', ([, argv, positionals, options]) => {
  const parsed = parseArgs(argv, SPECS)
  expect({ positionals: parsed.positionals, options: Object.fromEntries(parsed.options) }).toEqual({
    positionals,
    options,
  })
})

test.for([
  [
    '--hots',
    'Unknown option --hots; accepted: --host, --source, --trust-project, --json. Did you mean --host?',
  ],
  ['-x', 'Unknown option -x; accepted: --host, --source, --trust-project, --json.'],
  [
    '-json',
    'Unknown option -json; accepted: --host, --source, --trust-project, --json. Did you mean --json?',
  ],
  ['--host', '--host needs a value: one of one, two.'],
  ['--host=', '--host needs a value: one of one, two.'],
  ['--host=three', '--host is "three"; accepted: one, two.'],
  ['--host=tow', '--host is "tow"; accepted: one, two. Did you mean "two"?'],
  ['--json=yes', '--json takes no value.'],
  ['--trust-project=', '--trust-project needs a value: DIGEST.'],
  ['--json --json', '--json is given twice.'],
] as const)('%s is refused in one sentence', ([argv, message]) => {
  expect(() => parseArgs(argv.split(' '), SPECS)).toThrow(new UsageError(message))
})

test.for(['0', '-1', 'NaN', 'Infinity', '1e9', 'ten', '', ' '])(
  'R35 "%s" is no number of seconds',
  (text) => {
    const args = { positionals: [], options: new Map([['deadline', [text]]]) }
    expect(() => milliseconds(args, 'deadline')).toThrow(UsageError)
  },
)

test('the last of several values counts', () => {
  expect(lastValue(parseArgs(['--source', 'a', '--source', 'b'], SPECS), 'source')).toBe('b')
})

const LEADING: readonly OptionSpec[] = [
  { name: 'cd', short: 'C', value: 'DIR', help: '' },
  { name: 'quiet', short: 'q', repeatable: true, help: '' },
]

test.for([
  ['nothing', [], []],
  ['run -q', [], ['run', '-q']],
  ['-C sub run -q', ['-C', 'sub'], ['run', '-q']],
  ['--cd=sub -qq --quiet run', ['--cd=sub', '-qq', '--quiet'], ['run']],
  ['-C', ['-C'], []],
  ['-x run', [], ['-x', 'run']],
  ['-q -- run', ['-q'], ['--', 'run']],
] as const)('options before a name: %s', ([line, before, after]) => {
  const words = line === 'nothing' ? [] : line.split(' ')
  expect(splitLeading(words, LEADING)).toEqual({ before, after })
})
