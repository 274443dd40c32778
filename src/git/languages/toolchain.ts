import { statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { CANCELLED } from '../contracts/interrupted.ts'
import { isExecutable } from '../../process/locate.ts'
import type { GitHook } from '../contracts/model.ts'
import type { PrepareContext } from '../contracts/runnable.ts'
import { runTool } from '../store/tool.ts'
import { parseRange, readVersion, type Version } from './versions.ts'

/** An interpreter of this machine. `says` is what it printed when asked. */
export type Toolchain = { readonly file: string; readonly version: Version; readonly says: string }

export type Search = {
  /** `Node.js`, for messages. */
  readonly what: string
  readonly names: readonly string[]
  /** Arguments that make it print its version. */
  readonly ask: readonly string[]
  readonly request: string
  /** Requests that are no ranges of versions. */
  readonly special?: Readonly<Record<string, (found: Toolchain) => boolean>>
  /** What one is known to answer without being started. */
  knows?(file: string): string | undefined
  /** How to get one. */
  readonly hint: string
}

export type SearchContext = Pick<PrepareContext, 'env' | 'cwd' | 'signal' | 'platform'>

/** The first interpreter on PATH that answers and that the hook's `language_version` accepts. Nothing is downloaded. */
export async function findToolchain(
  hook: GitHook,
  search: Search,
  context: SearchContext,
): Promise<Toolchain | Issue> {
  if (hook.languagePreference === 'only-managed')
    return refused(hook, search, 'no version is ever downloaded')
  const accepts = isAbsolute(search.request) ? () => true : acceptance(search)
  if (accepts === undefined) return refused(hook, search, `"${search.request}" is no request for a version`)
  const seen: string[] = []
  for (const file of candidates(search, context)) {
    const found = await ask(file, search, context)
    if (isIssue(found)) return found
    if (found === undefined) continue
    if (accepts(found)) return found
    seen.push(`${found.version.join('.')} (${file})`)
  }
  return refused(hook, search, seen.length === 0 ? 'none was found on PATH' : `found only ${seen.join(', ')}`)
}

function acceptance({ request, special = {} }: Search): ((found: Toolchain) => boolean) | undefined {
  if (Object.hasOwn(special, request)) return special[request]
  const fits = parseRange(request)
  return fits && ((found) => fits(found.version))
}

function candidates({ names, request }: Search, { env, cwd, platform }: SearchContext): readonly string[] {
  if (isAbsolute(request)) return [request].filter(isProgram)
  const endings = platform === 'win32' ? ['.exe'] : ['']
  const folders = (env[pathKey(env)] ?? '/usr/bin:/bin')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
  const paths = folders.flatMap((folder) =>
    names.flatMap((name) => endings.map((ending) => resolve(cwd, join(folder, `${name}${ending}`)))),
  )
  return [...new Set(paths)].filter(isProgram)
}

/** Asked once per run, however many hooks want to know: in a process that lives on, tools change between runs. */
const answersOf = new WeakMap<AbortSignal, Map<string, ReturnType<typeof askOne>>>()

async function ask(file: string, search: Search, context: SearchContext): ReturnType<typeof askOne> {
  const answers = answersOf.get(context.signal) ?? new Map<string, ReturnType<typeof askOne>>()
  answersOf.set(context.signal, answers)
  const known = JSON.stringify([file, search.ask, context.cwd])
  const answer = answers.get(known) ?? askOne(file, search, context)
  answers.set(known, answer)
  const found = await answer
  // Somebody else's interrupt is no answer.
  if (isIssue(found)) answers.delete(known)
  return found
}

/** Undefined for one that does not work: pyenv and its like leave shims that only complain. */
async function askOne(
  file: string,
  search: Search,
  { cwd, env, signal }: SearchContext,
): Promise<Toolchain | Issue | undefined> {
  const known = search.knows?.(file)
  const output =
    known === undefined
      ? await runTool({ file, args: search.ask, cwd, env, signal })
      : { code: 0, stdout: known }
  if (isIssue(output)) return output.code === CANCELLED ? output : undefined
  const version = output.code === 0 ? readVersion(output.stdout) : undefined
  return version && { file, version, says: output.stdout.trim() }
}

function refused(hook: GitHook, { what, request, hint }: Search, why: string): Issue {
  return issue(
    'language.toolchain',
    { ...hook.place, hook: hook.id },
    `Hook "${hook.id}" needs ${what}${/^(?:default|system)$/.test(request) ? '' : ` ${request}`}: ${why}.`,
    hint,
  )
}

/** Windows spells it as it likes. */
export function pathKey(env: Readonly<Record<string, string>>): string {
  return Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
}

/** Folders in front of PATH. */
export function withPath(
  env: Readonly<Record<string, string>>,
  folders: readonly string[],
): Record<string, string> {
  const key = pathKey(env)
  return { ...env, [key]: [...folders, env[key] ?? '/usr/bin:/bin'].join(delimiter) }
}

function isProgram(path: string): boolean {
  try {
    return statSync(path).isFile() && isExecutable(path)
  } catch {
    return false
  }
}
