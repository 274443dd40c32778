import type { HandlerSpec } from '../../core/hook.ts'
import { issue, type Issue, type Place } from '../../core/issue.ts'
import { at, isObject, type JsonObject } from '../_families/claude/shape.ts'
import type { EntrySpot } from './spots.ts'

/** On these a hook may approve, so its answer must not travel in the open. */
const AUTHORISING: ReadonlySet<string> = new Set(['PreToolUse', 'PreMcpToolCall', 'PermissionRequest'])

/** An entry of type http, dropped where the host drops it: docs/hosts/copilot.md#http-entries. */
export function readHttp(value: JsonObject, spot: EntrySpot, place: Place): HandlerSpec | Issue {
  const { url, headers = {}, allowedEnvVars } = value
  const target = typeof url === 'string' ? parseUrl(url) : undefined
  if (typeof url !== 'string' || target === undefined)
    return issue(
      'hook.field',
      at(place, 'url'),
      'The host drops the entry: "url" must be an http: or https: URL.',
    )
  if (!areTexts(headers) || !(allowedEnvVars === undefined || isTextList(allowedEnvVars)))
    return issue(
      'hook.field',
      place,
      'The host drops the entry: "headers" or "allowedEnvVars" has a wrong shape.',
    )
  const isLocal = isLoopback(target)
  const mayBeLocal = spot.places.env('COPILOT_HOOK_ALLOW_LOCALHOST') === '1'
  const open = target.protocol === 'http:' && !(isLocal && mayBeLocal)
  if (
    open &&
    AUTHORISING.has(spot.row.event) &&
    spot.places.env('COPILOT_HOOK_ALLOW_HTTP_AUTH_HOOKS') !== '1'
  )
    return issue('http.plain', at(place, 'url'), PLAIN, 'Use https.')
  if (open && allowedEnvVars !== undefined)
    return issue(
      'http.plain',
      at(place, 'url'),
      'The host drops the entry: with "allowedEnvVars" the URL must be https.',
    )
  if (isLocal && !mayBeLocal) return { type: 'unsupported', name: 'http', why: LOCAL }
  return {
    type: 'http',
    url,
    headers,
    ...(allowedEnvVars !== undefined && { allowedEnvVars }),
    plain: 'anywhere',
  }
}

const PLAIN =
  'The host drops the entry: on an event that can approve, plain http is refused and the hook never runs.'
const LOCAL = 'the host refuses addresses of this machine unless COPILOT_HOOK_ALLOW_LOCALHOST is 1'

function parseUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(hostname)
}

function areTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((each) => typeof each === 'string')
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
