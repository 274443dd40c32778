import { isObject, kindOf, refuseNoText, refuseNoTexts, refuseUnknown, shown } from '../core/argument.ts'
import type { McpConnection } from '../core/hook.ts'
import type { McpServers } from '../ports/mcp.ts'

export type Names<Options> = Readonly<Record<keyof Options, true>>

type Connection<Transport> = Extract<McpConnection, { transport: Transport }>

const STDIO: Names<Connection<'stdio'>> = { transport: true, command: true, args: true, env: true }
const HTTP: Names<Connection<'http'>> = { transport: true, url: true, headers: true, allowedUrls: true }

/** Throws a TypeError that names the server and its option, never the value of a variable or a header. */
export function checkMcp(servers: McpServers | undefined): void {
  if (servers === undefined) return
  if (!isObject(servers))
    throw new TypeError(`The \`mcp\` of createEngine must be servers by name, not ${shown(servers)}.`)
  for (const [name, server] of Object.entries<unknown>(servers)) checkServer(`mcp[${shown(name)}]`, server)
}

/** A server that is connected is an object of the program's, and has whatever else it has. */
function checkServer(place: string, server: unknown): void {
  if (isObject(server) && typeof server['callTool'] === 'function') return
  const transport = isObject(server) ? server['transport'] : undefined
  if (!isObject(server) || (transport !== 'stdio' && transport !== 'http'))
    throw new TypeError(
      `${place} must have \`callTool\`, or the \`transport\` "stdio" or "http"; it is ${found(server)}.`,
    )
  if (transport === 'stdio') checkStdio(place, server)
  else checkHttp(place, server)
}

function checkStdio(place: string, server: Readonly<Record<string, unknown>>): void {
  refuseUnknown(place, server, STDIO)
  refuseNoText(`The \`command\` of ${place}`, server['command'])
  refuseNoTexts(`The \`args\` of ${place}`, server['args'])
  checkTexts(`The \`env\` of ${place}`, server['env'])
}

function checkHttp(place: string, server: Readonly<Record<string, unknown>>): void {
  refuseUnknown(place, server, HTTP)
  refuseNoText(`The \`url\` of ${place}`, server['url'])
  checkTexts(`The \`headers\` of ${place}`, server['headers'])
  if (server['allowedUrls'] !== undefined)
    refuseNoTexts(`The \`allowedUrls\` of ${place}`, server['allowedUrls'])
}

function checkTexts(what: string, values: unknown): void {
  if (values === undefined) return
  if (!isObject(values)) throw new TypeError(`${what} must be texts by name, not ${kindOf(values)}.`)
  const wrong = Object.entries(values).find(([, value]) => typeof value !== 'string')
  if (wrong !== undefined)
    throw new TypeError(`${what} must be texts by name; ${shown(wrong[0])} is ${kindOf(wrong[1])}.`)
}

function found(server: unknown): string {
  if (!isObject(server)) return kindOf(server)
  return `an object with the transport ${shown(server['transport'])}`
}
