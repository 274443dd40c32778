import { isIssue, type Issue } from '../../core/issue.ts'
import type { Event } from '../../core/event.ts'
import type { PackAnswer, PackContext } from '../code.ts'
import { appendEntry } from './append.ts'
import { lineOf } from './line.ts'
import { auditPlaces } from './places.ts'

const MEGABYTE = 1_048_576

/** Writes the event down. What cannot be written changes no verdict and is told once for each session. */
export function audit(event: Event, context: PackContext): PackAnswer {
  const { options, scope, stateDir, home } = context
  const places = auditPlaces(String(options['file']), { scope, stateDir, home, projectDir: event.projectDir })
  const problem = isIssue(places)
    ? places
    : appendEntry({
        places,
        stateDir,
        facts: lineOf(event, options['content'] === true),
        rotateBytes: Number(options['rotate']) * MEGABYTE,
        isVerified: event.name === 'SessionStart',
      })
  return problem && told(problem, event, context)
}

/** Sessions of this process that were told, for where nothing can be kept either. */
const TOLD = new Set<string>()
const MOST_TOLD = 1_000

function told(problem: Issue, { sessionId = '', projectDir }: Event, { store }: PackContext): PackAnswer {
  const key = `${projectDir} ${sessionId} ${problem.code} ${problem.message}`
  const isKnown = TOLD.has(key) || store.read(`told ${key}`) !== undefined
  if (TOLD.size >= MOST_TOLD) TOLD.clear()
  TOLD.add(key)
  if (!isKnown) store.write(`told ${key}`, '1')
  return { decision: 'none', effects: [], issues: isKnown ? [] : [problem], note: { audit: problem.code } }
}
