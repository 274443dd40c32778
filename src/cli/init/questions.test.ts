import { expect, test } from 'vitest'
import { askPlan, type Choices, type Wishes } from './questions.ts'

const CHOICES: Choices = {
  agents: [
    { name: 'claude-code', title: 'Claude Code' },
    { name: 'codex-cli', title: 'Codex CLI' },
  ],
  importable: [{ name: 'claude-code', hooks: 3 }],
  hasFile: false,
  lacks: () => [],
}

type Row = readonly [
  claim: string,
  typed: readonly string[],
  expected: object,
  wishes?: Wishes,
  choices?: Partial<Choices>,
]

function plan(
  typed: readonly string[],
  wishes: Wishes,
  choices: Partial<Choices>,
): { said: string; plan: object } {
  const lines = [...typed]
  let said = ''
  const io = { err: (text: string) => void (said += text), readLine: () => lines.shift() }
  const { starters, ...rest } = askPlan(io, wishes, { ...CHOICES, ...choices })
  return { said, plan: { ...rest, starters: starters.map(({ name }) => name) } }
}

const DEFAULTS = { hosts: ['claude-code', 'codex-cli'], starters: ['push'], imports: ['claude-code'] }

test.for<Row>([
  ['three empty lines take the defaults', ['', '', ''], DEFAULTS],
  ['the end of input takes the defaults', [], DEFAULTS],
  [
    'names choose',
    ['codex-cli', 'push, format', 'n'],
    { hosts: ['codex-cli'], starters: ['push', 'format'], imports: [] },
  ],
  ['none chooses nothing', ['none', 'none', 'no'], { hosts: [], starters: [], imports: [] }],
  ['a name that does not exist is asked for again', ['codex', 'codex-cli', '', ''], { hosts: ['codex-cli'] }],
  [
    'what the command line says is not asked',
    [''],
    { hosts: ['codex-cli'], imports: [] },
    { hosts: ['codex-cli'], imports: false },
  ],
  [
    'a project with a file keeps it',
    [''],
    { hosts: ['claude-code', 'codex-cli'], starters: [], imports: [] },
    {},
    { hasFile: true },
  ],
])('%s', ([, typed, expected, wishes = {}, choices = {}]) => {
  expect(plan(typed, wishes, choices).plan).toMatchObject(expected)
})

test('a name that does not exist is named, with those that do', () => {
  expect(plan(['codex', '', '', ''], {}, {}).said).toContain(
    '"codex" is not one of claude-code, codex-cli, all, none.',
  )
})

test('hooks whose programs are not here are shown, and cannot be chosen', () => {
  const lacks: Choices['lacks'] = ({ needs = [] }) => needs.filter((program) => program === 'jq')
  const { said, plan: made } = plan(['', 'dangerous', 'all', ''], {}, { lacks })
  expect(said).toContain('not now: jq is not on PATH')
  expect(said).toContain('"dangerous" is not one of push, all, none.')
  expect(made).toMatchObject({ starters: ['push'] })
})

test('an answer that is neither yes nor no is asked for again', () => {
  expect(plan(['', '', 'maybe', 'n'], {}, {}).plan).toMatchObject({ imports: [] })
})

test('questions are numbered by what is asked', () => {
  const { said } = plan([''], {}, { agents: [], importable: [] })
  expect(said).toMatch(/^1\. Which hooks to begin with/)
})

test('without a terminal nothing is asked', () => {
  const said: string[] = []
  const made = askPlan({ err: (text) => void said.push(text), readLine: undefined }, {}, CHOICES)
  expect([said, made.hosts]).toEqual([[], ['claude-code', 'codex-cli']])
})
