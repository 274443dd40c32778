import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The marker program: it does nothing but note its arguments, so that a test can tell whether a line ran it. */
export const MARKER = 'qmark'

/** A folder in which lines are run: nothing on its PATH can delete, and its HOME is empty. */
export type Scratch = {
  readonly root: string
  /** The working directory of the lines. The marker is in `bin/` below it as well as on the PATH. */
  readonly work: string
  readonly env: Readonly<Record<string, string>>
  /** The arguments of each run of the marker since the last call, joined with spaces. */
  takeMarks(): readonly string[]
  /** Puts back what a line may have overwritten. */
  restore(): void
  remove(): void
}

const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/opt/homebrew/bin']

/** Returns where a program of this machine is, undefined when it has none. */
export function locate(program: string): string | undefined {
  const folders = [...SYSTEM_FOLDERS, ...(process.env['PATH'] ?? '').split(':')]
  return folders.map((folder) => join(folder, program)).find((file) => existsSync(file))
}

export function createScratch(programs: readonly string[]): Scratch {
  const root = mkdtempSync(join(tmpdir(), 'hookwright-marker-'))
  const bin = join(root, 'bin')
  const marks = join(root, 'marks')
  mkdirSync(bin)
  for (const program of programs) link(program, bin)
  const restore = () => {
    writeMarker(bin, marks)
    prepareWork(root, bin)
  }
  restore()
  return {
    root,
    work: join(root, 'work'),
    env: environment(root, bin),
    takeMarks: () => takeTexts(marks),
    restore,
    remove: () => {
      for (const pid of processesIn(root)) process.kill(pid, 'SIGKILL')
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function link(program: string, bin: string): void {
  const file = locate(program)
  if (file !== undefined) symlinkSync(file, join(bin, program))
}

/** The path of the notes stands in the program itself, because `env -i` would take a variable away. */
function writeMarker(bin: string, marks: string): void {
  const file = join(bin, MARKER)
  rmSync(file, { force: true })
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\0' "$*" >> '${marks}'\n`)
  chmodSync(file, 0o755)
  rmSync(marks, { recursive: true, force: true })
  writeFileSync(marks, '')
}

/** Files that are there before a line runs. What they hold does not stand in the line. */
const PREPARED: Readonly<Record<string, string>> = {
  data: 'one\ntwo\n',
  'script.sh': '#!/bin/sh\nqmark --flag x\n',
  'script.py': 'import os\nos.system("qmark --flag x")\n',
  'program.awk': 'BEGIN { system("qmark --flag x") }\n',
  'module.js': 'require("node:child_process").execSync("qmark --flag x")\n',
  Makefile: 'all:\n\tqmark --flag x\n',
  'package.json': '{ "scripts": { "build": "qmark --flag x" } }\n',
}

function prepareWork(root: string, bin: string): void {
  const work = join(root, 'work')
  for (const folder of ['work', 'home']) {
    rmSync(join(root, folder), { recursive: true, force: true })
    mkdirSync(join(root, folder))
  }
  symlinkSync(bin, join(work, 'bin'))
  for (const [name, text] of Object.entries(PREPARED)) writeFileSync(join(work, name), text, { mode: 0o755 })
  copyFileSync(join(bin, MARKER), join(work, 'copy'))
}

function environment(root: string, bin: string): Readonly<Record<string, string>> {
  return {
    PATH: bin,
    HOME: join(root, 'home'),
    TMPDIR: join(root, 'work'),
    TMUX_TMPDIR: join(root, 'work'),
    LC_ALL: 'C.UTF-8',
    TERM: 'dumb',
    // A line may define a function that calls itself.
    FUNCNEST: '20',
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  }
}

/** A line may start a server that leaves its process group, as tmux does; its working directory still tells it is ours. */
function processesIn(root: string): readonly number[] {
  if (!existsSync('/proc/self/cwd')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isBelow(root, workingDirectory(name)))
    .map(Number)
}

function isBelow(root: string, folder: string): boolean {
  return folder === root || folder.startsWith(`${root}/`)
}

function workingDirectory(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

function takeTexts(file: string): readonly string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (text !== '') writeFileSync(file, '')
  return text.split('\0').slice(0, -1)
}
