import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { issue, type Issue } from '../core/issue.ts'
import { isLoadable } from './binary-format.ts'
import { isExecutable, locate, type Surroundings } from './locate.ts'

/** The kernel reads no more of a shebang line. */
const SHEBANG_BYTES = 256

/**
 * Looked for before the spawn, because these start: execvp hands a file the kernel does not know to sh, which
 * makes an empty guard a success, and `env` reports a missing interpreter as the script's own exit code.
 */
export function scriptProblem(path: string, around: Surroundings): Issue | undefined {
  const start = readStart(path)
  if (start === undefined) return undefined
  const found = formatOf(path, start) ?? (start.includes(0) ? undefined : lineProblem(path, start, around))
  return found && isExecutable(path) ? found : undefined
}

/** The part of `scriptProblem` that is about the file alone: the kernel refuses it, so execvp would hand it to sh. */
export function formatProblem(path: string): Issue | undefined {
  const start = process.platform === 'win32' ? undefined : readStart(path)
  const found = start && formatOf(path, start)
  return found && isExecutable(path) ? found : undefined
}

/** Looked for after a spawn that failed although file and permissions are right. */
export function interpreterProblem(path: string, around: Surroundings): Issue | undefined {
  const start = readStart(path)
  if (start === undefined) return undefined
  const interpreter = start.includes(0) ? undefined : shebang(start)?.[0]
  if (interpreter === undefined) return noLoader(path)
  const program = locate(interpreter, around)
  return program !== undefined && isExecutable(program) ? undefined : badInterpreter(path, interpreter)
}

function formatOf(path: string, start: Buffer): Issue | undefined {
  if (start.length === 0) return emptyFile(path)
  if (shebang(start) !== undefined || isLoadable(path, start)) return undefined
  return start.includes(0) || start[0] === 0x7f ? badBinary(path) : noShebang(path)
}

function lineProblem(path: string, start: Buffer, around: Surroundings): Issue | undefined {
  if (firstLine(start).endsWith('\r')) return crlf(path)
  const program = envProgram(shebang(start) ?? [])
  return program === undefined || locate(program, around) ? undefined : badInterpreter(path, program)
}

/** Undefined for what is not a readable file. Without O_NONBLOCK opening a pipe would wait for its writer. */
function readStart(path: string): Buffer | undefined {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const buffer = Buffer.allocUnsafe(SHEBANG_BYTES)
    const length = readSync(fd, buffer)
    return length > 0 || fstatSync(fd).isFile() ? buffer.subarray(0, length) : undefined
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

function firstLine(start: Buffer): string {
  return start.toString('utf8').split('\n', 1)[0] ?? ''
}

/** The words after `#!`; undefined when there are none. */
function shebang(start: Buffer): string[] | undefined {
  const line = firstLine(start)
  const words = line.startsWith('#!')
    ? line
        .slice(2)
        .split(/[ \t]+/)
        .filter(Boolean)
    : []
  return words.length > 0 ? words : undefined
}

/** What `env` will look for, where the line is plain enough to tell. */
function envProgram([interpreter, ...words]: readonly string[]): string | undefined {
  if (!interpreter?.endsWith('/env')) return undefined
  const program = words[0] === '-S' ? words[1] : words[0]
  return program && /^[\w./+-]+$/.test(program) && !program.startsWith('-') ? program : undefined
}

function emptyFile(path: string): Issue {
  const hint = 'Write the script; an empty one would count as a success.'
  return issue('launch.empty-file', {}, `File "${path}" is empty.`, hint)
}

function noShebang(path: string): Issue {
  const hint = 'Make its first line "#!/bin/sh", or name the interpreter in the command.'
  return issue('launch.no-shebang', {}, `Script "${path}" does not say which program runs it.`, hint)
}

function badBinary(path: string): Issue {
  const hint = 'Build or install it again, for this machine.'
  return issue('launch.bad-binary', {}, `File "${path}" is not a program that this system can load.`, hint)
}

function crlf(path: string): Issue {
  return issue(
    'launch.bad-interpreter',
    {},
    `The first line of "${path}" ends in CRLF, so its interpreter cannot be found.`,
    `Save the file with LF line ends: sed -i 's/\\r$//' '${path}'`,
  )
}

function badInterpreter(path: string, interpreter: string): Issue {
  return issue(
    'launch.bad-interpreter',
    {},
    `Script "${path}" asks for the interpreter "${interpreter}", which cannot be run here.`,
    'Install it, or correct the first line of the script.',
  )
}

function noLoader(path: string): Issue {
  return issue(
    'launch.bad-interpreter',
    {},
    `Program "${path}" was built for a system with another loader or processor.`,
    'Install the build for this machine.',
  )
}
