import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sandbox } from './agents/agent.ts'
import { endGroup, type Environment } from './run-agent.ts'

/** A program in a terminal of its own. */
export type Terminal = {
  /** The text on the screen, without frames and with one space for any white space, so that wrapped lines are one. */
  screen(): string
  type(text: string): void
  /** Names of keys as tmux has them: `Enter`, `Down`. */
  press(keys: readonly string[]): void
  /** Waits until the screen is as wanted. Returns false when that takes too long. */
  until(isWanted: (screen: string) => boolean): Promise<boolean>
  close(): void
}

/** Longest time to wait for a change of the screen, in milliseconds. */
const LONGEST_MS = 60_000
const POLL_MS = 250

/** True when this machine has tmux. */
export function hasTerminal(): boolean {
  return spawnSync('tmux', ['-V']).status === 0
}

/** Starts a program in a new server of tmux, which nobody else uses. */
export function openTerminal(words: readonly string[], { root, work }: Sandbox, env: Environment): Terminal {
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-u', '-S', join(root, 'tmux'), '-f', '/dev/null', ...args], { encoding: 'utf8' })
  const values = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  tmux('new-session', '-d', '-x', '160', '-y', '60', '-c', work, 'env', '-i', ...values, ...words)
  // A program that ended stays on the screen.
  tmux('set-option', '-g', 'remain-on-exit', 'on')
  const screen = (): string => plain(tmux('capture-pane', '-p', '-J'))
  return {
    screen,
    type: (text) => void tmux('send-keys', '-l', text),
    press: (keys) => void tmux('send-keys', ...keys),
    until: async (isWanted) => {
      const end = Date.now() + LONGEST_MS
      while (!isWanted(screen())) {
        if (Date.now() > end) return false
        await pause(POLL_MS)
      }
      return true
    },
    close: () => {
      const pid = Number(tmux('display-message', '-p', '#{pane_pid}'))
      tmux('kill-server')
      // It would go on to write its files after the end of its terminal.
      endGroup(pid)
    },
  }
}

/** Frames are drawn with characters of the block "Box Drawing". */
export function plain(screen: string): string {
  return screen.replaceAll(/[\s\u2500-\u257F]+/gu, ' ').trim()
}
