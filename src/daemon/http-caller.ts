import * as fs from 'node:fs'
import { isAbsolute } from 'node:path'
import type { Caller } from './caller.ts'

/** What was kept at install for calls that come from no process. */
export type Kept = Pick<Caller, 'variables' | 'umask'>

/** The surroundings of a call through HTTP: variables of the installation, and the directory that the payload names. */
export function keptCaller({ variables, umask }: Kept, payload: Uint8Array): Caller {
  const cwd = [saidFolder(payload), variables['HOME']].find(isFolder) ?? '/'
  const stream = { path: '', isTerminal: false, isNull: false }
  return { variables: { ...variables, PWD: cwd }, cwd, umask, stdout: stream, stderr: stream }
}

function saidFolder(payload: Uint8Array): unknown {
  try {
    return (JSON.parse(Buffer.from(payload).toString()) as { readonly cwd?: unknown } | null)?.cwd
  } catch {
    return undefined
  }
}

function isFolder(path: unknown): path is string {
  try {
    return typeof path === 'string' && isAbsolute(path) && fs.statSync(path).isDirectory()
  } catch {
    return false
  }
}
