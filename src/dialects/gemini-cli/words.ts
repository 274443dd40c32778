import type { Event } from '../../core/event.ts'
import { at, knownWord, type Vocabularies } from '../_families/vocabulary.ts'
import { NAME } from './name.ts'

/** One meaning, two words: the host's and the canonical one. By event and field. */
const WORDS: Readonly<Record<string, Readonly<Record<string, readonly (readonly [string, string])[]>>>> = {
  Notification: { notification_type: [['ToolPermission', 'permission_prompt']] },
}

/** What hooks of the host know, and what words of others become for them. */
const VOCABULARIES: Vocabularies = {
  SessionStart: {
    source: {
      known: ['startup', 'resume', 'clear'],
      others: { compact: 'resume', fork: 'resume' },
      unknown: 'startup',
    },
  },
  SessionEnd: {
    reason: {
      known: ['exit', 'clear', 'logout', 'prompt_input_exit', 'other'],
      others: { complete: 'exit' },
      unknown: 'other',
    },
  },
  PreCompact: { trigger: { known: ['auto', 'manual'], others: {}, unknown: 'auto' } },
}

/** Returns the canonical word for one of the host's. */
export function canonicalWord(event: string, field: string, value: unknown): unknown {
  return pairs(event, field).find(([native]) => native === value)?.[1] ?? value
}

/** Returns the word that a hook of the host reads. What the host itself said stays, words of later releases included. */
export function nativeWord(
  { name, host }: Pick<Event, 'name' | 'host'>,
  field: string,
  value: unknown,
): unknown {
  const own = pairs(name, field).find(([, canonical]) => canonical === value)?.[0]
  if (own !== undefined) return own
  return host === NAME ? value : knownWord(VOCABULARIES, { event: name, field }, value)
}

function pairs(event: string, field: string): readonly (readonly [string, string])[] {
  return at(at(WORDS, event), field) ?? []
}
