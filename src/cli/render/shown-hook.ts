import type { HandlerSpec, Hook, McpConnection } from '../../core/hook.ts'
import type { Plan } from '../../core/plan.ts'
import { shownUrl } from '../../core/url.ts'

type Values = Readonly<Record<string, string>>

/** A plan as JSON shows it: without the payload's bytes, which say nothing that the event does not, and without secrets. */
export function shownPlan({ event: called, steps, skipped }: Plan): Plan {
  const { payload: _, ...event } = called
  return { event, steps: steps.map(withShownHook), skipped: skipped.map(withShownHook) }
}

export function withShownHook<Item extends { readonly hook: Hook }>(item: Item): Item {
  return { ...item, hook: shownHook(item.hook) }
}

/** Names of variables and headers stay and their values do not, whether a file has them or they are filled in. */
function shownHook(given: Hook): Hook {
  const { dedup: _d, dedupKeeps: _k, named: _n, namedFilled: _f, ...hook } = given
  return { ...hook, handler: shownHandler(hook.handler) }
}

function shownHandler(handler: HandlerSpec): HandlerSpec {
  switch (handler.type) {
    case 'command':
    case 'module':
      return { ...handler, ...(handler.env && { env: masked(handler.env) }) }
    case 'http':
      return {
        ...handler,
        url: shownUrl(handler.url),
        ...(handler.headers && { headers: masked(handler.headers) }),
        ...(handler.allowedUrls && { allowedUrls: handler.allowedUrls.map(shownUrl) }),
      }
    case 'mcp_tool':
      return { ...handler, ...(handler.connection && { connection: shownConnection(handler.connection) }) }
    case 'pack':
      return { ...handler, options: maskedOptions(handler.options) }
    case 'model':
    case 'rule':
    case 'function':
    case 'unsupported':
      return handler
  }
}

function shownConnection(connection: McpConnection): McpConnection {
  if (connection.transport === 'stdio')
    return { ...connection, ...(connection.env && { env: masked(connection.env) }) }
  const { url, headers } = connection
  return { ...connection, url: shownUrl(url), ...(headers && { headers: masked(headers) }) }
}

/** Texts are masked: a webhook or a path may say too much. */
function maskedOptions(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      typeof value === 'boolean' || typeof value === 'number' ? value : '…',
    ]),
  )
}

function masked(values: Values): Values {
  return Object.fromEntries(Object.keys(values).map((name) => [name, '…']))
}
