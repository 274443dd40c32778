import { StringDecoder } from 'node:string_decoder'
import type { Running, Talk } from './launch.ts'
import type { Supervised } from './start.ts'

/** A line longer than this is nobody's question. */
const LONGEST_LINE = 65_536
/** A hook that does not read its payload is under way all the same. */
const DELIVERY_MS = 250

/** Lets `talk` hear a process and answer it, until the returned function is called. */
export function converse(run: Supervised, talk: Talk, allow: (ms: number) => void): () => void {
  const { stdin, stdout } = run.child
  const running: Running = {
    write: (line) => void (stdin.writable && stdin.write(`${line}\n`)),
    closeInput: () => stdin.destroy(),
    allow,
  }
  let isOver = false
  const begin = once(() => {
    if (!isOver) talk.started(running)
  })
  const timer = setTimeout(begin, DELIVERY_MS)
  // A turn later: an exit that came together with the end of the write is heard first.
  void run.delivered.then(() => setImmediate(begin))
  const lines = createLines(talk, running)
  const hear = (chunk: Buffer): void => {
    if (!lines.hear(chunk)) stdout.off('data', hear)
  }
  stdout.on('data', hear)
  return () => {
    isOver = true
    clearTimeout(timer)
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

function once(call: () => void): () => void {
  let isCalled = false
  return () => {
    if (!isCalled) call()
    isCalled = true
  }
}
