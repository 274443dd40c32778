import { describe, expect, test } from 'vitest'
import type { Event, ToolCall } from '../../src/core/event.ts'
import { isIssue } from '../../src/core/issue.ts'
import type { Dialect } from '../../src/dialects/dialect.ts'
import { EVENTS } from '../matrix/cases.ts'
import { hookOf, hosts } from '../matrix/cell.ts'

/** What some host calls a file, a text or a command. */
const KEYS = (
  'file_path path filePath filepath target_file absolute_path TargetFile AbsolutePath ' +
  'content contents file_text CodeContent new_text new_string new_str edits ' +
  'command commands cmd CommandLine command_line patch input operation'
).split(' ')

const CALLS: readonly Pick<ToolCall, 'name' | 'input'>[] = [
  { name: 'Bash', input: { command: 'ls' } },
  { name: 'Read', input: { file_path: '/work/app/a' } },
  { name: 'Write', input: { file_path: '/work/app/a', content: 'x' } },
  { name: 'Edit', input: { file_path: '/work/app/a', old_string: 'x', new_string: 'y' } },
]

/** The payload of a call before it runs, written and read by the host's own wire. */
async function fired(host: Dialect, { name, input }: (typeof CALLS)[number]): Promise<Fired> {
  const tool = { name, nativeName: name, input, nativeInput: input, useId: 'call-1' }
  const side = await host.hooks()
  const written = side.encodeInput({ ...EVENTS.PreToolUse, tool }, hookOf(host, 'PreToolUse'))
  const text = typeof written === 'string' ? written : new TextDecoder().decode(written)
  return { text, event: decoded(host, text) }
}

type Fired = { readonly text: string; readonly event: Event }

function decoded(host: Dialect, text: string): Event {
  const { cwd, projectDir, at } = EVENTS.PreToolUse
  const native = Object.entries(host.events).find(([name]) => text.includes(`"${name}"`))?.[0]
  const event = host.decodeEvent({
    bytes: new TextEncoder().encode(text),
    event: native ?? 'PreToolUse',
    startDir: cwd,
    projectDir,
    at,
  })
  if (isIssue(event)) throw new Error(`${host.name}: ${event.message}`)
  return event
}

describe.for(hosts.filter(({ rewriteCall }) => rewriteCall !== undefined))('$name', (host) => {
  test.for(CALLS)('guards see what $name will do after a rewrite', async (call) => {
    const { text, event } = await fired(host, call)
    const { tool } = event
    if (tool === undefined) throw new Error('no tool')
    const native = JSON.stringify(tool.nativeInput)
    expect(text).toContain(native)
    for (const key of KEYS) {
      const made = host.rewriteCall?.(tool, { ...tool.input, [key]: 'other' }, event.cwd)
      if (typeof made !== 'object') continue
      const again = decoded(
        host,
        text.replace(native, () => JSON.stringify(made.nativeInput)),
      )
      const seen = { name: again.tool?.name, input: again.tool?.input, parts: again.tool?.parts }
      expect({ key, ...seen }).toEqual({ key, name: made.name, input: made.input, parts: made.parts })
    }
  })
})
