import type { Event } from '../../core/event.ts'
import { NAME } from './name.ts'

/** One meaning, two words: the host's, and Claude Code's, which other hooks match against. By field. */
const WORDS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  source: [['new', 'startup']],
  reason: [['user_exit', 'prompt_input_exit']],
}

/** Returns the canonical word for one of the host's. */
export function canonicalWord(field: string, value: unknown): unknown {
  return wordsOf(field).find(([native]) => native === value)?.[1] ?? value
}

/** Returns the word that a hook of the host reads. What the host itself said stays, new words of a later release among it. */
export function nativeWord({ name, host }: Event, field: string, value: unknown): unknown {
  const own = wordsOf(field).find(([, canonical]) => canonical === value)?.[0]
  return host === NAME ? (own ?? value) : foreignWord(name, field, value)
}

function wordsOf(field: string): readonly (readonly [string, string])[] {
  return Object.hasOwn(WORDS, field) ? (WORDS[field] ?? []) : []
}

/** The words that hooks of the host know, those of other hosts that mean one of them, and one for all others. */
type Vocabulary = {
  readonly known: readonly string[]
  readonly others: Readonly<Record<string, string>>
  readonly unknown: string
}

/**
 * Fields with a closed set of words, by event. A hook that asks for `new` should set up its session also after
 * Claude Code's `clear`; a conversation that goes on is resumed. A word that is unknown here becomes the most general one.
 */
const VOCABULARIES: Readonly<Record<string, Readonly<Record<string, Vocabulary>>>> = {
  SessionStart: {
    source: {
      known: ['new', 'resume'],
      others: { startup: 'new', clear: 'new', compact: 'resume', fork: 'resume' },
      unknown: 'new',
    },
  },
  SessionEnd: {
    reason: {
      known: ['complete', 'error', 'abort', 'timeout', 'user_exit'],
      others: {
        prompt_input_exit: 'user_exit',
        exit: 'user_exit',
        logout: 'user_exit',
        clear: 'complete',
        resume: 'complete',
        other: 'complete',
        bypass_permissions_disabled: 'abort',
      },
      unknown: 'complete',
    },
  },
}

function foreignWord(event: string, field: string, value: unknown): unknown {
  const fields = Object.hasOwn(VOCABULARIES, event) ? VOCABULARIES[event] : undefined
  const vocabulary = fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined
  if (vocabulary === undefined || typeof value !== 'string') return value
  const { known, others, unknown } = vocabulary
  if (known.includes(value)) return value
  return Object.hasOwn(others, value) ? others[value] : unknown
}
