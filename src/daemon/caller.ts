import * as fs from 'node:fs'
import { groupLimits } from './cgroup.ts'
import { STDERR, STDOUT } from './wire.ts'

/** The surroundings that the caller's hooks get. */
export type Caller = {
  readonly variables: Readonly<Record<string, string>>
  readonly cwd: string
  readonly umask: number
  /** Where the streams of the caller lead, as `/proc` names them. */
  readonly stdout: Stream
  readonly stderr: Stream
}

export type Stream = {
  readonly path: string
  readonly isTerminal: boolean
  /** Nobody reads what is written there, so that a reply needs another way. */
  readonly isNull: boolean
}

/** What a caller must have in common with this process, because hooks have it from the process that starts them. */
type Confinement = Readonly<Record<string, string>>

/** This process, as callers are compared with it. */
export type Own = {
  readonly confinement: Confinement
  /** Variables it was started with. */
  readonly started: Readonly<Record<string, string | undefined>>
}

export function lookAtSelf(started: Own['started']): Own {
  return { confinement: confinementOf('/proc/self', statusOf('/proc/self')), started }
}

const NAMESPACES = ['cgroup', 'ipc', 'mnt', 'net', 'pid', 'time', 'user', 'uts'] as const
/** Rows of `status`. A caller in a sandbox differs in one of them at least, and must not get out of it through us. */
const ROWS = [
  'Uid',
  'Gid',
  'Groups',
  'NoNewPrivs',
  'Seccomp',
  'CapInh',
  'CapPrm',
  'CapEff',
  'CapBnd',
  'CapAmb',
  'Cpus_allowed',
  'Mems_allowed',
]
/**
 * Variables that Node reads when it starts: whom to believe on the network, and what time it is. A daemon has those
 * of whoever started it, and answers only callers that have the same.
 */
export const READ_AT_START = [
  'NODE_EXTRA_CA_CERTS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_USE_SYSTEM_CA',
  'TZ',
] as const
/** Options by which Node answers no other than without them. What all others ask of it, only a Node of the caller does. */
const HARMLESS = /^(?:--(?:max[-_](?:old|semi)[-_]space[-_]size=\d+|enable-source-maps)(?:\s+|$))*$/

/**
 * Returns the surroundings of a process, as `/proc` tells them. A text says why its call cannot be answered here: it is
 * not the process that holds the connection, or its hooks would run with other rights or limits than it has.
 */
export function lookAtCaller(pid: number, proof: string, own: Own): Caller | string {
  try {
    const place = `/proc/${pid}`
    // Only a process itself can change this name, and only the caller was told the word.
    if (nameOf(place) !== proof) return 'it is not the process it says'
    const status = statusOf(place)
    const other = differing(own.confinement, confinementOf(place, status))
    if (other !== undefined) return `its ${other} differ`
    const variables = variablesOf(fs.readFileSync(`${place}/environ`, 'utf8'))
    const set = READ_AT_START.find((name) => variables[name] !== own.started[name])
    if (set !== undefined) return `its ${set} differs`
    if (asksOfNode(variables)) return 'it asks more of Node'
    const cwd = fs.readlinkSync(`${place}/cwd`)
    if (!fs.statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return 'its directory is gone'
    const [stdout, stderr] = [streamOf(`${place}/fd/${STDOUT}`), streamOf(`${place}/fd/${STDERR}`)]
    const umask = umaskOf(status)
    // All of this was of one process, which lives.
    if (nameOf(place) !== proof) return 'it has ended'
    return { variables, cwd, umask, stdout, stderr }
  } catch (error) {
    return `it cannot be looked at (${(error as NodeJS.ErrnoException).code ?? String(error)})`
  }
}

function nameOf(place: string): string {
  return fs.readFileSync(`${place}/comm`, 'utf8').trimEnd()
}

function asksOfNode({ NODE_OPTIONS = '', NODE_USE_ENV_PROXY }: Caller['variables']): boolean {
  return NODE_USE_ENV_PROXY !== undefined || !HARMLESS.test(NODE_OPTIONS.trim())
}

function confinementOf(place: string, status: string): Confinement {
  const confinement: Record<string, string> = {
    'root folders': linkOf(`${place}/root`),
    'security labels': textOf(`${place}/attr/current`),
    'control groups': groupLimits(place),
    priorities: niceOf(place),
    limits: comparedLimits(fs.readFileSync(`${place}/limits`, 'utf8')),
  }
  for (const name of NAMESPACES) confinement[`${name} namespaces`] = linkOf(`${place}/ns/${name}`)
  for (const name of ROWS) confinement[`"${name}" rights`] = rowOf(status, name)
  return confinement
}

/** A regex over the whole text would take ten times as long. */
function rowOf(status: string, name: string): string {
  const at = status.indexOf(`\n${name}:`)
  return at < 0 ? '' : status.slice(at, status.indexOf('\n', at + 1))
}

function differing(own: Confinement, other: Confinement): string | undefined {
  return Object.keys(own).find((name) => own[name] !== other[name])
}

/** The name before it may hold anything. */
function niceOf(place: string): string {
  const stat = fs.readFileSync(`${place}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16] ?? ''
}

/** Node raises the soft limit of open files to the hard one when it starts. */
function comparedLimits(text: string): string {
  return text.replace(/^(Max open files\s+)\S+/m, '$1-')
}

function statusOf(place: string): string {
  return fs.readFileSync(`${place}/status`, 'utf8')
}

function umaskOf(status: string): number {
  const said = /^Umask:\s*([0-7]+)$/m.exec(status)?.[1]
  if (said === undefined) throw new Error('no Umask')
  return Number.parseInt(said, 8)
}

function variablesOf(environ: string): Record<string, string> {
  const variables: Record<string, string> = {}
  for (const entry of environ.split('\0')) {
    const at = entry.indexOf('=', 1)
    if (at > 0) variables[entry.slice(0, at)] ??= entry.slice(at + 1)
  }
  return variables
}

function streamOf(path: string): Stream {
  const target = linkOf(path)
  return {
    path,
    isTerminal: /^\/dev\/(?:pts\/|tty|console)/.test(target),
    isNull: ['', '/dev/null'].includes(target),
  }
}

function linkOf(path: string): string {
  try {
    return fs.readlinkSync(path)
  } catch {
    return ''
  }
}

function textOf(path: string): string {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
