import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { issue, type Issue } from '../core/issue.ts'
import type { State } from '../ports/state.ts'
import { FOLDER as DAEMON } from '../daemon/folder.ts'
import { renameOver } from '../ports/update-file.ts'
import type { LauncherPaths } from './command-line.ts'
import type { DaemonCall } from './launcher-daemon.ts'
import { launcherCmdText, launcherText, REPLIES } from './launcher.ts'

/** What a copy needs of the package, relative to it. */
const PARTS = ['dist/cli', 'schemas/hookwright.json'] as const
const PROGRAM = 'dist/cli/cli.cjs'
const VERSIONS = 'versions'
const BIN = 'bin'
/** Programs of single events, for hosts that start a path without arguments. */
const EVENTS = 'events'

export type Program = {
  /** Folder of the package that runs. */
  readonly packageDir: string
  readonly version: string
  /** Absolute path of Node. */
  readonly node: string
}

/** Name of the folder for this very program: two builds of one version are two. */
export function versionName({ packageDir, version }: Program): string {
  const hash = createHash('sha256')
  for (const file of filesOf(packageDir)) {
    hash.update(`${file}\0`)
    hash.update(fs.readFileSync(path.join(packageDir, file)))
  }
  return `${version}-${hash.digest('hex').slice(0, 12)}`
}

/** What V8 compiled for some Node lies beside the program, and is no part of it. */
function filesOf(packageDir: string): readonly string[] {
  return PARTS.flatMap((part) => {
    const whole = path.join(packageDir, part)
    if (!fs.statSync(whole).isDirectory()) return [part]
    const names = fs.readdirSync(whole).filter((name) => /\.[cm]?js$/.test(name))
    return names.map((name) => `${part}/${name}`)
  }).toSorted()
}

export function launcherPaths(state: Pick<State, 'dir'>): LauncherPaths {
  const sh = path.join(state.dir, BIN, 'hookwright')
  return { sh, cmd: `${sh}.cmd` }
}

/** Path of the program for one event. */
export function eventProgram(state: Pick<State, 'dir'>, host: string, event: string): string {
  return path.join(state.dir, BIN, EVENTS, `${host}-${event}`)
}

/** Path of the replies that the launcher gives to a host when the program cannot run. */
export function failureReplies(state: Pick<State, 'dir'>, host: string): string {
  return path.join(state.dir, BIN, REPLIES, host)
}

export type Copied = {
  readonly name: string
  /** False: everything was there already. */
  readonly isNew: boolean
}

/**
 * Copies the program into the state folder and points the launcher at it. What is replaced is replaced in one step. To be
 * called when no other process does the same.
 */
export function copyProgram(program: Program, state: State, configHome: string): Copied | Issue {
  if (state.problem) return state.problem
  try {
    sweepDrafts(state)
    const name = versionName(program)
    const isCopied = copyVersion(name, program, state)
    const script = versionScript(state, name)
    const launched = { node: program.node, script, configHome, daemon: daemonCall(name, state) }
    const { sh, cmd } = launcherPaths(state)
    const wrote = [
      writeProgram(sh, launcherText(launched)),
      process.platform === 'win32' && writeProgram(cmd, launcherCmdText(launched)),
    ]
    removeOldVersions(name, state)
    return { name, isNew: isCopied || wrote.includes(true) }
  } catch (error) {
    return cannotCopy(state, error)
  }
}

/** A daemon looks at its callers in /proc. bash is taken only from where the system has it. */
function daemonCall(program: string, { dir }: State): DaemonCall | undefined {
  if (process.platform !== 'linux') return undefined
  const bash = ['/bin/bash', '/usr/bin/bash'].find(isExecutable)
  return bash === undefined ? undefined : { bash, folder: path.join(dir, DAEMON), program }
}

/** A folder that is there is whole: it got its name when everything was in it. */
function copyVersion(name: string, { packageDir }: Program, state: State): boolean {
  const folder = path.join(state.dir, VERSIONS, name)
  if (fs.existsSync(folder) && isComplete(folder, packageDir)) return false
  fs.mkdirSync(path.dirname(folder), { recursive: true, mode: 0o700 })
  const draft = fs.mkdtempSync(path.join(path.dirname(folder), '.new-'))
  try {
    for (const file of filesOf(packageDir)) {
      const copy = path.join(draft, file)
      fs.mkdirSync(path.dirname(copy), { recursive: true })
      fs.copyFileSync(path.join(packageDir, file), copy)
    }
    fs.rmSync(folder, { recursive: true, force: true })
    fs.renameSync(draft, folder)
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    // Another process was quicker, with the same files.
    if (!fs.existsSync(folder)) throw error
  }
  return true
}

/** A disk that was full or a hand that edited leaves the name of the folder as it was. */
function isComplete(folder: string, packageDir: string): boolean {
  return filesOf(packageDir).every(
    (file) => textOf(path.join(folder, file)) === textOf(path.join(packageDir, file)),
  )
}

const HELD_MS = 2_000
const DRAFT = /^\.new-|\.tmp$/

/** Removes what a killed installation left. */
function sweepDrafts({ dir }: State): void {
  for (const folder of [VERSIONS, BIN, path.join(BIN, EVENTS), path.join(BIN, REPLIES)]) {
    const whole = path.join(dir, folder)
    if (!fs.existsSync(whole)) continue
    const drafts = fs.readdirSync(whole).filter((name) => DRAFT.test(name))
    for (const name of drafts) fs.rmSync(path.join(whole, name), { recursive: true, force: true })
  }
}

/** Writes programs by their paths. Returns why that failed. */
export function writePrograms(programs: ReadonlyMap<string, string>, state: State): Issue | undefined {
  try {
    for (const [file, text] of programs) writeProgram(file, text)
    return undefined
  } catch (error) {
    return cannotCopy(state, error)
  }
}

/** Returns whether something was written. */
function writeProgram(file: string, text: string): boolean {
  if (textOf(file) === text && isExecutable(file)) return false
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.tmp`
  try {
    fs.writeFileSync(draft, text, { mode: 0o755, flag: 'wx' })
    fs.chmodSync(draft, 0o755)
    renameOver(draft, file, HELD_MS)
  } finally {
    fs.rmSync(draft, { force: true })
  }
  return true
}

/** Hosts pass over a program that is not executable. Windows goes by the name. */
export function isExecutable(file: string): boolean {
  if (process.platform === 'win32') return true
  return ((fs.statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o100) !== 0
}

function textOf(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Name of the copy that the launcher starts; undefined when there is no launcher. */
export function launchedVersion(state: Pick<State, 'dir'>): string | undefined {
  const text = textOf(launcherPaths(state).sh) ?? ''
  return /[\\/]versions[\\/]([^\\/\n']+)[\\/]dist[\\/]cli[\\/]/.exec(text)?.[1]
}

/** The file of a copy that Node is started with. */
export function versionScript({ dir }: Pick<State, 'dir'>, name: string): string {
  return path.join(dir, VERSIONS, name, PROGRAM)
}

/** Keeps the newest other one: a process that was started from it may still load a part. */
function removeOldVersions(current: string, { dir }: State): void {
  const folder = path.join(dir, VERSIONS)
  const others = fs
    .readdirSync(folder)
    .filter((name) => name !== current && !name.startsWith('.'))
    .map((name) => ({ name, at: fs.statSync(path.join(folder, name)).mtimeMs }))
    .toSorted((a, b) => b.at - a.at)
  for (const { name } of others.slice(1)) fs.rmSync(path.join(folder, name), { recursive: true, force: true })
}

/** Removes the launcher, all copies, and the files of the daemon, which ends when they are gone. */
export function removeProgram({ dir }: Pick<State, 'dir'>): void {
  for (const name of [BIN, VERSIONS, DAEMON])
    fs.rmSync(path.join(dir, name), { recursive: true, force: true })
}

function cannotCopy({ dir }: State, error: unknown): Issue {
  const { code = String(error), path: file } = error as NodeJS.ErrnoException
  return issue(
    'install.copy',
    { file: file ?? dir },
    `The program could not be copied into "${dir}" (${code}).`,
    'Make the folder writable, or point XDG_STATE_HOME to another one.',
  )
}
