import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Answer } from '../../src/core/decision.ts'
import type { Dialect } from '../../src/dialects/dialect.ts'
import { CASES, NEW_INPUT, TEXT, type MatrixCase } from './cases.ts'
import { cell, hosts, type Cell } from './cell.ts'
import { FAILURES } from './failures.ts'

describe.each(hosts)('$title as host', (host) => {
  describe.each(CASES)('$name', (wanted) => {
    test.each(hosts)('written for $title', async (speaker) => {
      const found = await cell(wanted, speaker, host)
      if (typeof found !== 'string') expectMeaning(found, wanted, speaker)
    })
  })

  test('replies exactly so', async () => {
    const told = await repliesOf(host)
    const file = join(import.meta.dirname, `replies/${host.name}.json`)
    if (process.env['UPDATE_MATRIX'] !== undefined) writeFileSync(file, JSON.stringify(told, undefined, 2))
    expect(told).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  })
})

/** The reply to each case, and the dialects of the hooks that get it. */
type Replies = Record<string, readonly { readonly writtenFor: string; readonly reply: unknown }[]>

async function repliesOf(host: Dialect): Promise<Replies> {
  const entries = CASES.map(async (wanted) => {
    const found = new Map<string, string[]>()
    for (const speaker of hosts) {
      const reply = JSON.stringify(shown(await cell(wanted, speaker, host)))
      found.set(reply, [...(found.get(reply) ?? []), speaker.name])
    }
    const groups = [...found].map(([reply, speakers]) => ({
      writtenFor: speakers.length === hosts.length ? 'every host' : speakers.join(', '),
      reply: JSON.parse(reply) as unknown,
    }))
    return [wanted.name, groups] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

function shown(found: Awaited<ReturnType<typeof cell>>): unknown {
  if (typeof found === 'string') return found
  const { reply, verdict } = found
  return { ...reply, ...(verdict.lost.length > 0 && { lost: verdict.lost.map(({ what }) => what) }) }
}

function expectMeaning(found: Cell, wanted: MatrixCase, speaker: Dialect): void {
  switch (wanted.name) {
    case 'rewrite':
      return expectRewrite(found)
    case 'context':
      return expectContext(found)
    case 'crash':
    case 'hang':
    case 'garbage':
      return expectFailure(found, FAILURES[speaker.name]?.[wanted.name] ?? 'goes on')
    case 'guard':
      return expectDecision(found, 'deny')
    case 'ask':
      return expectDecision(found, 'ask')
    default:
      return expectHeldBack(found)
  }
}

/** The decision itself, the next stricter one that the host knows, or a loss that is told. */
function expectDecision({ spec, heard, verdict }: Cell, decision: 'ask' | 'deny'): void {
  const known = [decision, 'deny' as const].find((each) => spec.decisions.includes(each))
  if (known === undefined) {
    expect(verdict.lost.map(({ what }) => what)).toContain(decision)
    return
  }
  expect(heard.decision).toBe(known)
  expect(heard.reason ?? '').toContain(TEXT)
}

/** Where a host has no deny of its own, the reason stops the turn or reaches the model as context. */
function expectHeldBack({ spec, heard, verdict }: Cell): void {
  if (!spec.decisions.includes('deny')) {
    const lost = verdict.lost.map(({ what }) => what)
    expect([...lost, ...verdict.effects.map(({ kind }) => kind)]).toContainEqual(
      expect.stringMatching(/^(?:deny|add-context|stop)$/),
    )
    return
  }
  const texts = heard.effects.map((effect) => ('text' in effect ? effect.text : stopReason(effect)))
  expect([heard.reason ?? '', ...texts].join('\n')).toContain(TEXT)
}

function stopReason(effect: Answer['effects'][number]): string {
  return effect.kind === 'stop' ? (effect.reason ?? '') : ''
}

function expectRewrite({ spec, heard }: Cell): void {
  if (!spec.effects.includes('rewrite-input')) {
    expect(heard.decision).toBe('deny')
    return
  }
  const rewrite = heard.effects.find((effect) => effect.kind === 'rewrite-input')
  expect(rewrite?.input).toMatchObject(NEW_INPUT)
}

function expectContext({ spec, heard, verdict }: Cell): void {
  if (!spec.effects.includes('add-context')) {
    expect(verdict.lost.map(({ what }) => what)).toContain('add-context')
    return
  }
  expect(textsOf(heard)).toContain(TEXT)
}

function expectFailure({ heard, spec, reply }: Cell, means: 'goes on' | 'deny'): void {
  if (means === 'deny' && spec.decisions.includes('deny')) expect(heard.decision).toBe('deny')
  else expect(['none', 'allow']).toContain(heard.decision)
  // Some hosts show a message only beside exit code 1, which they take for a hook that failed and go on.
  expect(heard.failure).toBe(reply.exitCode === 1 && means === 'goes on' ? 'crash' : undefined)
}

function textsOf({ effects }: Answer): string {
  return effects.map((effect) => (effect.kind === 'add-context' ? effect.text : '')).join('\n')
}
