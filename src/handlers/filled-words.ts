import type { Hook, Start } from '../core/hook.ts'
import { issue, type Issue, type Place } from '../core/issue.ts'
import type { Outcome } from '../core/outcome.ts'
import { unseal } from '../core/sealed.ts'

type Words = Extract<Start, { kind: 'argv' }>

/** The words a process is started with, or why they are not there. Nothing but the process may see them. */
export function wordsToStart({ words, filled }: Words, place: Place): readonly string[] | Issue {
  const secret = filled === undefined ? words : unseal(filled)
  if (secret !== undefined) return secret
  const problem =
    'The values of the options it names are gone: the hook is a copy of the one that was loaded.'
  return issue('command.options', place, problem, 'Run the hook that the engine gave out.')
}

/** A launch that failed names the program it tried; a name that an option's value is part of is told as written. */
export function withoutValues(outcome: Outcome, start: Words, { id, source }: Hook): Outcome {
  if (start.filled === undefined || outcome.kind !== 'not-started') return outcome
  const { code } = outcome.issue
  const [shown = ''] = start.written ?? start.words
  const isNamed = start.words[0] !== unseal(start.filled)?.[0]
  if (!isNamed || !code.startsWith('launch.') || code === 'launch.cwd') return outcome
  const place = { file: source.file, pointer: source.pointer, hook: id }
  const problem = `Command "${shown}" could not be started (${code}).`
  return { ...outcome, issue: issue(code, place, problem, 'Check the value of the option it names.') }
}
