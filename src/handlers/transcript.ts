import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { Event } from '../core/event.ts'
import type { Files } from '../ports/files.ts'
import { findTail, type TailFile } from '../ports/tail.ts'

/** Whose conversation an event ends. */
export type Whose = 'session' | 'agent'

/** A file the host named as the transcript of a session or an agent. */
export type Transcript = {
  readonly real: string
  /** The last lines, whole ones; or a sentence's end that says why there are none. */
  read(maxBytes: number): { readonly text: string; readonly unreadBytes: number } | string
}

type Folders = Pick<Event, 'cwd' | 'projectDir'>

/** The transcripts an agent may read beside the files of the project. */
export function namedTranscripts(event: Event, files: Files): readonly Transcript[] {
  const paths = [event.transcriptPath, agentPath(event)].filter((path) => path !== undefined)
  return paths.map((path) => openTranscript(path, event, files)).filter((found) => typeof found !== 'string')
}

/** The transcript of what the event ends; a text says why there is none. */
export function transcriptOf(event: Event, whose: Whose, files: Files): Transcript | string {
  const path = (whose === 'agent' ? agentPath(event) : undefined) ?? event.transcriptPath
  return path === undefined ? 'no transcript was named' : openTranscript(path, event, files)
}

function agentPath({ fields }: Event): string | undefined {
  const path = fields['agent_transcript_path']
  return typeof path === 'string' && path !== '' ? path : undefined
}

/** A link inside the project is the project's, and may lead to anything the user can read: none is followed. */
function openTranscript(path: string, folders: Folders, files: Files): Transcript | string {
  const found = findTail(resolve(folders.cwd, path))
  if (found === undefined) return 'the transcript is no file that can be read'
  const roots = [folders.cwd, folders.projectDir].map((root) => files.realpath(root))
  const isOfProject = (link: string): boolean =>
    roots.some((root) => typeof root === 'string' && isBelow(root, link))
  if (found.links.some(isOfProject)) return 'a link inside the project leads to the transcript'
  return { real: found.real, read: (maxBytes) => readLines(found, maxBytes) }
}

function readLines(file: TailFile, maxBytes: number): ReturnType<Transcript['read']> {
  const tail = file.read(maxBytes)
  if (tail === undefined) return 'the transcript cannot be read any more'
  const { bytes, unreadBytes } = tail
  const start = unreadBytes === 0 ? 0 : bytes.indexOf(0x0a) + 1
  const text = new TextDecoder().decode(bytes.subarray(start))
  return { text, unreadBytes: unreadBytes + start }
}

/** Both as real paths. */
export function isBelow(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
