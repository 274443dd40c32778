import { expect, it } from 'vitest'
import { AGENTS } from './agents/all.ts'
import type { Agent } from './agents/agent.ts'
import { CASES } from './cases.ts'
import type { Happened } from './run-agent.ts'

const agent = AGENTS[0] as Agent
const request = { tools: ['Bash'], results: 0, system: 'You are an agent.', conversation: ['make the file'] }

/** An agent that calls its hooks and goes on as if they had said nothing. */
const ignored: Happened = {
  exit: 0,
  isKilled: false,
  made: true,
  changed: false,
  asked: [request, { ...request, results: 1 }],
  stdout: 'All done.',
  stderr: '',
  calls: ['bridge PreToolUse', 'bridge PreToolUse 0'],
  root: '/tmp/run',
}

it.each(CASES)('$name: fails where the agent does not call the bridge', ({ missing }) => {
  expect(missing({ ...ignored, calls: [] }, agent)).toContain('the bridge was not called')
})

it.each(CASES)('$name: fails where the agent has to be killed', ({ missing }) => {
  expect(missing({ ...ignored, isKilled: true }, agent)).toContain('the agent did not end by itself')
})

it.each(CASES.filter(({ name }) => name !== 'nothing to do'))(
  '$name: fails where the agent ignores what the hook said',
  ({ missing }) => {
    expect(missing(ignored, agent)).not.toEqual([])
  },
)

it('nothing to do: holds where nothing happens, and fails where the bridge fails or speaks', () => {
  const missing = CASES.find(({ name }) => name === 'nothing to do')?.missing
  expect(missing?.(ignored, agent)).toEqual([])
  expect(missing?.({ ...ignored, calls: ['bridge Stop 64'] }, agent)).toEqual([
    'the bridge failed: bridge Stop 64',
  ])
  expect(missing?.({ ...ignored, stderr: 'hookwright: an error' }, agent)).toEqual([
    'the user read something of the bridge',
  ])
})

it('the eleven cases have names of their own', () => {
  expect(new Set(CASES.map(({ name }) => name)).size).toBe(11)
})
