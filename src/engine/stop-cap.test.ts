import { expect, test } from 'vitest'
import { toolEvent } from '../../test/helpers/builders.ts'
import { emptyVerdict, type Verdict } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import { createStopCap } from './stop-cap.ts'

const { tool: _, ...turnEnd } = toolEvent('Bash', {}, { name: 'Stop', sessionId: 's1' })
const denied: Verdict = { ...emptyVerdict, decision: 'deny', reason: 'tests' }
const goingOn: Verdict = { ...emptyVerdict, effects: [{ kind: 'keep-going', text: 'tests' }] }

function decisions(cap: ReturnType<typeof createStopCap>, times: number, event: Event = turnEnd) {
  return Array.from({ length: times }, () => cap.apply(event, denied).decision)
}

test('R57 the ninth block in a row lets go with a warning, and the count begins anew', () => {
  const cap = createStopCap(8)
  expect(decisions(cap, 8)).toEqual(Array(8).fill('deny'))
  const released = cap.apply(turnEnd, denied)
  expect(released).toMatchObject({ decision: 'none', issues: [{ code: 'stop.cap' }] })
  expect(released).not.toHaveProperty('reason')
  expect(decisions(cap, 8)).toEqual(Array(8).fill('deny'))
})

test.for([
  [
    'a tool call in between',
    (cap: ReturnType<typeof createStopCap>) => cap.hear(toolEvent('Bash', {}, { sessionId: 's1' })),
  ],
  [
    'a turn that ends in between',
    (cap: ReturnType<typeof createStopCap>) => cap.apply(turnEnd, emptyVerdict),
  ],
] as const)('%s begins the count anew', ([, between]) => {
  const cap = createStopCap(2)
  expect(decisions(cap, 2)).toEqual(['deny', 'deny'])
  between(cap)
  expect(decisions(cap, 3)).toEqual(['deny', 'deny', 'none'])
})

test('sessions and agents are counted on their own', () => {
  const cap = createStopCap(1)
  const others = [
    { ...turnEnd, sessionId: 's2' },
    { ...turnEnd, agent: { id: 'a' } },
  ]
  expect([turnEnd, ...others].flatMap((event) => decisions(cap, 1, event))).toEqual(['deny', 'deny', 'deny'])
})

test('context that keeps the turn going counts as well', () => {
  const cap = createStopCap(1)
  cap.apply(turnEnd, goingOn)
  expect(cap.apply(turnEnd, goingOn).effects.map(({ kind }) => kind)).toEqual(['message'])
})

test.for([
  [{ remedy: 'set HOST_STOP_CAP' }, 'Let the hook look at `stop_hook_active`, or set HOST_STOP_CAP.'],
  [{}, 'Let the hook look at `stop_hook_active`.'],
] as const)('the hint says how to allow more: %j', ([options, hint]) => {
  const cap = createStopCap(0, options)
  expect(cap.apply(turnEnd, { ...emptyVerdict, decision: 'deny' }).issues).toMatchObject([{ hint }])
})

test('a turn that the host says is the first begins the count anew', () => {
  const cap = createStopCap(2)
  expect(decisions(cap, 2)).toEqual(['deny', 'deny'])
  const first: Event = { ...turnEnd, fields: { stop_hook_active: false } }
  expect(decisions(cap, 1, first)).toEqual(['deny'])
  const again: Event = { ...turnEnd, fields: { stop_hook_active: true } }
  expect(decisions(cap, 2, again)).toEqual(['deny', 'none'])
})

test('turns that the host counts itself are left to it', () => {
  const cap = createStopCap(1, { isLeftToHost: ({ name }) => name === 'Stop' })
  expect(decisions(cap, 3)).toEqual(['deny', 'deny', 'deny'])
  expect(decisions(cap, 2, { ...turnEnd, name: 'SubagentStop' })).toEqual(['deny', 'none'])
})

test('R57 a host that has the bridge twice is let go by both at once', () => {
  let now = 0
  const kept = new Map<string, { count: number; at: number }>()
  const counts = {
    get: (key: string) => kept.get(key),
    set: (key: string, count: number) => void kept.set(key, { count, at: (now += 1) }),
    delete: (key: string) => void kept.delete(key),
  }
  const end = () => {
    const both = [1, 2].map(() => createStopCap(2, { counts, startedAt: now }))
    return both.map((cap) => cap.apply(turnEnd, denied).decision)
  }
  expect([end(), end(), end(), end()]).toEqual([
    ['deny', 'deny'],
    ['deny', 'deny'],
    ['none', 'none'],
    ['deny', 'deny'],
  ])
})

test('sessions without an id are counted by project', () => {
  const cap = createStopCap(1)
  const { sessionId: _id, ...unnamed } = turnEnd
  expect(decisions(cap, 1, unnamed)).toEqual(['deny'])
  expect(decisions(cap, 1, { ...unnamed, projectDir: '/another' })).toEqual(['deny'])
  expect(decisions(cap, 1, { ...unnamed, host: 'another' })).toEqual(['deny'])
  expect(decisions(cap, 1, unnamed)).toEqual(['none'])
})
