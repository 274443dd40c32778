import { describe, expect, test } from 'vitest'
import { hook } from '../../../../test/helpers/builders.ts'
import type { HookSubject } from '../../../core/event.ts'
import type { MatcherSpec } from '../../../core/matcher.ts'
import { patternFor, type PatternTarget } from './pattern.ts'

const NATIVE: HookSubject = { tool: { Bash: ['shell'], Edit: ['edit', 'patch'], Read: ['view'] } }
const rules = { nameCharacters: /^[A-Za-z0-9_\-, |]+$/, separators: /[|,]/ }
const canonical: PatternTarget = { subject: 'tool', rules }
const own: PatternTarget = { ...canonical, testsNative: true }
const renamed: PatternTarget = {
  ...canonical,
  nativeNames: (name) => ({ Bash: ['sh', 'pwsh'] })[name] ?? [name],
}
const anchored: PatternTarget = { ...canonical, isAnchored: true }
const linear: PatternTarget = { ...canonical, isLinear: true }

const names = (...list: string[]): MatcherSpec => ({ kind: 'names', names: list })
const regex = (source: string): MatcherSpec => ({ kind: 'regex', source })

const ROWS: readonly (readonly [
  string,
  MatcherSpec,
  HookSubject | undefined,
  PatternTarget,
  string | undefined,
  string[],
])[] = [
  ['everything has no text', { kind: 'all' }, 'tool', canonical, undefined, []],
  ['names stay names', names('Bash', 'Edit'), 'tool', canonical, 'Bash|Edit', []],
  ['an event without a subject has no matcher', names('x'), undefined, canonical, undefined, []],
  ['a name with a dot is escaped', names('mcp__a.b'), 'tool', canonical, String.raw`^(?:mcp__a\.b)$`, []],
  ['a list without names fits nothing', names(), 'tool', canonical, '(?!)', []],
  ['names of the host become canonical', names('shell', 'view'), NATIVE, canonical, 'Bash|Read', []],
  ['one of two names of a tool is told', names('edit'), NATIVE, canonical, 'Edit', ['note']],
  ['a name that never fitted is told', names('Bash'), NATIVE, canonical, 'Bash', ['wider']],
  ['unless either name counts', names('Bash'), { ...NATIVE, either: true }, canonical, 'Bash', []],
  ['a name of an object is a name', names('constructor'), NATIVE, canonical, 'constructor', []],
  ['an alternation of names is names', regex('^(?:shell|view)$'), NATIVE, canonical, 'Bash|Read', []],
  ['a regex over canonical names stays', regex('mcp__.*'), 'tool', canonical, 'mcp__.*', []],
  ['a regex of letters stays a regex', regex('Bash'), 'tool', canonical, '(?:Bash)', []],
  ['a regex over names of the host is left out', regex('^(?:s.*)$'), NATIVE, canonical, undefined, ['wider']],
  ['and kept where native names are tested', regex('^(?:s.*)$'), NATIVE, own, '^(?:s.*)$|^(?:Bash)$', []],
  ['names become those of the target', names('Bash', 'Read'), 'tool', renamed, 'sh|pwsh|Read', []],
  ['a regex does not', regex('B.sh'), 'tool', renamed, undefined, ['wider']],
  ['a regex that is looked for, where it must fit', regex('^Ba'), 'tool', anchored, '.*(?:^Ba).*', []],
  ['look-around where there is none', regex('^(?!Read)'), 'tool', linear, undefined, ['wider']],
  ['a back reference where there is none', regex(String.raw`(a)\1`), 'tool', linear, undefined, ['wider']],
  ['another subject', names('auto'), { field: 'trigger' }, canonical, undefined, ['wider']],
  [
    'the same subject',
    names('auto'),
    { field: 'trigger' },
    { ...canonical, subject: { field: 'trigger' } },
    'auto',
    [],
  ],
]

test('the tools of a native event are its matcher', () => {
  const shell = { native: 'beforeShell', tools: ['Bash'], subject: 'command' } as const
  expect(patternFor(hook({ ...shell, matcher: { kind: 'all' } }), canonical)).toEqual({
    text: 'Bash',
    losses: [],
  })
  const mcp = { native: 'beforeMcp', tools: ['mcp__*'], matcher: { kind: 'all' } } as const
  expect(patternFor(hook(mcp), canonical)).toEqual({ text: '^mcp__', losses: [] })
})

test('and stay it where its own cannot be kept', () => {
  const shell = { tools: ['Bash'], subject: 'command', matcher: regex('git push') } as const
  const { text, losses } = patternFor(hook(shell), canonical)
  expect(text).toBe('Bash')
  expect(losses.map(({ effect }) => effect)).toEqual(['wider'])
})

describe('patternFor', () => {
  test.for(ROWS)('%s', ([, matcher, subject, target, text, effects]) => {
    const pattern = patternFor(hook({ matcher, ...(subject !== undefined && { subject }) }), target)
    const { subject: _s, ...without } = hook({ matcher })
    const found = subject === undefined ? patternFor(without, target) : pattern
    expect(found.text).toBe(text)
    expect(found.losses.map(({ effect }) => effect)).toEqual(effects)
  })
})
