import type { ClaudeEventSpec } from '../src/dialects/_families/claude/event-spec.ts'
import type { EventName } from '../src/dialects/claude-code/event-fields.ts'
import {
  COMMON_INPUT,
  EVENT_INPUT,
  isOptional,
  valueType,
  type InputField,
} from '../src/dialects/claude-code/event-input.ts'
import { claudeEvents } from '../src/dialects/claude-code/events.ts'
import { EVENT_TEXTS } from './event-texts.ts'
import { typeName } from '../src/dialects/_families/claude/expected-shape.ts'

/** What each event brings, and what its hooks may say. */
export function eventSections(): string {
  return ['## Common input', fieldList(COMMON_INPUT), ...Object.values(claudeEvents).flatMap(section)].join(
    '\n\n',
  )
}

function section(spec: ClaudeEventSpec): readonly string[] {
  return [
    `## ${spec.event}`,
    EVENT_TEXTS[spec.event] ?? '',
    `Input: ${fieldLine(EVENT_INPUT[spec.event as EventName])}`,
    [
      `- Matcher: ${subjectText(spec.subject)}`,
      `- Exit 2: ${exitTwo(spec)}`,
      `- Plain text on stdout: ${PLAIN[spec.stdout]}`,
      `- Decisions: ${spec.decisions.length === 0 ? 'none' : list(spec.decisions)}`,
      `- \`hookSpecificOutput\`: ${output(spec)}`,
      `- Not read: ${ignored(spec)}`,
      `- Handlers: ${list(spec.handlers)}`,
      ...(spec.asks ? ['- A hook that says that it asks may ask the user while it runs.'] : []),
    ].join('\n'),
  ]
}

function subjectText(subject: ClaudeEventSpec['subject']): string {
  if (subject === undefined) return 'has no effect'
  if (subject === 'tool') return 'is tested on `tool_name`'
  return `is tested on ${subject.basename ? 'the base name of ' : ''}\`${subject.field}\``
}

type Input = Readonly<Record<string, InputField>>

function fieldList(input: Input): string {
  return Object.entries(input)
    .map(([name, field]) => `- ${fieldText(name, field)}`)
    .join('\n')
}

function fieldLine(input: Input): string {
  return Object.entries(input)
    .map(([name, field]) => fieldText(name, field))
    .join('; ')
}

/** A question mark behind the name: not always there. */
function fieldText(name: string, field: InputField): string {
  const type = valueType(field)
  const values = typeof type === 'string' ? type : list(type)
  return `\`${name}${isOptional(field) ? '?' : ''}\` (${values})`
}

/** Where the words of the table would say too little. */
const OWN: Readonly<Record<string, string>> = {
  PostToolBatch: 'the agent loop stops before the next model call',
  TeammateIdle: 'the teammate goes on; stderr is its feedback',
  WorktreeCreate: 'no worktree is created, as after every exit code but 0',
  MessageDisplay: 'the original text is shown',
}

function exitTwo({ event, exit2, gate, effects, denyBy, decisions }: ClaudeEventSpec): string {
  const own = OWN[event]
  if (own !== undefined) return own
  if (exit2 === 'ignored')
    return decisions.includes('deny')
      ? "ignored in Claude Code's own files; denies in `hookwright.yaml`"
      : 'ignored'
  if (exit2 === 'message') return 'nothing is blocked; stderr is shown to the user'
  if (effects.includes('keep-going')) return 'the agent goes on; stderr tells it why'
  if (denyBy === 'action') return 'the request is declined, and the answer on stdout ignored'
  return gate
    ? 'it does not happen; stderr is the reason'
    : 'too late to prevent; stderr goes back as feedback'
}

const PLAIN: Readonly<Record<ClaudeEventSpec['stdout'], string>> = {
  context: 'context for the model',
  path: 'the last line is the path of the worktree',
  nothing: 'nothing',
}

function output({ output: fields, required }: ClaudeEventSpec): string {
  if (fields === undefined) return 'none; sending one is an error'
  return Object.entries(fields)
    .map(([field, type]) => `\`${field}${required.includes(field) ? '' : '?'}\` (\`${typeName(type)}\`)`)
    .join(', ')
}

function ignored({ discards, effects, output: fields = {}, decisions }: ClaudeEventSpec): string {
  const unheard = Object.hasOwn(fields, 'additionalContext') && !effects.some((kind) => CONTEXT.has(kind))
  const names = [
    ...discards,
    ...(decisions.includes('deny') ? [] : ['decision']),
    ...(unheard ? ['additionalContext'] : []),
    'suppressOutput',
  ]
  return list(names)
}

const CONTEXT: ReadonlySet<string> = new Set(['add-context', 'keep-going'])

function list(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ')
}
