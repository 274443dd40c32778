import { relative, resolve } from 'node:path'
import { decodeText, isFileProblem, type Files } from '../../ports/files.ts'
import { isBelow, type Transcript } from '../transcript.ts'
import { BOUNDS, Refused, type Reach } from './tool.ts'

export function createReach(
  files: Files,
  folders: { cwd: string; projectDir: string },
  transcripts: readonly Transcript[] = [],
): Reach {
  const transcriptAt = (real: unknown): Transcript | undefined => transcripts.find((one) => one.real === real)
  const cwd = realFolder(files, folders.cwd)
  const roots = [cwd, realFolder(files, folders.projectDir)].filter((root) => root !== undefined)
  return {
    files,
    resolve: (path) => {
      const real = files.realpath(resolve(folders.cwd, path))
      // One sentence for both, so that nothing is learned about files elsewhere.
      if (typeof real !== 'string' || !(transcriptAt(real) || roots.some((root) => isBelow(root, real))))
        throw new Refused(`There is nothing at "${path}" below the project.`)
      return real
    },
    read: (real) => {
      const transcript = transcriptAt(real)
      return transcript === undefined ? readFile(files, real) : readTranscript(transcript)
    },
    show: (real) => (cwd !== undefined && isBelow(cwd, real) ? relative(cwd, real) || '.' : real),
  }
}

function realFolder(files: Files, path: string): string | undefined {
  const real = files.realpath(path)
  return typeof real === 'string' ? real : undefined
}

/** It may have grown to any size, and its end is what matters. */
function readTranscript(transcript: Transcript): string {
  const tail = transcript.read(BOUNDS.fileBytes)
  if (typeof tail === 'string') throw new Refused('The file cannot be read.')
  if (tail.unreadBytes === 0) return tail.text
  return `[the first ${tail.unreadBytes} bytes of the file are not shown]\n${tail.text}`
}

function readFile(files: Files, real: string): string {
  const bytes = files.readBytes(real, BOUNDS.fileBytes)
  if (bytes === undefined) throw new Refused('The file is gone.')
  if (isFileProblem(bytes)) throw new Refused(WHY_NOT[bytes.problem] ?? 'The file cannot be read.')
  const text = bytes.includes(0) ? undefined : decodeText(bytes)
  if (typeof text !== 'string') throw new Refused('It is a binary file.')
  return text
}

const WHY_NOT: Readonly<Record<string, string>> = {
  directory: 'It is a folder; use Glob to see what is in it.',
  special: 'It is no regular file.',
  denied: 'The file may not be read.',
  'too-large': `The file is larger than ${BOUNDS.fileBytes} bytes.`,
}
