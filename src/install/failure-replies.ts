import type { Reply } from '../core/decision.ts'
import { issue } from '../core/issue.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { quoteWord } from '../shells/argv.ts'
import { MADE, NO_NODE } from './launcher.ts'

const POLICIES = ['ignore', 'deny'] as const
const CANNOT_RUN = issue('launcher.failed', {}, NO_NODE)

/**
 * Text of the file from which the launcher takes its reply when the program cannot run: on stderr alone most hosts show
 * nothing, and for some silence is a no. `$1` is the policy and a colon, then the payload or the name of the event in
 * quotes. Events that wait for an answer come first, because a payload may hold the names of others as values.
 */
export function failureRepliesText({ events, encodeFailure }: Dialect): string {
  const rows = Object.entries(events).toSorted(([, a], [, b]) => Number(b.gate) - Number(a.gate))
  const cases = POLICIES.flatMap((policy) =>
    rows.map(([native, { event: name }]) => {
      const reply = encodeFailure({ name }, CANNOT_RUN, policy)
      return `  ${policy}:*${quoteWord(`"${native}"`)}*) ${replyCommand(reply)} ;;`
    }),
  )
  return ['#!/bin/sh', `# ${MADE}`, 'case $1 in', ...cases, 'esac', ''].join('\n')
}

function replyCommand({ stdout, exitCode }: Reply): string {
  const out = stdout.trim()
  return `${out === '' ? '' : `printf '%s\\n' ${quoteWord(out)}; `}exit ${exitCode}`
}
