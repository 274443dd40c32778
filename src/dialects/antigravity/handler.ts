import type { Hook } from '../../core/hook.ts'
import { issue, warning, type Issue, type Place } from '../../core/issue.ts'
import { misfit, misspelt } from '../../core/misfit.ts'
import { at, isObject } from '../_families/claude/shape.ts'
import { commandHook } from '../_families/command-hook.ts'
import { antigravityEvents } from './events.ts'
import { wrongShape, type Found, type Spot } from './found.ts'
import { NAME } from './name.ts'

const DEFAULT_SECONDS = 30
const MAX_SECONDS = 86_400
const INT32 = 2_147_483_647

/** `{ type?, command, timeout? }`. Other keys are ignored, as the host does. */
export function readHandler(value: unknown, spot: Spot): Found {
  const { place } = spot
  if (!isObject(value)) return wrongShape(place, { name: 'A handler', expected: 'an object', got: value })
  const { type = 'command', command, timeout = DEFAULT_SECONDS } = value
  if (!isSeconds(timeout)) return dropped(wrongTimeout(timeout, place))
  if (type !== 'command' && type !== 'prompt') return dropped(unknownType(type, place))
  if (type === 'prompt') return { hooks: [promptHook(spot)], issues: [notRun(place)] }
  if (typeof command !== 'string' || command === '') {
    const problem = `The handler does not run: "command" must be a text, not ${misfit(command, 'a text')}.`
    return dropped(issue('hook.field', at(place, 'command'), problem))
  }
  return { hooks: [hookOf(spot, command, Math.min(timeout, MAX_SECONDS) * 1_000)], issues: [] }
}

/** Commands run in the folder of their file. */
function hookOf({ name, native, index, file, place }: Spot, command: string, timeoutMs: number): Hook {
  const folder = file.file.slice(0, Math.max(file.file.lastIndexOf('/'), file.file.lastIndexOf('\\')))
  return commandHook({
    id: `${NAME}:${file.scope === 'user' ? 'user/' : ''}${name}:${native}:${index}`,
    event: antigravityEvents[native]?.event ?? native,
    dialect: NAME,
    note: native,
    start: { kind: 'inline', form: 'shell', command },
    cwd: folder,
    timeoutMs,
    file,
    pointer: place.pointer ?? [],
  })
}

const PROMPT = 'a prompt is judged by the model of Antigravity, and how is not documented'

function promptHook(spot: Spot): Hook {
  const hook = hookOf(spot, '', DEFAULT_SECONDS * 1_000)
  return { ...hook, handler: { type: 'unsupported', name: 'prompt', why: PROMPT } }
}

function notRun(place: Place): Issue {
  return warning('hook.type', at(place, 'type'), `The hook does not run here: ${PROMPT}.`)
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= INT32
}

function dropped(problem: Issue): Found {
  return { hooks: [], issues: [problem] }
}

function wrongTimeout(got: unknown, place: Place): Issue {
  const expected = 'a whole number of seconds above 0'
  const problem = `"timeout" must be ${expected}, not ${misfit(got, expected)}; the host rejects the whole file.`
  return issue('hook.timeout', at(place, 'timeout'), problem)
}

function unknownType(type: unknown, place: Place): Issue {
  const known = ['command', 'prompt']
  const problem = `The type of a handler must be one of ${known.join(', ')}, not ${misspelt(type, known)}.`
  return issue('hook.type', at(place, 'type'), problem)
}
