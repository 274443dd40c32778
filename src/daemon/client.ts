import { connect } from 'node:net'
import type { Endpoint } from './endpoint.ts'
import { HEAD, readGreeting } from './wire.ts'

const PATIENCE_MS = 3_000

/** Returns what a daemon says of itself to `status` or `stop`; undefined when none answers there. */
export function askDaemon(
  { port, callerToken, daemonToken }: Endpoint,
  action: 'status' | 'stop',
): Promise<unknown> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    let text = ''
    let isGreeted = false
    socket.setTimeout(PATIENCE_MS, () => socket.destroy())
    socket.on('connect', () => void socket.write(`${callerToken} ${process.pid}\n`))
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const greeting = isGreeted ? undefined : readGreeting(text)
      if (greeting === undefined) return
      if (greeting.token !== daemonToken) return void socket.destroy()
      isGreeted = true
      text = greeting.rest
      socket.write(['', '2', 'daemon', action, 'bytes', '', greeting.word, ''].join('\0'))
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(isGreeted ? answerIn(text) : undefined))
  })
}

function answerIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(HEAD))
  } catch {
    return undefined
  }
}
