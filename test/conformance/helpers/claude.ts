import type { Event } from '../../../src/core/event.ts'
import type { HandlerSpec, Hook } from '../../../src/core/hook.ts'
import { matchAll } from '../../../src/core/matcher.ts'
import type { Said } from '../../../src/core/outcome.ts'

/** Values that the tests of this folder are written in. */
export function command(text: string): HandlerSpec {
  return { type: 'command', start: { kind: 'inline', form: 'sh-c', command: text } }
}

export function hookFor(event: string, changes: Partial<Hook> = {}): Hook {
  return {
    id: 'h',
    event,
    matcher: matchAll,
    handler: command('check'),
    dialect: 'claude-code',
    wire: 'claude-code',
    source: { file: '/p/.claude/settings.json', pointer: [], scope: 'project' },
    timeoutMs: 1_000,
    onFailure: 'native',
    guard: false,
    detach: true,
    stopOnDeny: false,
    mode: 'wait',
    ...changes,
  }
}

export function eventNamed(name: string, changes: Partial<Event> = {}): Event {
  return {
    name,
    native: name,
    host: 'claude-code',
    cwd: '/p',
    projectDir: '/p',
    at: 0,
    fields: {},
    ...changes,
  }
}

export function exited(code: number | null, stdout: unknown = '', stderr = ''): Said {
  const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout)
  const output = (value: string) => ({ text: value, droppedBytes: 0, wellFormed: true })
  return { kind: 'exited', code, stdout: output(text), stderr: output(stderr), ms: 1 }
}
