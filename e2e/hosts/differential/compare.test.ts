import { describe, expect, it } from 'vitest'
import { AGENTS } from '../agents/all.ts'
import type { Agent } from '../agents/agent.ts'
import type { Happened } from '../run-agent.ts'
import { commandsOf } from './answer.ts'
import { answersFor } from './compare-answer.ts'
import { differences } from './compare.ts'
import { factsOf, type Facts } from './facts.ts'

const facts: Facts = {
  ended: 'exit 0',
  ran: 'the command',
  hooks: ['PreToolUse-0'],
  requests: 2,
  model: ['make the file', 'done'],
  user: [],
}

describe('two runs', () => {
  it('do not differ when every fact is the same', () => {
    expect(differences(facts, { ...facts })).toEqual([])
  })

  it('differ in what ran', () => {
    expect(differences(facts, { ...facts, ran: 'nothing' })).toEqual([
      { fact: 'ran', native: 'the command', bridge: 'nothing' },
    ])
  })

  it('differ in the texts that only one of them has', () => {
    expect(differences(facts, { ...facts, model: ['make the file', 'no'] })).toEqual([
      { fact: 'model', native: 'done', bridge: 'no' },
    ])
  })

  it('differ in the order of the same texts', () => {
    expect(differences(facts, { ...facts, model: ['done', 'make the file'] })).toEqual([
      { fact: 'model', native: 'make the file | done', bridge: 'done | make the file' },
    ])
  })
})

describe('the facts of a run', () => {
  const happened: Happened = {
    exit: 0,
    isKilled: false,
    made: false,
    changed: true,
    asked: [
      {
        tools: [],
        results: 1,
        system: 'in /tmp/a-1/work',
        conversation: [{ text: 'hook [echo x]: MARK-ERR' }],
      },
    ],
    stdout:
      '{"type":"note","text":"MARK-SYS at 2026-11-16T22:25:28.935Z"}\n{"subtype":"hook_response","stdout":"MARK-RAW"}\n',
    stderr: 'warning\n',
    calls: ['bridge PreToolUse', 'PreToolUse-1', 'PreToolUse-0', 'bridge PreToolUse 0'],
    root: '/tmp/a-1',
  }

  it('are free of what differs between any two runs', () => {
    expect(factsOf(AGENTS[0] as Agent, happened, ['echo x'])).toEqual({
      ended: 'exit 0',
      ran: 'the rewritten command',
      hooks: ['PreToolUse-0', 'PreToolUse-1'],
      requests: 1,
      model: ['in ROOT/work', 'hook [COMMAND]: MARK-ERR'],
      user: ['MARK-SYS at TIME'],
    })
  })
})

describe.each(AGENTS)('the odd answers for $title', (agent) => {
  const answers = answersFor(agent)

  it('are at least 60, with names of their own', () => {
    expect(answers.length).toBeGreaterThanOrEqual(60)
    expect(new Set(answers.map(({ name }) => name)).size).toBe(answers.length)
  })

  it('cover every event that a run fires', () => {
    const covered = new Set(answers.flatMap(({ hooks }) => Object.keys(hooks)))
    expect([...covered]).toEqual(
      expect.arrayContaining([...Object.values(agent.events), ...agent.moreEvents]),
    )
  })

  it('have files for everything that their commands print', () => {
    for (const answer of answers) {
      const { commands, files } = commandsOf(answer, '/root')
      const printed = Object.values(commands)
        .flat()
        .flatMap((command) => command.match(/said\/\S+\.(?:out|err)/gu) ?? [])
      expect(printed.toSorted()).toEqual(Object.keys(files).toSorted())
    }
  })
})
