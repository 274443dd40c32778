import type { Event } from '../../core/event.ts'
import type { PackAnswer } from '../code.ts'
import { noteOf } from './answer.ts'
import { replaceSecrets } from './detect/index.ts'
import type { Hit, Unseen } from './hit.ts'
import type { Policy } from './policy.ts'

/** Values of a result that are looked through; characters of all its texts. */
const MOST_VALUES = 20_000
const MOST_CHARACTERS = 8 * 1_048_576
const MOST_LEVELS = 64

/** Hides the secrets in what a tool returned. A host that cannot show the model another result reports it as lost. */
export function hideInOutput(event: Event, policy: Policy): PackAnswer {
  const level = policy.levelOf('outputs')
  const response = event.tool?.response
  if (level === 'off' || response === undefined) return undefined
  const walk = startWalk(policy, `the result of ${event.tool?.name ?? 'the tool'}`)
  const output = hidden(response, walk, 0)
  const { hits, unseen } = walk
  if (hits.length + unseen.length === 0) return undefined
  const note = noteOf(hits, unseen)
  const answer = { decision: 'none', issues: policy.issues, note } as const
  if (level === 'observe' || hits.length === 0) return { ...answer, effects: [] }
  return {
    ...answer,
    effects: [
      { kind: 'rewrite-output', output },
      { kind: 'message', text: told(hits) },
    ],
  }
}

function told(hits: readonly Hit[]): string {
  const kinds = [...new Set(hits.map(({ kind }) => kind))].slice(0, 5).join(', ')
  return `hookwright/secrets found ${hits.length} secret${hits.length === 1 ? '' : 's'} (${kinds}) in ${hits[0]?.where ?? ''}.`
}

type Walk = {
  readonly policy: Policy
  readonly where: string
  readonly hits: Hit[]
  readonly unseen: Unseen[]
  values: number
  characters: number
}

function startWalk(policy: Policy, where: string): Walk {
  return { policy, where, hits: [], unseen: [], values: MOST_VALUES, characters: MOST_CHARACTERS }
}

/** A copy with the secrets replaced. What is beyond the bounds stays as it is, and is counted. */
function hidden(value: unknown, walk: Walk, level: number): unknown {
  if (typeof value === 'string') return hiddenText(value, walk)
  if (typeof value !== 'object' || value === null) return value
  if (level > MOST_LEVELS || --walk.values < 0) return beyond(value, walk)
  if (Array.isArray(value)) return value.map((each) => hidden(each, walk, level + 1))
  const entries = Object.entries(value).map(([key, each]) => [key, hidden(each, walk, level + 1)])
  return Object.fromEntries(entries)
}

function hiddenText(text: string, walk: Walk): string {
  walk.characters -= text.length
  if (walk.characters < 0 || --walk.values < 0) return beyond(text, walk)
  const found = walk.policy.find(text)
  const { where } = walk
  for (const { kind, start, end, digest } of found) {
    walk.hits.push({ place: 'outputs', where, kind, length: end - start, digest })
  }
  return replaceSecrets(text, found)
}

function beyond<T>(value: T, { unseen, where }: Walk): T {
  unseen.push({ place: 'outputs', where })
  return value
}
