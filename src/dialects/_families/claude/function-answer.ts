import { describeHandler } from '../../../core/hook.ts'
import { issue, type Issue } from '../../../core/issue.ts'
import { unknownAnswerKeys } from '../../../core/unknown-answer-keys.ts'
import { nativeOf } from './event-spec.ts'
import type { Reading } from './reading.ts'
import { isObject, quote } from './shape.ts'
import { readBody, type Stdout } from './stdout.ts'
import type { OutputWire } from './wire.ts'

/**
 * What a function of the calling program returned. A text is context where that of a command is; elsewhere nobody would
 * read it, so it is a failure like every other value that is no answer.
 */
export function readFunctionBody(body: unknown, reading: Reading): Stdout {
  const read = readBody(body, reading)
  if (read.kind === 'plain' && reading.spec.stdout === 'nothing')
    return { kind: 'unreadable', failure: 'protocol-error', issue: textOnly(read.text, reading) }
  if (read.kind !== 'document' || !isObject(body)) return read
  return { ...read, issues: [...read.issues, ...unknownAnswerKeys(body, KEYS, reading.hook)] }
}

const KEYS: Readonly<Record<keyof OutputWire, true>> = {
  continue: true,
  stopReason: true,
  suppressOutput: true,
  systemMessage: true,
  terminalSequence: true,
  decision: true,
  reason: true,
  hookSpecificOutput: true,
  async: true,
  asyncTimeout: true,
}

function textOnly(text: string, { hook, spec }: Reading): Issue {
  return issue(
    'output.shape',
    { hook: hook.id },
    `Hook "${describeHandler(hook.handler)}" answered with the text ${quote(text)}, which means nothing on ${nativeOf(spec)}.`,
    'Return an answer: `deny(reason)`, `ask(reason)`, `allow()`, or nothing.',
  )
}
