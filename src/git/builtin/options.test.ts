import { expect, test } from 'vitest'
import { isIssue } from '../../core/issue.ts'
import { parseOptions, type OptionTable } from './options.ts'

const TABLE: OptionTable = {
  flags: [
    { long: 'ignore-case', short: 'i' },
    { long: 'multiline', short: 'm', aliases: ['multi'] },
    { long: 'fix', short: 'f', value: 'one', choices: ['auto', 'lf'] },
    { long: 'ext', value: 'many' },
  ],
  rest: 'names',
}

function read(args: readonly string[], table: OptionTable = TABLE): unknown {
  const options = parseOptions('some-hook', args, table)
  if (isIssue(options)) return options.message
  const values = table.flags.map(({ long }) => [long, options.many(long)] as const)
  return { rest: options.rest, ...Object.fromEntries(values.filter(([, found]) => found.length > 0)) }
}

test.for([
  ['nothing', [], { rest: [] }],
  ['a switch in either form', ['-i', '--multiline'], { rest: [], 'ignore-case': [''], multiline: [''] }],
  ['switches that share a dash', ['-im'], { rest: [], 'ignore-case': [''], multiline: [''] }],
  ['an alias', ['--multi'], { rest: [], multiline: [''] }],
  ['a value after "="', ['--fix=lf'], { rest: [], fix: ['lf'] }],
  ['a value as the next word', ['--fix', 'lf'], { rest: [], fix: ['lf'] }],
  ['a value stuck to a short flag', ['-flf'], { rest: [], fix: ['lf'] }],
  ['a value after "=" of a short flag', ['-f=lf'], { rest: [], fix: ['lf'] }],
  ['a switch and a value under one dash', ['-if', 'lf'], { rest: [], 'ignore-case': [''], fix: ['lf'] }],
  ['a flag that may be repeated', ['--ext=a', '--ext', 'b'], { rest: [], ext: ['a', 'b'] }],
  ['an empty value', ['--ext='], { rest: [], ext: [''] }],
  ['a lone dash as a value', ['--ext', '-'], { rest: [], ext: ['-'] }],
  ['names between flags', ['a', '-i', 'b'], { rest: ['a', 'b'], 'ignore-case': [''] }],
  ['anything after "--"', ['--', '-i', '--fix'], { rest: ['-i', '--fix'] }],
] as const)('takes %s', ([, args, expected]) => expect(read(args)).toEqual(expected))

test.for([
  ['an unknown flag', ['--bogus'], '"--bogus" is not known'],
  ['an unknown short flag', ['-ix'], '"-x" is not known'],
  ['an abbreviation', ['--ignore'], '"--ignore" is not known'],
  ['a missing value', ['--fix'], '"--fix" needs a value'],
  ['a flag where a value is due', ['--ext', '-i'], '"--ext" needs a value'],
  ['a value for a switch', ['--ignore-case=yes'], '"--ignore-case" takes no value'],
  ['a repeated switch', ['-i', '--ignore-case'], '"--ignore-case" is given twice'],
  ['a repeated value', ['-flf', '-fauto'], '"-f" is given twice'],
  ['a value that is no choice', ['--fix=LF'], '"LF" is not a value of "--fix" (auto, lf)'],
] as const)('refuses %s', ([, args, problem]) =>
  expect(read(args)).toBe(`The arguments of hook "some-hook" are wrong: ${problem}.`),
)

test('a refusal names what is accepted', () => {
  expect(parseOptions('h', ['-x'], TABLE)).toMatchObject({
    code: 'git.builtin.args',
    place: { hook: 'h' },
    hint: 'It takes: -i/--ignore-case, -m/--multiline, -f/--fix VALUE, --ext VALUE.',
  })
  expect(parseOptions('h', ['a'], { flags: [] })).toMatchObject({
    hint: 'It takes no arguments; remove `args`.',
  })
})

test('patterns must be given', () => {
  expect(read([], { flags: [], rest: 'patterns' })).toBe(
    'The arguments of hook "some-hook" are wrong: no pattern is given.',
  )
})
