import * as path from 'node:path'
import type { Event } from '../../core/event.ts'
import { plainText } from '../plain-text.ts'
import { redact } from '../secrets/detect/index.ts'

/** What a person is told. */
export type News = {
  /** What it is about: the end of a turn, or a need for input. Of one kind only one is told within seconds. */
  readonly kind: 'end' | 'failure' | 'input' | 'subagent'
  readonly event: string
  readonly project: string
  readonly title: string
  /** Absent: nothing is to be told of what was said. */
  readonly message?: string
}

/** Characters of a message. */
const MOST = 200

/** Reasons of the end of a session that are no wish of the user. */
const FAILED = /error|fail|crash|timeout|abort/i

/** Kinds of notifications that need nobody. */
const NO_INPUT = /success/i

/** Returns what there is to tell of an event; undefined: nothing. */
export function newsOf(event: Event, withMessage: boolean): News | undefined {
  const found = kindOf(event)
  if (found === undefined) return undefined
  const project = plainText(path.basename(event.projectDir), 60)
  const said = withMessage ? messageOf(event) : undefined
  return {
    kind: found.kind,
    event: event.name,
    project,
    title: `${project}: ${found.text}`,
    ...(said !== undefined && said !== '' && { message: said }),
  }
}

type Kind = { readonly kind: News['kind']; readonly text: string }

function kindOf({ name, fields, tool, agent }: Event): Kind | undefined {
  switch (name) {
    case 'Stop':
      return { kind: 'end', text: 'the turn has ended' }
    case 'SubagentStop':
      return {
        kind: 'subagent',
        text: `a subagent has ended${agent?.type ? ` (${plainText(agent.type, 40)})` : ''}`,
      }
    case 'StopFailure':
      return { kind: 'failure', text: `the turn has failed${reasonIn(fields['error'])}` }
    case 'PermissionRequest':
      return { kind: 'input', text: `a permission is needed${reasonIn(tool?.name)}` }
    case 'Notification':
      return NO_INPUT.test(String(fields['notification_type']))
        ? undefined
        : { kind: 'input', text: 'input is needed' }
    case 'SessionEnd':
      return FAILED.test(reasonIn(fields['reason']))
        ? { kind: 'failure', text: `the session has ended${reasonIn(fields['reason'])}` }
        : undefined
    default:
      return undefined
  }
}

function reasonIn(value: unknown): string {
  return typeof value === 'string' && value !== '' ? ` (${plainText(value, 40)})` : ''
}

/** Secrets are hidden before the text is cut: a cut one is no longer recognised. */
function messageOf({ fields }: Event): string | undefined {
  const text = [fields['message'], fields['last_assistant_message'], fields['error_details']].find(
    (value) => typeof value === 'string',
  )
  return typeof text === 'string' ? plainText(redact(text.slice(0, 50_000)), MOST) : undefined
}
