import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Event } from '../../src/core/event.ts'
import type { HandlerSpec, Hook, Start } from '../../src/core/hook.ts'
import { matchAll } from '../../src/core/matcher.ts'
import type { Outcome } from '../../src/core/outcome.ts'
import { limits } from '../../src/engine/limits.ts'
import { createCommandHandler, type CommandParts } from '../../src/handlers/command.ts'
import type { StepInput } from '../../src/handlers/handler.ts'
import { systemFiles } from '../../src/ports/files.ts'
import { launch } from '../../src/process/spawn.ts'
import { inlineForms } from '../helpers/inline-forms.ts'

/** A project and a scratch area of their own, gone after the test. */
export type Place = { readonly projectDir: string; readonly home: string; readonly scratchRoot: string }

export function createPlace(): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-shells-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const projectDir = join(root, 'project')
  const home = join(root, 'home')
  mkdirSync(projectDir)
  mkdirSync(home)
  return { projectDir, home, scratchRoot: join(root, 'state', 'scratch') }
}

export function createHook(handler: HandlerSpec, overrides: Partial<Hook> = {}): Hook {
  return {
    id: 'test-hook',
    event: 'PreToolUse',
    matcher: matchAll,
    handler,
    dialect: 'hookwright',
    wire: 'claude',
    source: { file: '/config.yaml', pointer: ['hooks', 0], scope: 'user' },
    timeoutMs: 10_000,
    onFailure: 'ignore',
    guard: false,
    detach: false,
    stopOnDeny: false,
    mode: 'wait',
    ...overrides,
  }
}

export function createEvent(
  { projectDir }: Pick<Place, 'projectDir'>,
  overrides: Partial<Event> = {},
): Event {
  return {
    name: 'PreToolUse',
    native: 'PreToolUse',
    host: 'test',
    cwd: projectDir,
    projectDir,
    at: 0,
    fields: {},
    ...overrides,
  }
}

export function createStep(hook: Hook, event: Event, overrides: Partial<StepInput> = {}): StepInput {
  return {
    hook,
    event,
    input: '',
    env: { PATH: process.env['PATH'] ?? '' },
    inlineForms,
    timeoutMs: hook.timeoutMs,
    signal: new AbortController().signal,
    ...overrides,
  }
}

export type Options = {
  readonly place?: Place
  readonly handler?: Partial<Extract<HandlerSpec, { type: 'command' }>>
  readonly hook?: Partial<Hook>
  readonly event?: Partial<Event>
  readonly step?: Partial<StepInput>
  readonly parts?: Partial<CommandParts>
}

/** Runs one command for real and says what happened and what was left in the scratch area. */
export async function runCommand(
  start: Start,
  options: Options = {},
): Promise<{ outcome: Outcome; left: string[] }> {
  const place = options.place ?? createPlace()
  const { scratchRoot } = place
  const variable = () => undefined
  const parts = {
    launch,
    scratchRoot,
    platform: process.platform,
    limits,
    files: systemFiles,
    home: place.home,
    variable,
    ...options.parts,
  }
  const hook = createHook({ type: 'command', start, ...options.handler }, options.hook)
  const outcome = await createCommandHandler(parts)(
    createStep(hook, createEvent(place, options.event), options.step),
  )
  return { outcome, left: leftIn(scratchRoot) }
}

export function leftIn(root: string): string[] {
  try {
    return readdirSync(root)
  } catch {
    return []
  }
}

/** The facts of an exit that tests compare: code or signal, and both streams. */
export function summary(outcome: Outcome): unknown {
  if (outcome.kind !== 'exited') return outcome
  return { exit: outcome.signal ?? outcome.code, stdout: outcome.stdout.text, stderr: outcome.stderr.text }
}
