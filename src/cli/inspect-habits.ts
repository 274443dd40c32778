import * as path from 'node:path'
import { warning, type Issue } from '../core/issue.ts'
import type { Span } from '../covers/calls.ts'
import { OWN_DIALECT } from '../dialects/registry.ts'
import { habitsOf } from './habits.ts'
import type { HookScript } from './hook-scripts.ts'
import { evaluated, hasStrictMode, leftBehind, payloadLogs } from './script-habits.ts'

type Advice = { readonly code: string; readonly says: string; readonly hint: string }

const LEFT_BEHIND: Advice = {
  code: 'habit.background',
  says: 'starts a job that goes on after the hook has ended',
  hint: 'Wait for it with `wait`; in hookwright.yaml, `async: true` or `detach: true` say that it may go on.',
}
const LOGGED: Advice = {
  code: 'habit.payload-log',
  says: 'writes whole payloads to a file, with prompts, commands and secrets in them',
  hint: 'Write only the fields that you need; `hookwright log` already shows what ran.',
}
const EVALUATED: Advice = {
  code: 'habit.eval',
  says: 'runs text from its arguments or the payload as a command',
  hint: 'Compare the text, or pass it as an argument in quotes; never run it.',
}
const MENU: Advice = {
  code: 'habit.terminal',
  says: 'waits for a person at a terminal, which a hook does not have',
  hint: 'Answer `ask`, so that the host asks the person.',
}

/** What the shell texts of one hook do that hooks should not: docs/check.md#habits. */
export function inspectHabits(scripts: readonly HookScript[]): readonly Issue[] {
  return scripts.flatMap((each) => {
    const { script, hook } = each
    const told = (advice: Advice, spans: readonly Span[]): readonly Issue[] =>
      spans.map((span) =>
        warning(advice.code, each.placeOf(span), `${subjectOf(each)} ${advice.says}.`, advice.hint),
      )
    // Files of hosts cannot say so: what their hooks leave behind is only left alone.
    const isDetached = hook.mode !== 'wait' || (hook.detach && hook.dialect === OWN_DIALECT)
    return [
      ...script.calls.flatMap((call) => habitsOf(call).flatMap((habit) => told(habit, [call]))),
      ...(isDetached ? [] : told(LEFT_BEHIND, leftBehind(script))),
      ...told(LOGGED, payloadLogs(script)),
      ...told(EVALUATED, evaluated(script)),
      ...told(MENU, script.menus),
      ...looseGuard(each),
    ]
  })
}

function subjectOf({ file, hook }: HookScript): string {
  return file === undefined ? `Hook ${hook.id}` : `"${path.basename(file)}" of hook ${hook.id}`
}

/** `shell: bash` and `shell: sh` are strict already, and a line in a config is too short to need it. */
function looseGuard(each: HookScript): readonly Issue[] {
  const { file, text, script } = each
  if (file === undefined || !/^#!.*\b(?:ba|z|k)sh\b/.test(text) || !DENIES.test(text)) return []
  if (hasStrictMode(text, script)) return fragileGuard(each)
  return [
    warning(
      'habit.loose',
      each.placeOf({ start: 0, end: text.indexOf('\n') === -1 ? text.length : text.indexOf('\n') }),
      `${subjectOf(each)} can deny, but goes on after a command that fails, and then may allow.`,
      'Put `set -euo pipefail` below its first line, and `onFailure: deny` into the config.',
    ),
  ]
}

const DENIES = /\bexit 2\b|["']?(?:permissionDecision|decision)["']?\s*:\s*\\?["'](?:deny|block)/

/** A strict script ends with another code than 2 when a command before that fails. */
function fragileGuard(each: HookScript): readonly Issue[] {
  const { hook, text } = each
  if (hook.onFailure !== 'ignore' || !/\bexit 2\b/.test(text)) return []
  const message = `${subjectOf(each)} denies with \`exit 2\`, but ends at the first failing command before it, and failures of the hook are ignored.`
  const hint = 'Add `onFailure: deny` (or `ask`), or end commands that may fail with `|| true`.'
  const start = text.search(/\bexit 2\b/)
  return [warning('guard.fragile', each.placeOf({ start, end: start + 'exit 2'.length }), message, hint)]
}
