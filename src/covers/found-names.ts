import type { FollowedFile, Gap } from '../core/named-files.ts'

/** What has been found in one command so far. */
export type Found = {
  readonly words: Set<string>
  readonly upward: Set<string>
  readonly folders: Set<string>
  readonly globs: Set<string>
  readonly followed: Map<string, FollowedFile>
  readonly programs: Set<string>
  readonly operands: Set<string>
  readonly leaving: Set<string>
  readonly gaps: Map<string, Gap>
  /** The first thing that the command does is to change to another folder. */
  isElsewhere: boolean
  /** Folders that the command changes to. */
  readonly entered: Set<string>
  /** Folders on PATH, PYTHONPATH and the like, by variable. */
  readonly searched: Map<string, Set<string>>
}

const MAX_WORDS = 2_000
const MAX_PATH = 1_024

export const UNKNOWN_FOLDER: Gap = { kind: 'run-time', what: 'the folder that it runs in' }

export function nothingFound(): Found {
  return {
    words: new Set(),
    upward: new Set(),
    folders: new Set(),
    globs: new Set(),
    followed: new Map(),
    programs: new Set(),
    operands: new Set(),
    leaving: new Set(),
    gaps: new Map(),
    isElsewhere: false,
    entered: new Set(),
    searched: new Map(),
  }
}

/** Adds a text to one of the sets. What no path can be is left out; too many are a gap. */
export function keep(found: Found, set: Set<string>, text: string): void {
  if (text === '' || text.length >= MAX_PATH || text.includes('\0')) return
  if (set.size < MAX_WORDS) set.add(text)
  else noteGap(found, { kind: 'too-large', what: 'a command with very many words' })
}

export function follow({ followed }: Found, file: FollowedFile): void {
  if (followed.size < MAX_WORDS) followed.set(`${file.part} ${file.file}`, file)
}

export function noteGap({ gaps }: Found, gap: Gap): void {
  if (gaps.size < MAX_WORDS) gaps.set(`${gap.kind} ${gap.what}`, gap)
}
