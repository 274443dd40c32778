import type { McpConnection } from '../../core/hook.ts'
import { issue, type Issue, type Place } from '../../core/issue.ts'
import { at, isObject } from '../_families/claude/shape.ts'
import { check } from './check.ts'
import { checkHeaders, checkUrl } from './endpoint.ts'
import { McpServer } from './schema.ts'

export type Servers = ReadonlyMap<string, McpConnection>

export type ServerReading = { readonly servers: Servers; readonly issues: readonly Issue[] }

/** The servers of a file, by name. */
export function readServers(value: unknown, file: string): ServerReading {
  const servers = new Map<string, McpConnection>()
  const issues: Issue[] = []
  for (const [name, server] of isObject(value) ? Object.entries(value) : []) {
    const place: Place = { file, pointer: ['mcpServers', name] }
    const wrong = checkServer(server, place)
    issues.push(...wrong)
    if (wrong.length === 0) servers.set(name, connectionOf(server as McpServer))
  }
  return { servers, issues }
}

const STDIO_KEYS = ['args', 'env'] as const
const HTTP_KEYS = ['headers', 'allowedUrls'] as const

function checkServer(value: unknown, place: Place): readonly Issue[] {
  const wrong = check(value, { schema: McpServer, name: 'a server', place })
  if (wrong.length > 0) return wrong
  const server = value as McpServer
  const { command, url } = server
  if ((command === undefined) === (url === undefined)) return [oneOfTwo(command !== undefined, place)]
  if (url === undefined)
    return HTTP_KEYS.filter((key) => server[key] !== undefined).map((key) => needs(key, 'url', place))
  return [
    ...STDIO_KEYS.filter((key) => server[key] !== undefined).map((key) => needs(key, 'command', place)),
    ...checkUrl(url, at(place, 'url')),
    ...checkHeaders(server.headers ?? {}, undefined, at(place, 'headers')),
  ]
}

function oneOfTwo(both: boolean, place: Place): Issue {
  const message = both
    ? 'The server has both "command" and "url", but only one of them may stand in it.'
    : 'The server has neither "command" nor "url", so it cannot be reached.'
  return issue('config.server', place, message, both ? 'Make two servers of it.' : 'Add one of them.')
}

function needs(key: string, other: string, place: Place): Issue {
  return issue('config.server', at(place, key), `"${key}" has no meaning without "${other}".`, 'Remove it.')
}

function connectionOf({ command, args = [], env, url = '', headers, allowedUrls }: McpServer): McpConnection {
  return command === undefined
    ? {
        transport: 'http',
        url,
        ...(headers !== undefined && { headers }),
        ...(allowedUrls !== undefined && { allowedUrls }),
      }
    : { transport: 'stdio', command, args, ...(env !== undefined && { env }) }
}
