import { isWindows, type PathRoots } from './paths.ts'

/** The files a path may mean to the tool that gets it. `doubt`: it may also be one that cannot be known here. */
export type PathReadings = { readonly paths: readonly string[]; readonly doubt: string | undefined }

type Places = Pick<PathRoots, 'home' | 'cwd'>

/**
 * Tools and hosts differ in what they expand, so a path is read literally and in every way one of them may read it:
 * `~`, `$HOME`, `%USERPROFILE%`, `file:` URLs, backslashes, blanks around it, and what Windows drops from names.
 */
export function pathReadings(file: string, places: Places): PathReadings {
  if (file.includes('\0')) return { paths: [file], doubt: 'the path holds a NUL character' }
  const texts = distinct([file, file.trim()]).flatMap((text) => [text, ...fromUrl(text)])
  const expanded = texts.map((text) => expand(text, places))
  const paths = [...texts, ...expanded.flatMap(({ path }) => path ?? [])]
  const slashed = paths.map((path) => path.replaceAll('\\', '/'))
  const windows = isWindows(places.cwd) ? slashed.map(asWindowsReads) : []
  return {
    paths: distinct([...paths, ...slashed, ...windows]),
    doubt:
      texts.map(foreignUrl).find(isText) ??
      (isWindows(places.cwd) ? windows.map(foreignShare).find(isText) : undefined) ??
      expanded.map(({ doubt }) => doubt).find(isText),
  }
}

type Expanded = { readonly path?: string; readonly doubt?: string }

const HOME =
  /^(?:~|\$HOME|\$\{HOME\}|\$\{?env:(?:HOME|USERPROFILE)\}?|%(?:USERPROFILE|HOME)%|%HOMEDRIVE%%HOMEPATH%)(?=[\\/]|$)/i
const CWD = /^(?:~\+|\$PWD|\$\{PWD\}|\$\{?env:PWD\}?|%CD%)(?=[\\/]|$)/i
const USER = /^~([a-z_][\w.-]*|-)(?=[\\/]|$)/i
const VARIABLE = /^(?:\$\w+|\$\{[^}/]*\}|\$env:\w+|%\w+%)/i

function expand(text: string, { home, cwd }: Places): Expanded {
  if (HOME.test(text)) return { path: text.replace(HOME, () => home) }
  if (CWD.test(text)) return { path: text.replace(CWD, () => cwd) }
  const user = USER.exec(text)?.[1]
  if (user !== undefined)
    return {
      path: text.replace(USER, () => home.replace(/[^\\/]*$/, () => user)),
      doubt: 'the path starts in the home folder of a named user',
    }
  return VARIABLE.test(text) ? { doubt: 'the path starts with a variable' } : {}
}

function fromUrl(text: string): readonly string[] {
  if (!/^file:/i.test(text)) return []
  const bare = text
    .replace(/^file:(?:[\\/]{2}(?:localhost(?=[\\/]))?(?=[\\/]))?/i, '')
    .replace(/[?#].*$/s, '')
  const path = /^[\\/]+[a-z][:|][\\/]/i.test(bare) ? bare.replace(/^[\\/]+/, '').replace('|', ':') : bare
  return distinct([path, decoded(path)])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A file elsewhere, or of a kind that only the host knows. */
function foreignUrl(text: string): string | undefined {
  const [, scheme, host] = /^([a-z][a-z\d+.-]+):[\\/]{2}([^\\/]*)/i.exec(text) ?? []
  if (scheme === undefined) return undefined
  const isHere = scheme.toLowerCase() === 'file' && /^(?:localhost)?$/i.test(host ?? '')
  return isHere ? undefined : 'the path is a URL'
}

/**
 * Without final dots and blanks of names and without streams. `/mnt/c`, `/cygdrive/c`, `//?/c:`, `/??/c:` and
 * `//host/c$` are the drive, and `c:x` is relative to the folder that is open on the drive.
 */
function asWindowsReads(path: string): string {
  const local = path
    .replace(/^\/(?:\/[?.]|\?\?)\/+(?=[a-z]:)/i, '')
    .replace(/^\/\/[^/]+\/+([a-z])\$(?=\/|$)/i, '$1:')
    .replace(/^[a-z]:(?=[^/])/i, '')
  const [drive = ''] = /^(?:[a-z]:)?/i.exec(local) ?? []
  const names = local.slice(drive.length).split('/')
  const plain = names.map((name) =>
    /^\.{1,2}$/.test(name) ? name : name.replace(/:.*$/s, '').replace(/[. ]+$/, ''),
  )
  return `${drive}${plain.join('/')}`.replace(/^\/(?:mnt|cygdrive)(?=\/[a-z](?:\/|$))/i, '')
}

/** What a share of another name holds is not known here; it may be a folder of this machine. */
function foreignShare(path: string): string | undefined {
  return /^\/(?:\/[^/]|\?)/.test(path) ? 'the path is on a share' : undefined
}

function isText(value: string | undefined): value is string {
  return value !== undefined
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}
