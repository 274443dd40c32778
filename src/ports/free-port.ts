import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to connections, one of which would be in the way at the next start. */
const LOWEST = 20_000
const HIGHEST = 32_767
const TRIES = 50

/** True when a program may listen on this port of the loopback address now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** Undefined when none was found. */
export async function findFreePort(): Promise<number | undefined> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = randomInt(LOWEST, HIGHEST + 1)
    if (await isPortFree(port)) return port
  }
  return undefined
}
