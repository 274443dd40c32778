import type { Answer } from '../../../core/decision.ts'
import { describeHandler, type Hook } from '../../../core/hook.ts'
import { issue, type Issue } from '../../../core/issue.ts'
import type { FailureClass, Outcome } from '../../../core/outcome.ts'
import { tellingLine } from '../telling-line.ts'
import type { ClaudeEventSpec } from './event-spec.ts'
import { clean } from './text.ts'

type Exit = Extract<Outcome, { kind: 'exited' }>

const DETAIL_CHARACTERS = 2_000

/** The file a shell reads the hook's script from, which is gone when somebody reads the message: see ports/scratch.ts. */
const SCRATCH = /(?<![^\s"'(])[^\s"'(]*[\\/]\d+-[0-9a-f]{8}-[0-9a-f]{24}-\d+-entry\.(?:sh|ps1|cmd)/g

export function failed(failure: FailureClass, problem: Issue): Answer {
  return { decision: 'none', effects: [], issues: [problem], failure }
}

/** A shell says 126 or 127 when it could not start what it was told to. */
export function launchOrCrash(exit: Exit, { handler }: Hook): FailureClass {
  const byShell = handler.type === 'command' && handler.start.kind !== 'argv'
  return byShell && (exit.code === 126 || exit.code === 127) ? 'launch-failure' : 'crash'
}

/** What it wrote to stderr, for people. */
export function complaint({ stderr }: Exit, { id }: Hook): string {
  return clean(stderr.text)
    .trim()
    .replace(SCRATCH, () => id)
}

/** `spec`: the row of the event, where the family has one. */
export function crashed(exit: Exit, hook: Hook, spec?: Pick<ClaudeEventSpec, 'stdout'>): Issue {
  const said = complaint(exit, hook)
  const first = tellingLine(said)
  const problem = `Hook "${describeHandler(hook.handler)}" exited with code ${exit.code}`
  const place = { hook: hook.id }
  const found = issue(
    'hook.crash',
    place,
    `${problem}${isHarmless(hook, spec) ? hostsWords(first) : ownWords(first)}`,
  )
  return said === first ? found : { ...found, detail: said.slice(0, DETAIL_CHARACTERS) }
}

/** True when the failure will not hold anything up, as far as the hook's own file goes. */
function isHarmless(
  { dialect, wire, onFailure }: Hook,
  spec: Pick<ClaudeEventSpec, 'stdout'> | undefined,
): boolean {
  return dialect === wire && onFailure === 'native' && spec?.stdout !== 'path'
}

/** What people know from the host. */
function hostsWords(first: string): string {
  return `. Failed with non-blocking status code: ${first === '' ? 'No stderr output' : first}`
}

function ownWords(first: string): string {
  return first === '' ? ' and said nothing on stderr.' : `: ${first}`
}
