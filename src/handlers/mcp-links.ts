import type { McpConnection } from '../core/hook.ts'
import { McpError, type ConnectMcp, type McpLink, type McpLinkOptions } from '../ports/mcp.ts'

type Place = Pick<McpLinkOptions, 'env' | 'cwd'>

/** Connections to servers: made on first use, shared, and dropped when they break. */
export type McpLinks = {
  /** Rejects when it cannot connect, or when the signal aborts first. */
  use(connection: McpConnection, options: Place & { readonly signal: AbortSignal }): Promise<McpUse>
  /** Ends all of them. Afterwards `use` rejects. */
  close(): Promise<void>
}

/** One caller's share of a connection; `done` gives it back. */
export type McpUse = { readonly link: McpLink; done(): void }

type Entry = {
  /** What the server is, whatever its variables. */
  readonly server: string
  readonly link: Promise<McpLink>
  /** Set once it stands. */
  ready?: McpLink
  readonly giveUp: AbortController
  users: number
}

export function createMcpLinks(connect: ConnectMcp): McpLinks {
  const entries = new Map<string, Entry>()
  const endings = new Set<Promise<void>>()
  let isClosed = false

  function open(key: string, connection: McpConnection, place: Place): Entry {
    const giveUp = new AbortController()
    const link = connect(connection, { ...place, signal: giveUp.signal })
    const entry: Entry = { server: serverOf(connection, place), link, giveUp, users: 0 }
    entries.set(key, entry)
    link.then(
      (ready) => (entry.ready = ready),
      () => forget(key, entry),
    )
    return entry
  }

  /** One that broke while nobody used it is nobody's failure. */
  function find(key: string): Entry | undefined {
    const entry = entries.get(key)
    if (entry?.ready?.isOpen() !== false) return entry
    forget(key, entry)
    if (entry.users === 0) end(entry)
    return undefined
  }

  function forget(key: string, entry: Entry): void {
    if (entries.get(key) === entry) entries.delete(key)
  }

  /** A broken one is dropped at once and ended after its last user. Connecting goes on while somebody waits for it. */
  function leave(key: string, entry: Entry): void {
    entry.users -= 1
    if (entry.ready?.isOpen() === true) return endOldest(entry)
    if (entry.ready !== undefined) forget(key, entry)
    if (entry.users > 0) return
    forget(key, entry)
    end(entry)
  }

  /** A program whose variables are others at every event must not fill the machine with servers. */
  function endOldest({ server }: Entry): void {
    const idle = [...entries].filter(([, each]) => each.server === server && each.users === 0)
    for (const [key, entry] of idle.slice(0, -MOST_IDLE)) {
      forget(key, entry)
      end(entry)
    }
  }

  function end({ link, giveUp }: Entry): void {
    giveUp.abort()
    const ending = link
      .then((each) => each.close())
      .catch(() => {})
      .finally(() => endings.delete(ending))
    endings.add(ending)
  }

  return {
    async use(connection, { signal, ...place }) {
      if (isClosed) throw new McpError('The connections to servers were closed.')
      const key = keyOf(connection, place)
      const entry = find(key) ?? open(key, connection, place)
      // Used last, ended last.
      entries.delete(key)
      entries.set(key, entry)
      entry.users += 1
      try {
        return { link: await orAborted(entry.link, signal), done: () => leave(key, entry) }
      } catch (error) {
        leave(key, entry)
        throw error
      }
    },
    async close() {
      isClosed = true
      entries.forEach(end)
      entries.clear()
      await Promise.all(endings)
    },
  }
}

/** Processes of one server that wait for their next call, each with other variables. */
const MOST_IDLE = 4

/** A process depends on where it runs and on its variables, a remote server does not. */
function keyOf(connection: McpConnection, place: Place): string {
  const server = serverOf(connection, place)
  return connection.transport === 'stdio' ? `${server}\0${JSON.stringify(place.env)}` : server
}

function serverOf(connection: McpConnection, { cwd }: Place): string {
  return JSON.stringify(connection.transport === 'stdio' ? [connection, cwd] : connection)
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
