import { isAbsolute } from 'node:path'
import { dialectNames, profileNames, type DialectName, type ProfileName } from '../dialects/registry.ts'
import { hostHint } from '../dialects/suggest-host.ts'
import { systemFiles } from '../ports/files.ts'
import { isObject, shown } from '../core/argument.ts'

/** A host whose own files are read. */
export type SourceName = DialectName

/** A file, written with a slash so that it cannot be a misspelt name: `./hooks.yaml`, `/etc/hooks.json`, `C:\hooks.yaml`. */
export type SourcePath = `${string}/${string}` | `${string}\\${string}`

/** Where hooks come from. A path that is only known at run time, or has no slash, is said as `{ path }`. */
export type EngineSource =
  | SourceName
  | SourcePath
  | {
      /** Path of the file, absolute or relative to `cwd`. */
      readonly path: string
    }

/** The sources as the loader takes them: a name, or a path that is not one. */
export function sourceTexts(sources: readonly EngineSource[]): readonly string[] {
  return sources.map((source) => (typeof source === 'string' ? source : asPath(source.path)))
}

function asPath(path: string): string {
  return isAbsolute(path) ? path : `./${path}`
}

/** Throws a TypeError for a source that can be neither a name nor a path. */
export function checkSources(sources: unknown, cwd: string): void {
  if (!Array.isArray(sources) || !sources.every(isSource))
    throw new TypeError(`The sources must be a list of names or paths, not ${shown(sources)}.`)
  const misspelt = sources.find((source) => typeof source === 'string' && isMisspelt(source, cwd)) as
    | string
    | undefined
  if (misspelt === undefined) return
  const hint = hostHint(misspelt, dialectNames) ?? ''
  throw new TypeError(
    `"${misspelt}" is not a source; accepted: ${dialectNames.join(', ')}, or a path. ${hint}`,
  )
}

export function checkProfile(profile: unknown): void {
  if (profile === undefined || profileNames.includes(profile as ProfileName)) return
  throw new TypeError(`"profile" must be one of ${profileNames.join(', ')}, not ${shown(profile)}.`)
}

function isSource(source: unknown): boolean {
  return typeof source === 'string' || (isObject(source) && typeof source['path'] === 'string')
}

/** Nearly a name, and no file either. */
function isMisspelt(source: string, cwd: string): boolean {
  const isName = (dialectNames as readonly string[]).includes(source)
  if (isName || /[\\/]/.test(source) || hostHint(source, dialectNames) === undefined) return false
  return systemFiles.kind(`${cwd}/${source}`) === undefined
}
