import type { Event } from '../../core/event.ts'
import { at, knownWord, type Vocabularies } from '../_families/vocabulary.ts'
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
  return host === NAME ? (own ?? value) : knownWord(VOCABULARIES, { event: name, field }, value)
}

function wordsOf(field: string): readonly (readonly [string, string])[] {
  return at(WORDS, field) ?? []
}

/**
 * Fields with a closed set of words, by event. A hook that asks for `new` should set up its session also after
 * Claude Code's `clear`; a conversation that goes on is resumed. A word that is unknown here becomes the most general one.
 */
const VOCABULARIES: Vocabularies = {
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
