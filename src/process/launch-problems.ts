import { accessSync, constants, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isIssue, issue, type Issue } from '../core/issue.ts'
import type { Launch } from './launch.ts'
import { BATCH, isExecutable, isWindowsPath, locate, onWindowsPath, startedFile } from './locate.ts'
import { interpreterProblem, scriptProblem } from './script-problems.ts'

/** Shells and interpreters live here, and nobody's half-written script does. */
const SYSTEM = /^\/(?:usr\/)?s?bin\//

/** What can be said about a start from. */
type Attempt = Pick<Launch, 'file' | 'args' | 'cwd' | 'env'>

/** A launch that may start. */
export type CheckedLaunch = Launch & {
  /** What a bare name led to on PATH, so that what was checked is what starts. Absent: `file` is started as written. */
  readonly path?: string
}

/** Returns an issue for what would start, but not as meant. */
export function checkLaunch(launch: Launch): CheckedLaunch | Issue {
  if (!Number.isFinite(launch.timeoutMs) || launch.timeoutMs <= 0) return badTimeout(launch.timeoutMs)
  if (process.platform === 'win32') return checkOnWindows(launch)
  const path = startedFile(launch.file, launch)
  if (path === undefined) return launch
  const problem = SYSTEM.test(path) ? undefined : scriptProblem(path, launch)
  // A script finds the name it was started by in $0, so a path stays as its author wrote it.
  return problem ?? (launch.file.includes('/') ? launch : { ...launch, path })
}

/** Returns the file to start for `file`: on Windows the one that a bare name leads to on PATH, else as written. */
export function fileToStart(attempt: Attempt): string | Issue {
  if (process.platform !== 'win32') return attempt.file
  const checked = checkOnWindows(attempt)
  return isIssue(checked) ? checked : (checked.path ?? checked.file)
}

/** A bare name that PATH does not lead to is never started: Node would take a program of the working directory. */
function checkOnWindows<A extends Attempt>(attempt: A): (A & { readonly path?: string }) | Issue {
  if (isWindowsPath(attempt.file)) return attempt
  const { program, batch } = onWindowsPath(attempt.file, attempt.env)
  if (program !== undefined) return { ...attempt, path: program }
  return cwdProblem(attempt.cwd) ?? (batch === undefined ? notFound(attempt) : batchFile(attempt.file, batch))
}

/** Finds out, after a failed spawn, what was wrong: one error code fits several causes. */
export function explain(launch: Attempt, error: NodeJS.ErrnoException): Issue {
  return byCode(launch, error) ?? cwdProblem(launch.cwd) ?? fileProblem(launch, error)
}

function byCode(launch: Attempt, error: NodeJS.ErrnoException): Issue | undefined {
  const code = error.code ?? ''
  switch (code) {
    case 'E2BIG':
      return tooLong(launch)
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      return noResources(launch, code)
    case 'ERR_INVALID_ARG_VALUE':
    case 'ERR_INVALID_ARG_TYPE':
      return badArgument(launch)
    default:
      return undefined
  }
}

function cwdProblem(cwd: string): Issue | undefined {
  const say = (what: string, hint: string) =>
    issue('launch.cwd', {}, `Working directory "${cwd}" ${what}.`, hint)
  try {
    if (!statSync(cwd).isDirectory())
      return say('is not a directory', 'Name the folder the hook should run in.')
    accessSync(cwd, constants.X_OK)
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
      ? say('may not be entered by this user', 'Allow the user to search it and the folders above it.')
      : say('does not exist', 'Create it, or name another one.')
  }
}

function fileProblem(launch: Attempt, error: NodeJS.ErrnoException): Issue {
  if (process.platform === 'win32') return windowsProblem(launch, error)
  const path = locate(launch.file, launch)
  if (path === undefined) return error.code === 'EACCES' ? unexplained(launch, error) : notFound(launch)
  if (statSync(path).isDirectory()) return directory(path)
  if (!isExecutable(path)) return notExecutable(path)
  return interpreterProblem(path, launch) ?? unexplained(launch, error)
}

function windowsProblem(launch: Attempt, error: NodeJS.ErrnoException): Issue {
  const path = resolve(launch.cwd, launch.file)
  const stats = isWindowsPath(launch.file) ? statSync(path, { throwIfNoEntry: false }) : undefined
  if (stats === undefined) return error.code === 'EACCES' ? unexplained(launch, error) : notFound(launch)
  if (stats.isDirectory()) return directory(path)
  if (BATCH.test(path)) return batchFile(launch.file, path)
  return /\.(?:com|exe)$/i.test(path) ? unexplained(launch, error) : noProgram(path)
}

function batchFile(file: string, path: string): Issue {
  return issue(
    'launch.batch',
    {},
    `Command "${file}" is the batch file "${path}", which only cmd can start.`,
    'Write `shell: cmd`, or name the program that the batch file starts.',
  )
}

function noProgram(path: string): Issue {
  return issue(
    'launch.no-program',
    {},
    `File "${path}" is not a program that Windows can start.`,
    'Name its interpreter in front of it, for example `node script.js`, or write `shell`.',
  )
}

function notFound({ file, cwd }: Attempt): Issue {
  if (process.platform === 'win32' ? isWindowsPath(file) : file.includes('/')) {
    const message = `Command "${resolve(cwd, file)}" was not found.`
    return issue('launch.not-found', {}, message, 'Correct the path, or create the file.')
  }
  return issue(
    'launch.not-found',
    {},
    `Command "${file}" was not found on PATH.`,
    'Install it, or give its full path.',
  )
}

function directory(path: string): Issue {
  const hint = 'Name the program or script inside it.'
  return issue('launch.directory', {}, `Command "${path}" is a directory.`, hint)
}

function notExecutable(path: string): Issue {
  return issue('launch.not-executable', {}, `File "${path}" is not executable.`, `Run: chmod +x '${path}'`)
}

function tooLong({ file, args }: Attempt): Issue {
  const bytes = args.reduce((sum, arg) => sum + Buffer.byteLength(arg) + 1, 0)
  return issue(
    'launch.too-long',
    {},
    `Arguments and environment of "${file}" are longer than the system allows (arguments: ${bytes} bytes).`,
    'Hand long data over on stdin or in a file, and file lists in batches.',
  )
}

function noResources({ file }: Attempt, code: string): Issue {
  const what = { EAGAIN: 'processes', ENOMEM: 'memory' }[code] ?? 'file descriptors'
  return issue(
    'launch.resources',
    {},
    `Command "${file}" could not be started: the system is out of ${what} (${code}).`,
    'Run fewer hooks at once, or raise the limit (ulimit -u, ulimit -n).',
  )
}

/** Node's own message quotes the bad value, which may be a secret. */
function badArgument({ file, args, env }: Attempt): Issue {
  const isBad = (text: string): boolean => text.includes('\0')
  const variable = Object.keys(env).find((name) => isBad(name) || isBad(env[name] ?? ''))
  const what = args.some(isBad)
    ? 'an argument'
    : variable === undefined
      ? 'its name'
      : `variable "${variable}"`
  const why = file === '' ? 'the command is empty' : `${what} holds a NUL character or is not a text`
  const hint = 'Take out NUL characters, and name a command that is not empty.'
  return issue('launch.bad-argument', {}, `Command "${file}" cannot be started: ${why}.`, hint)
}

function badTimeout(timeoutMs: number): Issue {
  const message = `Timeout "${timeoutMs}" ms is not a positive number.`
  return issue('launch.timeout', {}, message, 'Give a positive, finite number.')
}

function unexplained({ file }: Attempt, error: NodeJS.ErrnoException): Issue {
  return issue(
    'launch.failed',
    {},
    `Command "${file}" could not be started: ${error.message}.`,
    'Check the permissions of the file and its folders, and whether its file system is mounted noexec.',
  )
}
