import type { Event, ToolCall } from '../../core/event.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import { actionByUseId } from '../_families/action.ts'
import { decodeEvent as decodeFamily, type Speaker } from '../_families/claude/decode-event.ts'
import { standard } from '../_families/claude/event-spec.ts'
import { isObject } from '../_families/claude/shape.ts'
import type { Payload } from '../dialect.ts'
import { codexEvents } from './events.ts'
import { NAME } from './name.ts'
import { canonicalCall } from './tools.ts'

/** Only their names and subjects are looked at here. */
const events: Speaker['events'] = Object.fromEntries(
  Object.entries(codexEvents).map(([name, spec]) => [name, { ...standard({}), ...spec }]),
)

const SPEAKER: Speaker = { name: NAME, wire: NAME, events }

/** Reads a payload of Codex: docs/hosts/codex-cli.md#payloads. */
export function decodeEvent(payload: Payload): Event | Issue {
  const event = decodeFamily(payload, SPEAKER)
  return isIssue(event) || event.tool === undefined ? event : withCall(event, event.tool)
}

function withCall(event: Event, tool: ToolCall): Event {
  const { nativeInput, nativeName } = tool
  const { issues, ...call } = canonicalCall(nativeName, isObject(nativeInput) ? nativeInput : {}, event.cwd)
  const all = [...(event.issues ?? []), ...issues]
  return { ...event, tool: { ...tool, ...call }, ...(all.length > 0 && { issues: all }) }
}

/** Only tool calls have an id; the others are not told apart. */
export function actionOf(event: Event): string | undefined {
  const action = actionByUseId(event, event.fields['turn_id'])
  return action && JSON.stringify([event.name, action])
}
