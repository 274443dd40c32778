import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

export type TestFolder = {
  readonly dir: string
  at(name: string): string
  write(name: string, text: string): string
}

/** A folder of the test's own. */
export function testFolder(): TestFolder {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-watch-')))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const at = (name: string): string => join(dir, name)
  return {
    dir,
    at,
    write(name, text) {
      mkdirSync(dirname(at(name)), { recursive: true })
      writeFileSync(at(name), text)
      return at(name)
    },
  }
}

/** Collects what is told, and waits for the next of it. */
export function collector<T>(): { tell(value: T): void; next(): Promise<T>; readonly rest: readonly T[] } {
  const unread: T[] = []
  let waiting: ((value: T) => void) | undefined
  return {
    tell(value) {
      const reader = waiting
      waiting = undefined
      if (reader) reader(value)
      else unread.push(value)
    },
    next() {
      const value = unread.shift()
      return value === undefined ? new Promise((resolve) => (waiting = resolve)) : Promise.resolve(value)
    },
    get rest() {
      return unread
    },
  }
}
