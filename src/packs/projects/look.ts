import * as path from 'node:path'
import { isFileProblem, readText, type Entry, type Files } from '../../ports/files.ts'

/** Reads what a project has in its folders; each folder and file once. */
export type Look = {
  /** Entries of a folder. Empty: it is not there or cannot be read. */
  entries(folder: string): readonly Entry[]
  /** True when the folder has a file, or a link to one, of this name. `*` stands for any characters. */
  has(folder: string, name: string): boolean
  /** The text of a file; undefined: not there, too large, or not text. */
  text(file: string): string | undefined
  /** A file of JSON that holds an object. Comments are not read. */
  json(file: string): Readonly<Record<string, unknown>> | undefined
}

/** Larger files say nothing about tools. */
const MOST_BYTES = 1_048_576

/** Returns a look at folders that remembers what it saw; for one event. */
export function lookAt(files: Files): Look {
  const entries = remembered((folder) => {
    const found = files.list(folder)
    return found === undefined || isFileProblem(found) ? [] : found
  })
  const text = remembered((file) => {
    const found = readText(files, file, MOST_BYTES)
    return typeof found === 'string' ? found : undefined
  })
  return {
    entries,
    text,
    json: remembered((file) => objectIn(text(file))),
    has: (folder, name) => entries(folder).some((entry) => entry.kind !== 'directory' && fits(entry, name)),
  }
}

function remembered<T>(look: (path: string) => T): (path: string) => T {
  const seen = new Map<string, T>()
  return (at) => {
    if (!seen.has(at)) seen.set(at, look(at))
    return seen.get(at) as T
  }
}

function objectIn(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** True for an object that is not a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One `*` is enough for names of config files. */
function fits({ name }: Entry, pattern: string): boolean {
  const star = pattern.indexOf('*')
  if (star === -1) return name === pattern
  const [start, end] = [pattern.slice(0, star), pattern.slice(star + 1)]
  return name.length >= pattern.length - 1 && name.startsWith(start) && name.endsWith(end)
}

/** Returns the folder and those above it up to `top`, the nearest first. Empty: it is not within `top`. */
export function foldersUp(folder: string, top: string): readonly string[] {
  if (!isWithin(folder, top)) return []
  const folders = [folder]
  for (let at = folder; at !== top && at !== path.dirname(at); at = path.dirname(at))
    folders.push(path.dirname(at))
  return folders
}

/** True when the path is the folder or below it. Both are without links. */
export function isWithin(file: string, folder: string): boolean {
  const below = path.relative(folder, file)
  return below !== '..' && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below)
}

/** Returns the path without links; undefined when nothing is there. */
export function realPath(files: Files, file: string): string | undefined {
  const real = files.realpath(file)
  return typeof real === 'string' ? real : undefined
}
