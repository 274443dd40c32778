import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { CLAUDE } from '../helpers/daemon.ts'
import { expectOwn, guarded, INPUT, play, TOKENS } from '../helpers/played-daemon.ts'

const LONG = { timeout: 60_000 }

const greeting = (token: string): string => `${token}hw-aaaaaaaaaaaa${'c'.repeat(16)}\n`
const head = (text: string): string => `${text.padEnd(47)}\n`
const OTHER = '{"allowed":true}'
const RECORDS = head('beat') + head(`err 3`) + 'abc' + head(`end 0 ${OTHER.length} 0 0 0`) + OTHER

const DAEMONS: Readonly<Record<string, (socket: Socket, said: string) => void>> = {
  'says nothing': () => {},
  'closes at once': (socket) => void socket.destroy(),
  'does not know the token': (socket) => void socket.write(greeting('d'.repeat(32))),
  'greets in part': (socket) => void socket.end(greeting(TOKENS.daemon).slice(0, 40)),
  'closes after it has greeted': (socket) => void socket.end(greeting(TOKENS.daemon)),
}

test.for(Object.entries(DAEMONS))('evaluates for itself when a daemon %s', LONG, async ([what, say]) => {
  const installed = await guarded()
  await play(installed, say)
  await expectOwn(installed, what)
})

test('evaluates for itself when a reply is torn, at whichever byte', LONG, async () => {
  const installed = await guarded()
  let cut = 0
  await play(installed, (socket, said) => {
    if (!said.includes('\n')) return
    if (said.endsWith('\n') && !said.includes('\0')) socket.write(greeting(TOKENS.daemon))
    else if (said.endsWith(`${'c'.repeat(16)}\0`)) socket.end(RECORDS.slice(0, cut))
  })
  for (const at of [0, 1, 47, 48, 60, 96, 98, 99, 140, 147, RECORDS.length - 1]) {
    cut = at
    await expectOwn(installed, `byte ${at}`)
  }
  // The whole of it is believed, so that the cuts have been cuts of a reply.
  cut = RECORDS.length
  expect(await installed.call(CLAUDE, { input: INPUT })).toEqual({
    code: 0,
    signal: null,
    stdout: OTHER,
    stderr: 'abc',
  })
})

test.for(['nonsense 1', 'end x', 'decline', 'end 0 5 0 0 0'])(
  'evaluates for itself when the record is "%s"',
  LONG,
  async (record) => {
    const installed = await guarded()
    await play(installed, (socket, said) => {
      if (!said.includes('\0')) socket.write(greeting(TOKENS.daemon))
      else if (said.endsWith(`${'c'.repeat(16)}\0`)) socket.end(head(record))
    })
    await expectOwn(installed, record)
  },
)
