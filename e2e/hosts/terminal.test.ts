import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { isRunning } from '../../test/helpers/processes.ts'
import type { Sandbox } from './agents/agent.ts'
import { hasTerminal, openTerminal, plain, type Terminal } from './terminal.ts'

it('a text that is wrapped inside of a frame is one line', () => {
  expect(plain('╭────╮\n│ has  │\n│ changed │\n╰────╯\n')).toBe('has changed')
})

function sandbox(): Sandbox {
  const root = mkdtempSync(join(tmpdir(), 'hookwright-terminal-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'work'))
  return { root, home: root, work: join(root, 'work') }
}

function open(script: string, place: Sandbox): Terminal {
  const env = { PATH: process.env['PATH'] ?? '', GREETING: 'hello' }
  return openTerminal(['sh', '-c', script], place, env)
}

it.skipIf(!hasTerminal())('a program in a terminal reads what is typed and shows what it says', async () => {
  const place = sandbox()
  const terminal = open('pwd; echo "ready $GREETING"; read -r line; echo "got $line"; sleep 60', place)
  onTestFinished(() => terminal.close())
  expect(await terminal.until((screen) => screen.includes('ready hello'))).toBe(true)
  expect(terminal.screen()).toContain(place.work)
  terminal.type('a word')
  terminal.press(['Enter'])
  expect(await terminal.until((screen) => screen.includes('got a word'))).toBe(true)
})

it.skipIf(!hasTerminal())('a program that outlives its terminal is ended', async () => {
  const terminal = open('trap "" HUP TERM; echo "pid $$."; sleep 60; sleep 60', sandbox())
  expect(await terminal.until((screen) => /pid \d+\./u.test(screen))).toBe(true)
  const pid = Number(/pid (\d+)\./u.exec(terminal.screen())?.[1])
  terminal.close()
  await vi.waitUntil(() => !isRunning(pid))
})
