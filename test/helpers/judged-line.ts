import type { Event } from '../../src/core/event.ts'
import type { PackAnswer, PackCode, PackContext } from '../../src/packs/code.ts'
import type { Options, PackManifest } from '../../src/packs/manifest.ts'
import { checkOptions, withDefaults } from '../../src/packs/options.ts'
import { systemFiles, type Files } from '../../src/ports/files.ts'
import { toolEvent } from './builders.ts'

/** A machine that exists only in a test: a home, a project in it, and files by absolute path. */
export type MadeMachine = {
  readonly home: string
  readonly projectDir: string
  readonly files?: Readonly<Record<string, string>>
  readonly platform?: NodeJS.Platform
}

const MACHINE: MadeMachine = { home: '/home/dev', projectDir: '/home/dev/project' }

type Guard = { readonly manifest: PackManifest; readonly code: PackCode }
type Call = { readonly name: string; readonly input: Readonly<Record<string, unknown>> }

/** Returns what a pack that only looks says about a call on a made machine. */
export async function judged(
  { manifest, code }: Guard,
  { name, input }: Call,
  options: Options = {},
  machine: MadeMachine = MACHINE,
): Promise<PackAnswer> {
  const wrong = checkOptions(options, manifest, { pointer: [] })
  if (wrong.length > 0) throw new Error(wrong.map(({ message }) => message).join('\n'))
  const { home, projectDir, files = {}, platform = 'linux' } = machine
  const at = { native: 'PreToolUse', host: 'library', cwd: projectDir, projectDir, at: 0, fields: {} }
  const event: Event = toolEvent(name, input, { name: 'PreToolUse', ...at })
  const unused = (): never => {
    throw new Error('This pack only looks.')
  }
  const context: PackContext = {
    options: withDefaults(manifest, options),
    scope: 'user',
    signal: new AbortController().signal,
    timeoutMs: 60_000,
    variables: {},
    home,
    stateDir: `${home}/.local/state/hookwright`,
    platform,
    files: madeFiles(new Map(Object.entries(files))),
    now: () => 0,
    store: { read: () => undefined, write: unused },
    run: unused,
    post: unused,
  }
  return code(event, context)
}

/** The same for a line of bash. */
export async function judgedLine(
  guard: Guard,
  command: string,
  options: Options = {},
  machine: MadeMachine = MACHINE,
): Promise<PackAnswer> {
  return judged(guard, { name: 'Bash', input: { command } }, options, machine)
}

function madeFiles(texts: ReadonlyMap<string, string>): Files {
  const bytes = (path: string): Uint8Array | undefined => {
    const text = texts.get(path)
    return text === undefined ? undefined : new TextEncoder().encode(text)
  }
  return {
    ...systemFiles,
    readBytes: bytes,
    kind: (path) => (texts.has(path) ? 'file' : undefined),
    realpath: (path) => (texts.has(path) ? path : undefined),
    list: () => undefined,
  }
}
