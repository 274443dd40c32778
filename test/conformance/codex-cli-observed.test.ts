import { describe, expect, test } from 'vitest'
import type { Effect } from '../../src/core/decision.ts'
import { codexCli } from '../../src/dialects/codex-cli/index.ts'
import { codexReads, type CodexExit, type CodexOutcome } from '../helpers/codex-model.ts'
import { hook } from '../helpers/builders.ts'
import { toOutcome, type OutcomeRecord } from './outcomes.ts'
import { ROWS } from './helpers/codex-event-rows.ts'
import { DENY, pre, type Row, type Seen } from './helpers/codex-rows.ts'
import { perform } from './perform.ts'

/*
 * Each row is one hook in a file of Codex CLI that answers so, and what Codex CLI 0.166.0 was seen to make of it. The
 * names are those of the cases that were run. Each is tried three times: our reading must mean it, the model of Codex
 * that judges our replies must do it, and the reply that we make of our reading must do it to that model.
 */

describe.for(ROWS)('%s', ([event, rows]) => {
  test.for(rows)('%s', async ([, outcomes, seen]) => {
    const got = await performed(event, listed(outcomes))
    expect({
      decision: got.decision,
      reason: got.reason,
      effects: got.effects.filter((effect) => !isNotice(effect)),
      failure: got.failures.join(','),
    }).toEqual({
      reason: '',
      effects: [],
      failure: '',
      ...seen,
    })
  })

  test.for(rows)('%s: the model of Codex does it', ([, outcomes, seen]) => {
    const exits = listed(outcomes).flatMap((record) => exitOf(record) ?? [])
    // What a signal or a timeout ended gives Codex nothing to read.
    if (exits.length < listed(outcomes).length) return
    const reads = exits.map((exit) => codexReads(event, exit))
    expect(reads.some(({ failed }) => failed !== undefined)).toBe(seen.failure !== undefined)
    expect(doneBy(reads)).toEqual(wanted(seen))
  })

  test.for(rows)('%s: our reply does it', async ([, outcomes, seen]) => {
    const { reply } = await performed(event, listed(outcomes))
    const exit = { code: reply.exitCode, stdout: reply.stdout as string, stderr: reply.stderr }
    const read = codexReads(event, exit)
    expect(read.failed).toBeUndefined()
    expect(doneBy([read])).toEqual(wanted(seen))
  })
})

function listed(outcomes: Row[1]): readonly OutcomeRecord[] {
  return Array.isArray(outcomes) ? (outcomes as readonly OutcomeRecord[]) : [outcomes as OutcomeRecord]
}

function exitOf(record: OutcomeRecord): CodexExit | undefined {
  const outcome = toOutcome(record, hook({}))
  if (outcome.kind !== 'exited' || outcome.code === null) return undefined
  const { stdout, stderr, code } = outcome
  return { code, stdout: `${stdout.bom === undefined ? '' : '\uFEFF'}${stdout.text}`, stderr: stderr.text }
}

/** What comes of an action: it is held back or the turn is ended, allowed, changed, or a text goes to the model. */
type Done = {
  readonly isHeld: boolean
  readonly isAllowed: boolean
  readonly isChanged: boolean
  readonly context: string
}

/** A call whose new arguments its tool cannot take fails. */
function doneBy(reads: readonly CodexOutcome[]): Done {
  const rewrites = reads.flatMap(({ rewritten }) => (rewritten === undefined ? [] : [rewritten]))
  const isBroken = rewrites.some((input) => typeof (input as { command?: unknown }).command !== 'string')
  const isHeld =
    isBroken || reads.some(({ blocked: no, stopped }) => no !== undefined || stopped !== undefined)
  return {
    isHeld,
    isAllowed: !isHeld && reads.some(({ allowed }) => allowed === true),
    isChanged: !isHeld && rewrites.length > 0,
    context: reads.flatMap(({ context = [] }) => context).join('\n'),
  }
}

function wanted({ decision, effects = [] }: Seen): Done {
  const has = (kind: Effect['kind']): boolean => effects.some((effect) => effect.kind === kind)
  return {
    isHeld: decision === 'deny' || has('stop'),
    isAllowed: decision === 'allow',
    isChanged: has('rewrite-input'),
    context: effects.flatMap((effect) => (effect.kind === 'add-context' ? effect.text : [])).join('\n'),
  }
}

test('pre: two hooks sleep 1 s each (order)', async () =>
  expect((await performed('PreToolUse', [{ exit: 0 }, { exit: 0 }])).order).toBe('parallel'))

test('pre: same command twice (dedup) runs twice', async () =>
  expect((await performed('PreToolUse', [{ exit: 0 }, { exit: 0 }])).plan.steps).toHaveLength(2))

test('two denies: the reason of the first comes first', async () => {
  const first = pre({ ...DENY, permissionDecisionReason: 'first' })
  expect((await performed('PreToolUse', [first, pre(DENY)])).reason).toBe('first\nMARK')
})

test('a refused answer that says no is told of', async () => {
  const { messages } = await performed('PreToolUse', [pre(DENY, { more: 1 })])
  expect(messages).toEqual([
    'Codex CLI refuses the whole output of the hook, because it has the key "more", which is not read on this event: nothing in it counts, and its deny has no effect.',
  ])
})

test('a no in text that is ignored is warned about', async () => {
  const stdout = `hello\n${JSON.stringify({ decision: 'block', reason: 'MARK' })}`
  expect((await performed('PreToolUse', [{ exit: 0, stdout }])).issues).toEqual(['output.ignored'])
})

/** What we tell people of a hook that failed is not of the hook's making. */
function isNotice(effect: Effect): boolean {
  return effect.kind === 'message' && effect.text.startsWith('hookwright: ')
}

function performed(event: string, outcomes: readonly OutcomeRecord[]): ReturnType<typeof perform> {
  const hooks = outcomes.map(() => ({ type: 'command', command: './hook.sh' }))
  return perform(
    {
      source: 'seen',
      config: [
        {
          scope: 'project',
          file: '/home/dev/app/.codex/hooks.json',
          value: { hooks: { [event]: [{ hooks }] } },
        },
      ],
      event: {
        session_id: 's',
        cwd: '/home/dev/app',
        hook_event_name: event,
        tool_name: 'Bash',
        tool_input: { command: 'touch made.txt' },
        prompt: 'hi',
      },
      outcomes,
      reply: { stdout: '', stderr: '', exitCode: 0 },
    },
    { dialect: codexCli, host: codexCli },
  )
}
