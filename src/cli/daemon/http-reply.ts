import { isIssue, issue, type Issue } from '../../core/issue.ts'
import type { EncodeHttp, HttpAsked } from '../../daemon/http.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import { findEntry } from '../../dialects/registry.ts'
import { isUnseenGate } from '../../dialects/event-spec.ts'

/** Returns the response body for a host that calls through HTTP. Without a reply, it reports our own failure, by `--on-error`. */
export const encodeHttp: EncodeHttp = async (asked, reply) => {
  const dialect = await findEntry(asked.host)?.load()
  const encode = dialect?.encodeHttp
  if (dialect === undefined || encode === undefined) return undefined
  const event = eventOf(asked, dialect)
  if (reply !== undefined) return encode(isIssue(event) ? { name: event.event ?? '' } : event, reply)
  const isStrict = asked.onError === 'deny' || (isIssue(event) && isUnseenGate(dialect, event))
  const named = isIssue(event) ? { name: event.event ?? '' } : event
  return encode(named, dialect.encodeFailure(named, UNANSWERED, isStrict ? 'deny' : 'ignore'))
}

const UNANSWERED: Issue = issue(
  'daemon.unanswered',
  {},
  'The daemon of hookwright could not answer this event, so no hook of it ran.',
  '`hookwright daemon logs` may say why.',
)

function eventOf({ payload, event }: HttpAsked, dialect: Dialect): ReturnType<Dialect['decodeEvent']> {
  const place = { startDir: '/', projectDir: '/', at: 0 }
  return dialect.decodeEvent({ bytes: payload, ...place, ...(event !== undefined && { event }) })
}
