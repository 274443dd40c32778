import {
  emptyPatch,
  type HookContext,
  type HookPatch,
  type Phase,
} from '../../src/dialects/codex-runtime/contract.ts'
import { NOOP, type HookAction, type HookIssue, type PostHook, type PreHook } from '../../src/runtime/hook.ts'
import type { RunSteps, ThreadStart, TurnStart } from '../../src/runtime/runtime-types.ts'

export type Answers = Partial<Record<Phase, HookAction | HookIssue>>

/** A hook for before and after that remembers what it was told. */
export function witness(name: string, answers: Answers = {}) {
  const seen: HookContext[] = []
  const hook: PreHook & PostHook = {
    name,
    pre: (context) => (seen.push(context), answers[context.phase] ?? NOOP),
    post: (context) => {
      seen.push(context)
      const said = answers[context.phase]
      return said !== undefined && 'class' in said ? said : undefined
    },
  }
  return { hook, seen, phases: () => seen.map(({ phase }) => phase) }
}

export const patch = (fields: Partial<HookPatch>): HookAction => ({
  kind: 'mutate',
  patch: { ...emptyPatch, ...fields },
})
export const blockAt = (phase: Phase, hookName = 'w'): HookAction => ({
  kind: 'block',
  hookName,
  phase,
  message: 'no',
})
export const problem = (phase: Phase, hookName = 'w'): HookIssue => ({
  hookName,
  phase,
  class: 'Execution',
  message: 'bad',
})

/** A program that notes what it was asked to start. */
export function program() {
  const threads: ThreadStart[] = []
  const turns: TurnStart[] = []
  const steps: RunSteps<string> = {
    startThread: (start) => (threads.push(start), Promise.resolve('thread-1')),
    startTurn: (turn) => {
      turns.push(turn)
      turn.started('turn-1')
      return Promise.resolve('answer')
    },
  }
  return { threads, turns, steps }
}

export const done = { kind: 'done', value: 'answer' }
export const request = { prompt: 'p', model: 'm', cwd: '/work' }
