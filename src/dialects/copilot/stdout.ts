import type { Hook } from '../../core/hook.ts'
import { warning, type Issue } from '../../core/issue.ts'
import { isTooDeep } from '../_families/claude/depth.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'

export type Heard = { readonly output?: JsonObject; readonly issues: readonly Issue[] }

/** Progress lines are taken out; the rest is parsed once, and what is no object counts as nothing said. */
export function readStdout(text: string, hook: Hook): Heard {
  const rest = withoutProgress(text).trim()
  if (rest === '') return { issues: [] }
  const value = isTooDeep(rest) ? undefined : parse(rest)
  return isObject(value) ? { output: value, issues: [] } : { issues: [unread(rest, hook)] }
}

/** Whole text or nothing: VS Code has no progress lines. */
export function readWhole(text: string, hook: Hook): Heard {
  const whole = text.trim()
  if (whole === '') return { issues: [] }
  const value = isTooDeep(whole) ? undefined : parse(whole)
  return isObject(value) ? { output: value, issues: [] } : { issues: [unread(whole, hook)] }
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
