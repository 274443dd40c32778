import type { HandlerSpec, Hook, Source } from '../../core/hook.ts'
import { isIssue, issue, notice, warning, type Issue, type Place } from '../../core/issue.ts'
import { misfit, misspelt } from '../../core/misfit.ts'
import { at, isObject, shapeIssue, type JsonObject } from '../_families/claude/shape.ts'
import { readHttp } from './http.ts'
import { readMatcher } from './matcher.ts'
import { entryRemarks } from './remarks.ts'
import type { EntrySpot } from './spots.ts'
import { readCommand, type Unfit } from './start.ts'
import { writeProfile, type Surface } from './surfaces.ts'
import { NAME } from './name.ts'

/** Without a hook, the host drops the entry and `issues` say why. */
export type EntryReading = { readonly hook?: Hook; readonly issues: readonly Issue[] }

const DEFAULT_SECONDS = 30
const MAX_SECONDS = 86_400

/** One entry as the host reads it. */
export function readEntry(value: unknown, spot: EntrySpot): EntryReading {
  const place: Place = { file: spot.file.file, pointer: spot.pointer }
  if (!isObject(value))
    return dropped(shapeIssue(place, { name: 'A hook entry', expected: 'an object', got: value }))
  const wrong = wrongFields(value, place)
  if (wrong.length > 0) return { issues: wrong }
  const matcher = readMatcher(value['matcher'], spot, at(place, 'matcher'))
  if (isIssue(matcher)) return dropped(matcher)
  const timeoutMs = readTimeout(value, spot.surface, place)
  if (isIssue(timeoutMs)) return dropped(timeoutMs)
  const handler = readHandler(value, spot, place)
  if (isIssue(handler)) return dropped(handler)
  const { matcher: test, subject } = matcher
  const base = makeHook(spot, { handler: handler.spec, timeoutMs })
  const hook = {
    ...base,
    matcher: test,
    ...(subject && { subject }),
    ...(handler.off && { disabled: handler.off }),
  }
  return { hook, issues: [...matcher.issues, ...handler.issues, ...entryRemarks(value, spot, place)] }
}

function dropped(problem: Issue): EntryReading {
  return { issues: [problem] }
}

type Read = { readonly spec: HandlerSpec; readonly off?: string; readonly issues: readonly Issue[] }

function readHandler(value: JsonObject, spot: EntrySpot, place: Place): Read | Issue {
  const { type = 'command' } = value
  if (type === 'command') return fromCommand(readCommand(value, spot, place), place)
  const isElsewhere = type === 'http' || type === 'prompt'
  if (isElsewhere && spot.surface === 'vscode')
    return issue(
      'hook.type',
      at(place, 'type'),
      `VS Code drops the entry: it runs commands only, no "${type}".`,
    )
  if (type === 'http') {
    const spec = readHttp(value, spot, place)
    return isIssue(spec) ? spec : { spec, issues: unreached(spec, place) }
  }
  return type === 'prompt' ? readPrompt(value, spot, place) : unknownType(type, place)
}

function fromCommand(read: HandlerSpec | Unfit | Issue, place: Place): Read | Issue {
  if (isIssue(read)) return read
  if ('type' in read) return { spec: read, issues: [] }
  const spec: HandlerSpec = { type: 'unsupported', name: 'command', why: read.unfit }
  const problem = `${capital(read.unfit)}${read.fails ? ', so the hook fails there' : ', so the hook does not run'}.`
  const hint = 'Add the command for this system, or "command" for all.'
  const found = warning('shell.unfit', place, problem, hint)
  return { spec, issues: [found], ...(!read.fails && { off: read.unfit }) }
}

function unreached(spec: HandlerSpec, place: Place): readonly Issue[] {
  if (spec.type !== 'unsupported') return []
  return [warning('http.loopback', at(place, 'url'), `The hook fails: ${spec.why}.`)]
}

/** The host types it in itself when a person starts a session, so that there is nothing to run. */
function readPrompt(value: JsonObject, { row }: EntrySpot, place: Place): Read | Issue {
  if (row.event !== 'SessionStart')
    return issue(
      'hook.type',
      at(place, 'type'),
      'The host drops the entry: a "prompt" belongs to sessionStart.',
    )
  if (typeof value['prompt'] !== 'string' || value['prompt'] === '')
    return issue('hook.field', place, 'A prompt entry needs "prompt".')
  const off = 'Copilot submits the prompt itself when an interactive session starts'
  return {
    spec: { type: 'unsupported', name: 'prompt', why: off },
    off,
    issues: [notice('hook.prompt', place, `${off}.`)],
  }
}

function unknownType(type: unknown, place: Place): Issue {
  const known = ['command', 'http', 'prompt']
  const problem = `The host drops the entry: its type must be one of ${known.join(', ')}, not ${misspelt(type, known)}.`
  return issue('hook.type', at(place, 'type'), problem)
}

const TEXTS = ['bash', 'powershell', 'command', 'windows', 'linux', 'osx', 'exec', 'cwd', 'url'] as const

function wrongFields(value: JsonObject, place: Place): readonly Issue[] {
  const wrong = TEXTS.filter((key) => value[key] !== undefined && typeof value[key] !== 'string')
  const { env, args } = value
  const isEnv =
    env === undefined || (isObject(env) && Object.values(env).every((each) => typeof each === 'string'))
  const isArgs = args === undefined || (Array.isArray(args) && args.every((each) => typeof each === 'string'))
  return [
    ...wrong.map((key) => fieldIssue(place, { key, expected: 'a string', got: value[key] })),
    ...(isEnv ? [] : [fieldIssue(place, { key: 'env', expected: 'an object of strings', got: env })]),
    ...(isArgs ? [] : [fieldIssue(place, { key: 'args', expected: 'a list of strings', got: args })]),
  ]
}

function fieldIssue(
  place: Place,
  { key, expected, got }: { key: string; expected: string; got: unknown },
): Issue {
  const problem = `The host drops the entry: "${key}" must be ${expected}, not ${misfit(got, expected)}.`
  return issue('hook.field', at(place, key), problem)
}

/** Which of the two keys wins is the opposite in VS Code. */
function readTimeout(value: JsonObject, surface: Surface, place: Place): number | Issue {
  const keys = surface === 'vscode' ? ['timeout', 'timeoutSec'] : ['timeoutSec', 'timeout']
  const key = keys.find((each) => value[each] !== undefined)
  const seconds = key === undefined ? DEFAULT_SECONDS : value[key]
  if (typeof seconds === 'number' && seconds > 0) return Math.min(seconds, MAX_SECONDS) * 1_000
  const expected = 'a number of seconds above 0'
  const problem = `The host drops the entry: "${key ?? ''}" must be ${expected}, not ${misfit(seconds, expected)}.`
  return issue('hook.timeout', at(place, key ?? 'timeoutSec'), problem)
}

function makeHook(
  spot: EntrySpot,
  { handler, timeoutMs }: Pick<Hook, 'handler' | 'timeoutMs'>,
): Omit<Hook, 'matcher'> {
  const { label, written, id, row, surface, case: spelling } = spot
  return {
    id: `${NAME}:${label}:${written}:${id}`,
    event: row.event,
    handler,
    dialect: NAME,
    wire: NAME,
    note: writeProfile({ surface, case: spelling }),
    source: sourceOf(spot),
    timeoutMs,
    onFailure: 'native',
    guard: false,
    detach: true,
    stopOnDeny: false,
    mode: 'wait',
  }
}

function sourceOf({ file: { file, scope, owner }, pointer }: EntrySpot): Source {
  const named = owner && { ...owner, name: owner.name ?? '' }
  return { file, pointer, scope, ...(named && { owner: named }) }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
