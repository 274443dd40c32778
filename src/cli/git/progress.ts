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
  const busyWith = (): string => [noted, ...running].filter((each) => each !== '').join(', ')
  const spinner = createSpinner(io, busyWith)
  const settle = (): void => {
    if (busyWith() === '') spinner.stop()
    else if (isOn) spinner.start()
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
      spinner.wipe()
      write()
    },
  }
}

type Spinner = { start(): void; stop(): void; wipe(): void }

/** Draws until it is stopped, and wipes what it drew. */
function createSpinner(io: Io, what: () => string): Spinner {
  let timer: NodeJS.Timeout | undefined
  let isDrawn = false
  const draw = (elapsed: number): void => {
    if (elapsed < PATIENCE_MS) return
    io.err(`${CLEAR}${frameAt(elapsed, what())}`)
    isDrawn = true
  }
  const wipe = (): void => {
    if (isDrawn) io.err(CLEAR)
    isDrawn = false
  }
  return {
    start() {
      const since = performance.now()
      timer ??= setInterval(() => draw(performance.now() - since), FRAME_MS).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
      wipe()
    },
    wipe,
  }
}

function frameAt(elapsed: number, what: string): string {
  const frame = FRAMES[Math.floor(elapsed / FRAME_MS) % FRAMES.length] ?? ''
  return `${frame} ${oneLine(what).slice(0, 70)} ${(elapsed / 1000).toFixed(1)} s`
}
