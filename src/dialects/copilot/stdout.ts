import type { Hook } from '../../core/hook.ts'
import { warning, type Issue } from '../../core/issue.ts'
import { isTooDeep } from '../_families/claude/depth.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'

/** `rest`: the text without progress lines. */
export type Heard = {
  readonly output?: JsonObject
  readonly rest: string
  readonly issues: readonly Issue[]
}

/** Progress lines are taken out; the rest is parsed once, and what is no object counts as nothing said. */
export function readStdout(text: string, hook: Hook): Heard {
  return readDocument(withoutProgress(text).trim(), hook)
}

/** Whole text or nothing: VS Code has no progress lines. */
export function readWhole(text: string, hook: Hook): Heard {
  return readDocument(text.trim(), hook)
}

/** True when the text is one JSON value of any type, or brackets nested too deep to be looked at. */
export function isJson(text: string): boolean {
  return isTooDeep(text) || parse(text) !== undefined
}

function readDocument(rest: string, hook: Hook): Heard {
  if (rest === '') return { rest, issues: [] }
  const value = isTooDeep(rest) ? undefined : parse(rest)
  return isObject(value) ? { output: value, rest, issues: [] } : { rest, issues: [unread(rest, hook)] }
}

function withoutProgress(text: string): string {
  if (!text.includes('progress')) return text
  return text
    .split('\n')
    .filter((line) => !isProgress(line.trim()))
    .join('\n')
}

function isProgress(line: string): boolean {
  if (!line.startsWith('{') || !line.endsWith('}')) return false
  const value = parse(line)
  return isObject(value) && value['type'] === 'progress'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const DECISION = /"(?:permissionDecision|decision|behavior)"\s*:\s*"(?:deny|ask|block)"/

function unread(text: string, hook: Hook): Issue {
  const place = { hook: hook.id }
  if (DECISION.test(text))
    return warning(
      'output.lost-decision',
      place,
      'The output says no, but something beside the JSON makes the host ignore all of it.',
      'Write one JSON object to stdout and everything else to stderr.',
    )
  return warning(
    'output.ignored',
    place,
    'The output is not one JSON object, so the host ignores it.',
    'Write everything else to stderr.',
  )
}
