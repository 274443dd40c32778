import * as fs from 'node:fs'
import * as path from 'node:path'
import { parseConfig } from '../../config/parse.ts'
import type { ConfigWriter } from '../../dialects/writer.ts'
import { limits } from '../../engine/limits.ts'
import { isFileProblem, readText, systemFiles } from '../../ports/files.ts'
import { leadsOutside } from '../../ports/leads-outside.ts'
import { renameOver } from '../../ports/update-file.ts'

/** Where a text is to be written, and what is there now. */
export type Destination = {
  /** As the user wrote it, made absolute. */
  readonly shown: string
  /** Without links. */
  readonly file: string
  /** Absent: there is no such file. */
  readonly before?: string
}

/** Returns the place to write to, or why nothing may be written there. */
export function findDestination(out: string, projectDir: string): Destination | { readonly problem: string } {
  const folder = path.dirname(out)
  const kind = systemFiles.kind(out)
  if (kind === undefined) {
    const existing = nearestFolder(folder)
    if (leadsOutside(existing, projectDir, systemFiles)) return outside(out)
    return { shown: out, file: out }
  }
  if (leadsOutside(out, projectDir, systemFiles)) return outside(out)
  if (kind !== 'file') return { problem: `"${out}" is not a file that can be written.` }
  const file = systemFiles.realpath(out)
  const before = readText(systemFiles, out, limits.configBytes)
  if (typeof file !== 'string' || typeof before !== 'string')
    return {
      problem: `"${out}" cannot be read${isFileProblem(before) ? ` (${before.detail})` : ''}, so it is not replaced.`,
    }
  return { shown: out, file, before }
}

function outside(out: string): { readonly problem: string } {
  return {
    problem: `"${out}" leads outside the project through a link; nothing was written. Name the real path.`,
  }
}

function nearestFolder(folder: string): string {
  const isThere = systemFiles.kind(folder) !== undefined
  return isThere || path.dirname(folder) === folder ? folder : nearestFolder(path.dirname(folder))
}

/** Returns keys of the file that replacing it would drop. */
export function foreignKeys({ before, file }: Destination, { format, top }: ConfigWriter): readonly string[] {
  if (before === undefined) return []
  const { value } = parseConfig(before, file, {
    maxBytes: limits.configBytes,
    maxDepth: limits.configDepth,
    format,
  })
  const known = new Set([...Object.keys(top), 'hooks', '$schema'])
  return Object.keys(value ?? {}).filter((key) => !known.has(key))
}

/** Writes the whole text or nothing. Returns why it could not. */
export function save(destination: Destination, text: string): string | undefined {
  const { file, before, shown } = destination
  const folder = path.dirname(file)
  const temporary = path.join(folder, `.${path.basename(file)}.${process.pid}.tmp`)
  try {
    fs.mkdirSync(folder, { recursive: true })
    writeWhole(temporary, text, before === undefined ? 0o666 : fs.statSync(file).mode)
    try {
      put(temporary, destination)
    } finally {
      fs.rmSync(temporary, { force: true })
    }
    return undefined
  } catch (error) {
    const { code = 'an error', message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return `"${shown}" appeared meanwhile; nothing was written. Run the command again.`
    if (message === CHANGED)
      return `"${shown}" changed meanwhile; nothing was written. Run the command again.`
    return `"${shown}" could not be written (${code}).`
  }
}

const CHANGED = 'changed'
const HELD_MS = 2_000

function writeWhole(file: string, text: string, mode: number): void {
  const fd = fs.openSync(file, 'wx', mode)
  try {
    fs.writeFileSync(fd, text)
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

/** Making a link to the new file fails when another file was created meanwhile; a rename would replace that file. */
function put(temporary: string, { file, before }: Destination): void {
  if (before === undefined) return fs.linkSync(temporary, file)
  if (fs.readFileSync(file, 'utf8') !== before) throw new Error(CHANGED)
  renameOver(temporary, file, HELD_MS)
}
