import type { Event } from '../core/event.ts'
import { messageLine, transcriptMessage } from './message-line.ts'
import type { Transcript } from './transcript.ts'

/** Of what one judge gets to see: so much as a small model reads well. */
const MAX_MESSAGES = 200
const MAX_BYTES = 200_000
/** Of a transcript that is read for it. */
const MAX_TRANSCRIPT_BYTES = 4 * 1_048_576

/** What a judge sees of the conversation before the event. */
export type Conversation =
  | {
      readonly kind: 'shown'
      /** One message as JSON per line, the oldest first. */
      readonly lines: readonly string[]
      readonly total: number
      /** At the beginning of the transcript. */
      readonly unreadBytes: number
    }
  | { readonly kind: 'none'; readonly why: string }

/** The conversation the program hands over. The newest messages come first where not all fit. */
export function givenConversation(messages: readonly unknown[]): Conversation {
  return shown(messages, 0)
}

/** The end of the conversation that the host wrote down, one JSON object per line. */
export function writtenConversation(transcript: Transcript | string): Conversation {
  if (typeof transcript === 'string') return { kind: 'none', why: transcript }
  const tail = transcript.read(MAX_TRANSCRIPT_BYTES)
  if (typeof tail === 'string') return { kind: 'none', why: tail }
  const messages = tail.text.split('\n').flatMap((line) => transcriptMessage(parse(line)) ?? [])
  if (messages.length === 0) return { kind: 'none', why: 'the transcript holds no messages' }
  return shown(messages, tail.unreadBytes)
}

export function messagesOf({ messages }: Event): readonly unknown[] | undefined {
  return Array.isArray(messages) ? (messages as readonly unknown[]) : undefined
}

function shown(messages: readonly unknown[], unreadBytes: number): Conversation {
  const lines: string[] = []
  let bytes = 0
  for (let at = messages.length - 1; at >= 0 && lines.length < MAX_MESSAGES; at -= 1) {
    const line = messageLine(messages[at], at + 1)
    bytes += Buffer.byteLength(line) + 1
    if (bytes > MAX_BYTES && lines.length > 0) break
    lines.push(line)
  }
  return { kind: 'shown', lines: lines.toReversed(), total: messages.length, unreadBytes }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
