import { noAnswer, type Answer } from '../../core/decision.ts'
import type { Hook } from '../../core/hook.ts'
import { issue, type Issue } from '../../core/issue.ts'
import type { FailureClass, Said } from '../../core/outcome.ts'
import { cleanAndCap } from './claude/text.ts'
import { tellingLine } from './telling-line.ts'

/** A process that ended. */
export type Exit = Extract<Said, { kind: 'exited' }>

/** Returns an answer that says nothing but that the hook failed. */
export function failed(failure: FailureClass, problem: Issue): Answer {
  return { ...noAnswer, failure, issues: [problem] }
}

/** Returns the failure of a command whose exit code is not an answer. 126 and 127 come from a shell that found no program. */
export function crashed(exit: Exit, hook: Hook): Answer {
  const isLaunch = exit.code === 126 || exit.code === 127
  return failed(isLaunch ? 'launch-failure' : 'crash', crash(exit, hook))
}

function crash(exit: Exit, hook: Hook): Issue {
  const said = cleanAndCap(exit.stderr.text.trim()).text
  const first = tellingLine(said)
  const what = `The hook exited with code ${exit.code}${first === '' ? ' and said nothing on stderr.' : `: ${first}`}`
  const found = issue('hook.crash', { hook: hook.id }, what)
  return said === first ? found : { ...found, detail: said }
}
