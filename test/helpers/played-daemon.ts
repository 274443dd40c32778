import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { approve, bashEvent, CLAUDE, createInstalled, type InstalledBox } from './daemon.ts'

const DENY = 'version: 1\nhooks:\n  PreToolUse:\n    - { id: g, matcher: Bash, if: Bash(rm *), deny: no }\n'
export const INPUT = bashEvent(`rm ${'x'.repeat(5_000)}`)
export const TOKENS = { caller: 'a'.repeat(32), daemon: 'b'.repeat(32) }

export async function guarded(): Promise<InstalledBox> {
  const installed = createInstalled()
  installed.box.write('hookwright.yaml', DENY)
  await approve(installed.box)
  mkdirSync(installed.folder, { recursive: true, mode: 0o700 })
  return installed
}

/** A daemon that the test plays; `say` gets what a launcher sends. */
export async function play(
  installed: InstalledBox,
  say: (socket: Socket, said: string) => void,
): Promise<number> {
  const server = createServer((socket) => {
    let said = ''
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => say(socket, (said += chunk.toString('latin1'))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  writeFileSync(
    installed.endpoint,
    `${port} ${TOKENS.caller} ${TOKENS.daemon} ${installed.program} ${process.pid}\n`,
    { mode: 0o600 },
  )
  return port
}

/** Calls with CI, so that no other daemon takes the place of the played one. */
export async function expectOwn(installed: InstalledBox, what: string): Promise<void> {
  const env = { CI: '1' }
  const alone = await installed.alone(CLAUDE, { input: INPUT, env })
  expect(alone.stdout).toContain('deny')
  const before = installed.evaluated()
  const answer = await installed.call(CLAUDE, { input: INPUT, env })
  expect({ what, ...answer }).toEqual({ what, ...alone })
  expect({ what, evaluated: installed.evaluated() }).toEqual({ what, evaluated: before + 1 })
}
