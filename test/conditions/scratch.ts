import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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
    takeMarks: () => takeLines(marks),
    restore,
    remove: () => rmSync(root, { recursive: true, force: true }),
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
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${marks}'\n`)
  chmodSync(file, 0o755)
  rmSync(marks, { recursive: true, force: true })
  writeFileSync(marks, '')
}

function prepareWork(root: string, bin: string): void {
  const work = join(root, 'work')
  for (const folder of ['work', 'home']) {
    rmSync(join(root, folder), { recursive: true, force: true })
    mkdirSync(join(root, folder))
  }
  symlinkSync(bin, join(work, 'bin'))
  writeFileSync(join(work, 'data'), 'one\ntwo\n')
}

function environment(root: string, bin: string): Readonly<Record<string, string>> {
  return {
    PATH: bin,
    HOME: join(root, 'home'),
    TMPDIR: join(root, 'work'),
    LC_ALL: 'C.UTF-8',
    TERM: 'dumb',
    // A line may define a function that calls itself.
    FUNCNEST: '20',
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  }
}

function takeLines(file: string): readonly string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (text !== '') writeFileSync(file, '')
  return text.split('\n').slice(0, -1)
}
