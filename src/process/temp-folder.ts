/**
 * As `os.tmpdir()`, which asks the system on POSIX: in a process that serves many callers, `process.env` holds the
 * variables of the present one, and the system's are those of the first.
 */
export function tempFolder(): string {
  if (process.platform === 'win32') return process.getBuiltinModule('node:os').tmpdir()
  // oxlint-disable-next-line node/no-process-env -- it stands for a call to the system that reads them
  const { TMPDIR, TMP, TEMP } = process.env
  const folder = TMPDIR || TMP || TEMP || '/tmp'
  return folder.length > 1 && folder.endsWith('/') ? folder.slice(0, -1) : folder
}
