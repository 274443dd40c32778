import type { Io } from '../io.ts'
import { oneLine } from '../render/issue-line.ts'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const PATIENCE_MS = 300
const FRAME_MS = 80
const CLEAR = '\r\u001B[K'

/** What is going on, on one line that comes after a blink and leaves nothing behind. */
export type ProgressLine = {
  hook(change: 'started' | 'ended', name: string): void
  /** What takes long besides hooks; empty: no more. */
  note(text: string): void
  /** Writes something else meanwhile. */
  aside(write: () => void): void
}

export function createProgress(io: Io, isOn: boolean): ProgressLine {
  const running: string[] = []
  let noted = ''
  let since = 0
  let isDrawn = false
  let timer: NodeJS.Timeout | undefined

  function draw(): void {
    const elapsed = performance.now() - since
    if (elapsed < PATIENCE_MS) return
    const frame = FRAMES[Math.floor(elapsed / FRAME_MS) % FRAMES.length] ?? ''
    const what = [noted, ...running].filter((each) => each !== '').join(', ')
    io.err(`${CLEAR}${frame} ${oneLine(what).slice(0, 70)} ${(elapsed / 1000).toFixed(1)} s`)
    isDrawn = true
  }

  function wipe(): void {
    if (isDrawn) io.err(CLEAR)
    isDrawn = false
  }

  function settle(): void {
    const isBusy = running.length > 0 || noted !== ''
    if (isBusy && timer === undefined && isOn) {
      since = performance.now()
      timer = setInterval(draw, FRAME_MS).unref()
    }
    if (isBusy) return
    clearInterval(timer)
    timer = undefined
    wipe()
  }

  return {
    hook(change, name) {
      if (change === 'started') running.push(name)
      else running.splice(running.indexOf(name), 1)
      noted = ''
      settle()
    },
    note(text) {
      noted = text
      settle()
    },
    aside(write) {
      wipe()
      write()
    },
  }
}
