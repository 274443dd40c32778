import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { createEngine } from '../../src/library/create-engine.ts'
import type { Engine, EngineOptions } from '../../src/library/engine.ts'
import type { SessionHookOptions } from '../../src/library/session-hooks.ts'

export type Handler = Readonly<Record<string, unknown>>

/** An engine in an empty folder of its own; both are gone after the test. */
export async function engineIn(
  options: EngineOptions = {},
): Promise<{ readonly engine: Engine; readonly dir: string }> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-library-')))
  vi.stubEnv('XDG_STATE_HOME', join(dir, 'state'))
  const engine = await createEngine({ cwd: dir, ...options })
  onTestFinished(async () => {
    await engine.dispose()
    rmSync(dir, { recursive: true, force: true })
  })
  return { engine, dir }
}

/** An engine with these handlers on one event, as a settings file would have them. */
export async function engineWith(
  event: string,
  handlers: readonly Handler[],
  options: EngineOptions & { readonly session?: SessionHookOptions } = {},
): Promise<{ readonly engine: Engine; readonly dir: string }> {
  const { session, ...rest } = options
  const made = await engineIn(rest)
  await made.engine.addHooks({ hooks: { [event]: [{ hooks: handlers }] } }, session)
  return made
}

export const command = (text: string, fields: Handler = {}): Handler => ({
  type: 'command',
  command: text,
  ...fields,
})
