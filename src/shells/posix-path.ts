/** An absolute path as only Windows writes it: with a drive, or with two backslashes in front. */
export function isWindowsPath(path: string): boolean {
  return /^(?:[A-Za-z]:(?:[\\/]|$)|\\\\)/.test(path)
}

/** A Windows path as Git Bash reads it, by text alone: `C:\a` is `/c/a`, `\\server\share` is `//server/share`. */
export function toPosixPath(path: string): string {
  const slashed = withoutDevice(path.replaceAll('\\', '/'))
  return slashed.replace(/^([A-Za-z]):(?=\/|$)/, (_, drive: string) => `/${drive.toLowerCase()}`)
}

/** `\\?\` and `\\.\` switch off limits of the Windows API and name nothing themselves. */
function withoutDevice(slashed: string): string {
  return slashed.replace(/^\/\/[?.]\/UNC\//i, '//').replace(/^\/\/[?.]\/(?=[A-Za-z]:(?:\/|$))/, '')
}
