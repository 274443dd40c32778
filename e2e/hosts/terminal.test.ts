import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hasTerminal, openTerminal, plain } from './terminal.ts'

it('a text that is wrapped inside of a frame is one line', () => {
  expect(plain('╭────╮\n│ has  │\n│ changed │\n╰────╯\n')).toBe('has changed')
})

it.skipIf(!hasTerminal())('a program in a terminal reads what is typed and shows what it says', async () => {
  const root = mkdtempSync(join(tmpdir(), 'hookwright-terminal-'))
  const sandbox = { root, home: root, work: join(root, 'work') }
  mkdirSync(sandbox.work)
  const script = 'pwd; echo "ready $GREETING"; read -r line; echo "got $line"; sleep 60'
  const terminal = openTerminal(['sh', '-c', script], sandbox, {
    PATH: process.env['PATH'] ?? '',
    GREETING: 'hello',
  })
  try {
    expect(await terminal.until((screen) => screen.includes('ready hello'))).toBe(true)
    expect(terminal.screen()).toContain(sandbox.work)
    terminal.type('a word')
    terminal.press(['Enter'])
    expect(await terminal.until((screen) => screen.includes('got a word'))).toBe(true)
  } finally {
    terminal.close()
    rmSync(root, { recursive: true })
  }
})
