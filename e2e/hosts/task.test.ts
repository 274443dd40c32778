import { describe, expect, it } from 'vitest'
import { AGENTS } from './agents/all.ts'
import type { Agent } from './agents/agent.ts'
import { caseTable } from './table.ts'
import { exitCodeOf, type AgentReport } from './task.ts'
import { withBlock } from './write-docs.ts'
import { readOptions } from './options.ts'

type Result = { readonly name: string; readonly missing: readonly string[] }

const [first, second] = AGENTS as readonly [Agent, Agent]
const passed: AgentReport<Result> = {
  agent: first,
  version: '1.0.0',
  results: [{ name: 'deny', missing: [] }],
}
const failed: AgentReport<Result> = {
  agent: first,
  version: '1.0.0',
  results: [{ name: 'deny', missing: ['the command ran'] }],
}
const absent: AgentReport<Result> = { agent: second, missing: 'it could not be installed' }
const isFailed = ({ missing }: Result) => missing.length > 0

describe('the result of a run', () => {
  it.each([
    ['all passed', [passed], 0],
    ['a case failed', [failed], 1],
    ['an agent was not run', [passed, absent], 2],
    ['a case failed and an agent was not run', [failed, absent], 1],
  ] as const)('%s: exit code %s', (_name, reports, code) => {
    expect(exitCodeOf(reports, isFailed)).toBe(code)
  })

  it('is a table that never shows a missing agent as passed', () => {
    expect(caseTable(['deny', 'ask'], [failed, absent])).toBe(
      [
        '| case | Claude Code 1.0.0 | Codex CLI |',
        '| --- | --- | --- |',
        '| deny | **failed**: the command ran | not run |',
        '| ask | not run | not run |',
      ].join('\n'),
    )
  })

  it('goes between the comments of its block and nowhere else', () => {
    const page = 'before\n<!-- written by npm run x -->\nold\n<!-- end of x -->\nafter'
    expect(withBlock(page, 'x', 'new')).toBe(
      'before\n<!-- written by npm run x -->\n\nnew\n\n<!-- end of x -->\nafter',
    )
    expect(() => withBlock('no block', 'x', 'new')).toThrow('no block')
  })
})

describe('the command line', () => {
  it('takes agents as a list', () => {
    const options = readOptions(['--agent', 'claude,copilot'])
    expect(typeof options === 'string' ? options : options.agents.map(({ name }) => name)).toEqual([
      'claude',
      'copilot',
    ])
  })

  it.each([
    [['--agent', 'claud'], 'No agent is called "claud"'],
    [['--differental'], "Unknown option '--differental'"],
    [['--write-docs', '--agent', 'claude'], '--write-docs'],
    [['--write-docs', '--case', 'deny'], '--write-docs'],
  ])('%j is refused', (args, sentence) => {
    expect(readOptions(args)).toContain(sentence)
  })
})
