import { noAnswer, type Answer, type Decision, type Effect } from '../../src/core/decision.ts'
import type { Event } from '../../src/core/event.ts'
import type { Hook } from '../../src/core/hook.ts'
import { matchAll } from '../../src/core/matcher.ts'
import type { Policy } from '../../src/core/policy.ts'
import type { Places } from '../../src/dialects/dialect.ts'

/** A hook with everything at its plainest; name what the test is about. */
export function hook(fields: Partial<Hook> = {}): Hook {
  return {
    id: 'hook',
    event: 'PreToolUse',
    matcher: matchAll,
    subject: 'tool',
    handler: { type: 'rule', decision: 'none' },
    dialect: 'hookwright',
    wire: 'claude-code',
    source: { file: '/home/dev/.config/hookwright/hookwright.yaml', pointer: [], scope: 'user' },
    timeoutMs: 1_000,
    onFailure: 'ignore',
    guard: false,
    detach: false,
    stopOnDeny: false,
    mode: 'wait',
    ...fields,
  }
}

export function toolEvent(
  tool: string,
  input: Readonly<Record<string, unknown>> = {},
  fields: Partial<Event> = {},
): Event {
  return {
    name: fields.name ?? 'PreToolUse',
    native: fields.name ?? 'PreToolUse',
    host: 'claude-code',
    cwd: '/home/dev/app',
    projectDir: '/home/dev/app',
    at: 0,
    fields: {},
    tool: { name: tool, nativeName: tool, input, nativeInput: input },
    ...fields,
  }
}

export function answer(decision: Decision, reason?: string, effects: readonly Effect[] = []): Answer {
  return { ...noAnswer, decision, effects, ...(reason !== undefined && { reason }) }
}

export const openPolicy: Policy = {
  refuse: () => undefined,
  condition: () => ({ holds: true, whole: true, why: 'it holds' }),
}

/** By scope alone, where no files are looked at. */
export function ofProject({ source }: Hook): boolean {
  return source.scope === 'project' || source.scope === 'local'
}

/** A Linux machine with one project; name what the test is about. */
export function places(fields: Partial<Places> = {}): Places {
  return {
    platform: 'linux',
    startDir: '/home/dev/app',
    projectDir: '/home/dev/app',
    home: '/home/dev',
    configHome: '/home/dev/.config/hookwright',
    managedDir: '/etc/hookwright',
    env: () => undefined,
    ...fields,
  }
}
