/**
 * Paths that may lead out of the project: absolute ones, those of a home folder, and those with `..` in them. Whether
 * they do is known only where the project is.
 */
export function mayLeave(text: string): boolean {
  if (text.length > MAX_LENGTH || !PATH.test(text)) return false
  return /^[/~]/.test(text) || /^[A-Za-z]:[\\/]/.test(text) || /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(text)
}

const MAX_LENGTH = 1_024

/** Without what only patterns and program text have. `//` begins the rest of a URL. */
const PATH = /^(?!\/\/)[^\n;|&<>(){}$*?"`]+$/

/** What an installed program is, and only the machine's owner writes. `..` in it could lead back. */
export function isSystemPath(text: string): boolean {
  return (SYSTEM.test(text) || WINDOWS.test(text)) && !/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(text)
}

const SYSTEM =
  /^(?:\/(?:usr|s?bin|lib\w*|opt|nix\/store|gnu\/store|snap|etc|run\/current-system|home\/linuxbrew|System|Library|Applications)\/|\/dev\/(?!shm\/))/

/** Everybody may write to two folders of Windows. */
const WINDOWS = /^[a-z]:[\\/](?:windows[\\/](?!(?:temp|tasks)[\\/])|program files(?: \(x86\))?[\\/])/i

/** An open file by its number: what is read there was opened somewhere else. */
export function isOpenFile(text: string): boolean {
  return /^\/(?:dev\/(?:fd\/\d+|stdin)|proc\/[^/]+\/fd\/\d+)$/.test(text.replaceAll(/\/{2,}/g, '/'))
}
