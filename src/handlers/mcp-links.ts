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

/** What is connected, and what is ending. */
type Links = {
  readonly connect: ConnectMcp
  /** Used last, in last. */
  readonly entries: Map<string, Entry>
  readonly endings: Set<Promise<void>>
  isClosed: boolean
}

export function createMcpLinks(connect: ConnectMcp): McpLinks {
  const links: Links = { connect, entries: new Map(), endings: new Set(), isClosed: false }
  return {
    use: (connection, options) => use(links, connection, options),
    async close() {
      links.isClosed = true
      links.entries.forEach((entry) => end(links, entry))
      links.entries.clear()
      await Promise.all(links.endings)
    },
  }
}

async function use(
  links: Links,
  connection: McpConnection,
  { signal, ...place }: Place & { readonly signal: AbortSignal },
): Promise<McpUse> {
  if (links.isClosed) throw new McpError('The connections to servers were closed.')
  const key = keyOf(connection, place)
  const entry = find(links, key) ?? open(links, key, { connection, place })
  // Used last, ended last.
  links.entries.delete(key)
  links.entries.set(key, entry)
  entry.users += 1
  try {
    return { link: await orAborted(entry.link, signal), done: () => leave(links, key, entry) }
  } catch (error) {
    leave(links, key, entry)
    throw error
  }
}

function open(
  links: Links,
  key: string,
  { connection, place }: { readonly connection: McpConnection; readonly place: Place },
): Entry {
  const giveUp = new AbortController()
  const link = links.connect(connection, { ...place, signal: giveUp.signal })
  const entry: Entry = { server: serverOf(connection, place), link, giveUp, users: 0 }
  links.entries.set(key, entry)
  link.then(
    (ready) => (entry.ready = ready),
    () => forget(links, key, entry),
  )
  return entry
}

/** A link that broke while no call used it is replaced, and no hook fails because of it. */
function find(links: Links, key: string): Entry | undefined {
  const entry = links.entries.get(key)
  if (entry?.ready?.isOpen() !== false) return entry
  forget(links, key, entry)
  if (entry.users === 0) end(links, entry)
  return undefined
}

function forget({ entries }: Links, key: string, entry: Entry): void {
  if (entries.get(key) === entry) entries.delete(key)
}

/** A broken one is dropped at once and ended after its last user. Connecting goes on while somebody waits for it. */
function leave(links: Links, key: string, entry: Entry): void {
  entry.users -= 1
  if (entry.ready?.isOpen() === true) return endOldest(links, entry)
  if (entry.ready !== undefined) forget(links, key, entry)
  if (entry.users > 0) return
  forget(links, key, entry)
  end(links, entry)
}

/** Processes of one server that wait for their next call, each with other variables. */
const MOST_IDLE = 4

/** A program whose variables are others at every event must not fill the machine with servers. */
function endOldest(links: Links, { server }: Entry): void {
  const idle = [...links.entries].filter(([, each]) => each.server === server && each.users === 0)
  for (const [key, entry] of idle.slice(0, -MOST_IDLE)) {
    forget(links, key, entry)
    end(links, entry)
  }
}

function end({ endings }: Links, { link, giveUp }: Entry): void {
  giveUp.abort()
  const ending = link
    .then((each) => each.close())
    .catch(() => {})
    .finally(() => endings.delete(ending))
  endings.add(ending)
}

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
