import { StringDecoder } from 'node:string_decoder'
import type { Running, Talk } from './launch.ts'
import type { Supervised } from './start.ts'

/** A line longer than this is nobody's question. */
const LONGEST_LINE = 65_536

/** Lets `talk` hear a process and answer it, until the returned function is called. */
export function converse(run: Supervised, talk: Talk, allow: (ms: number) => void): () => void {
  const { stdin, stdout } = run.child
  const running: Running = {
    write: (line) => void (stdin.writable && stdin.write(`${line}\n`)),
    closeInput: () => stdin.destroy(),
    allow,
  }
  const lines = createLines(talk, running)
  const hear = (chunk: Buffer): void => {
    if (!lines.hear(chunk)) stdout.off('data', hear)
  }
  stdout.on('data', hear)
  talk.started(running)
  return () => {
    stdout.off('data', hear)
    stdin.destroy()
  }
}

function createLines(talk: Talk, running: Running): { hear(chunk: Buffer): boolean } {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let isFirst = true
  let wantsOpening = true
  let wantsLines = true

  function hearLine(line: string): void {
    if (isFirst && wantsOpening) wantsOpening = talk.opening(line, running)
    if (line.trim() !== '') isFirst = false
    if (wantsLines) wantsLines = talk.line(line, running)
  }

  return {
    hear(chunk) {
      const lines = (rest + decoder.write(chunk)).split('\n')
      rest = lines.pop() ?? ''
      lines.forEach(hearLine)
      if (isFirst && wantsOpening && rest !== '') wantsOpening = talk.opening(rest, running)
      if (rest.length > LONGEST_LINE) return false
      return wantsLines || (isFirst && wantsOpening)
    },
  }
}
