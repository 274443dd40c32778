import { StringDecoder } from 'node:string_decoder'
import type { Running, Talk } from './launch.ts'
import { createLines } from './lines.ts'
import type { Supervised } from './start.ts'

/** A line longer than this is nobody's question. */
const LONGEST_LINE = 65_536

/** The part of `Running` that needs to know how the process ends. */
export type Steering = Pick<Running, 'allow' | 'handOver'>

/** Lets `talk` hear a process and answer it, until the returned function is called. */
export function converse(run: Supervised, talk: Talk, steering: Steering): () => void {
  const { stdin, stdout } = run.streams
  const running: Running = {
    write: (line) => void (stdin?.writable && stdin.write(`${line}\n`)),
    closeInput: () => stdin?.destroy(),
    ...steering,
  }
  // Lines are for those who can be answered.
  const ears = [hearOpening(talk, running), ...(talk.keepInput ? [hearLines(talk, running)] : [])]
  const hear = (chunk: Buffer): void => {
    const listening = ears.filter((ear) => ear(chunk))
    if (listening.length === 0) stdout.off('data', hear)
    ears.splice(0, ears.length, ...listening)
  }
  stdout.on('data', hear)
  talk.started(running)
  return () => {
    stdout.off('data', hear)
    stdin?.destroy()
  }
}

/** Takes a chunk of stdout; false: heard enough. */
type Ear = (chunk: Buffer) => boolean

/** The first line that is not blank, as far as it has come. */
function hearOpening(talk: Talk, running: Running): Ear {
  const decoder = new StringDecoder('utf8')
  let text = ''
  return (chunk) => {
    text = (text + decoder.write(chunk)).trimStart()
    if (text === '') return true
    const end = text.indexOf('\n')
    const wantsMore = talk.opening(end === -1 ? text : text.slice(0, end), running)
    return wantsMore && end === -1 && text.length <= LONGEST_LINE
  }
}

function hearLines(talk: Talk, running: Running): Ear {
  let wantsMore = true
  const lines = createLines(LONGEST_LINE, {
    line: (text) => {
      if (wantsMore) wantsMore = talk.line(text, running)
    },
    tooLong: () => {
      wantsMore = false
    },
  })
  return (chunk) => {
    lines.add(chunk)
    return wantsMore
  }
}
