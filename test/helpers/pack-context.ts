import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Event } from '../../src/core/event.ts'
import type { Scope } from '../../src/core/hook.ts'
import { limits } from '../../src/engine/limits.ts'
import { createPackContext } from '../../src/handlers/pack-context.ts'
import { createPost } from '../../src/handlers/pack-post.ts'
import { createPackStore } from '../../src/handlers/pack-store.ts'
import type { PackAnswer, PackCode, PackContext } from '../../src/packs/code.ts'
import type { Options, PackManifest } from '../../src/packs/manifest.ts'
import { checkOptions, withDefaults } from '../../src/packs/options.ts'
import { systemFiles } from '../../src/ports/files.ts'
import { systemNet } from '../../src/ports/net.ts'
import { openState } from '../../src/ports/state.ts'
import { launch } from '../../src/process/spawn.ts'
import { createSafeEnvironments } from '../../src/workspace/safe-environments.ts'
import { hook, places, toolEvent } from './builders.ts'

/** A project, a home and a state folder of their own, gone after the test. */
export type PackPlace = { readonly projectDir: string; readonly home: string; readonly stateDir: string }

/** `files`: what is in the project at first, by path. */
export function packPlace(files: Readonly<Record<string, string>> = {}): PackPlace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-pack-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const place = { projectDir: join(root, 'project'), home: join(root, 'home'), stateDir: join(root, 'state') }
  mkdirSync(place.projectDir)
  mkdirSync(place.home)
  for (const [path, text] of Object.entries(files)) {
    const file = join(place.projectDir, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return place
}

/** What a test of a pack may choose; the rest is real, but for the clock, which stands at 1,000,000. */
export type PackCallOptions = {
  readonly place?: PackPlace
  /** As `with` has them. A wrong one fails the test. */
  readonly options?: Options
  readonly variables?: Readonly<Record<string, string>>
  readonly now?: () => number
  readonly signal?: AbortSignal
  /** Default: 60 seconds. */
  readonly timeoutMs?: number
  /** Where the use stands. Default: `user`. */
  readonly scope?: Scope
}

/** The context that the code of a pack gets: real files, processes, requests and state, over a scratch folder. */
export function packContext(manifest: PackManifest, call: PackCallOptions = {}): PackContext {
  const place = call.place ?? packPlace()
  const given = call.options ?? {}
  const wrong = checkOptions(given, manifest, { pointer: [] })
  if (wrong.length > 0) throw new Error(wrong.map(({ message }) => message).join('\n'))
  const { projectDir, home, stateDir } = place
  const state = openState(stateDir)
  const { safeEnv } = createSafeEnvironments(places({ projectDir, home }), systemFiles, () => false)
  const parts = {
    home,
    stateDir,
    platform: process.platform,
    files: systemFiles,
    now: call.now ?? (() => 1_000_000),
    limits,
    loadProcesses: async () => ({ launch }),
    loadPost: async () => (signal: AbortSignal) => createPost(systemNet, signal),
    storeOf: (name: string, dir: string) => createPackStore(state, name, dir),
    withSafePath: (variables: Readonly<Record<string, string>>) => safeEnv({ ...variables }, hook()),
  }
  const { name } = manifest
  const signal = call.signal ?? new AbortController().signal
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, ...call.variables }
  const event = packEvent('PreToolUse', place)
  const from = hook()
  const source = { ...from.source, scope: call.scope ?? 'user' }
  const step = {
    hook: { ...from, source },
    event,
    input: '',
    env,
    timeoutMs: call.timeoutMs ?? 60_000,
    signal,
  }
  return createPackContext(parts, { step, name, options: withDefaults(manifest, given), signal })
}

/** Calls the code of a pack as a hook of it would, without the engine around it. */
export async function callPack(
  pack: { readonly manifest: PackManifest; readonly code: PackCode },
  event: Event,
  call: PackCallOptions = {},
): Promise<PackAnswer> {
  return pack.code(event, packContext(pack.manifest, call))
}

/** An event of this project; its name and fields are the canonical ones. */
export function packEvent(
  name: string,
  { projectDir }: Pick<PackPlace, 'projectDir'>,
  more: Partial<Event> = {},
): Event {
  const where = { cwd: projectDir, projectDir }
  return { name, native: name, host: 'claude-code', at: 0, sessionId: 's', fields: {}, ...where, ...more }
}

type Where = Pick<PackPlace, 'projectDir'>
type Input = Readonly<Record<string, unknown>>

/** The call of a tool that is about to happen. */
export function preToolUse(tool: string, input: Input, place: Where): Event {
  return toolEvent(tool, input, packEvent('PreToolUse', place))
}

/** The call of a tool that has happened, with what it returned. */
export function postToolUse(tool: string, input: Input, place: Where, response: unknown = {}): Event {
  const event = toolEvent(tool, input, packEvent('PostToolUse', place))
  return { ...event, tool: { name: tool, nativeName: tool, input, nativeInput: input, response } }
}

/** A Bash line that is about to run. */
export function bashLine(command: string, place: Where): Event {
  return preToolUse('Bash', { command }, place)
}

/** A prompt that the user has sent. */
export function promptEvent(prompt: string, place: Where): Event {
  return packEvent('UserPromptSubmit', place, { prompt })
}
