import { issue, type Issue } from '../../core/issue.ts'
import type { GitHook } from '../contracts/model.ts'
import type { Backend } from '../contracts/runnable.ts'
import { LANGUAGES } from '../contracts/language-facts.ts'

/** A language we know and cannot run. Its hooks stop the run: a check that is left out in silence is worse than none. */
export const refused: Backend = {
  prepare: async (hook) => unsupported(hook) ?? refusal(hook, 'its tools'),
}

/** Undefined for a language that runs. */
export function unsupported(hook: GitHook): Issue | undefined {
  const { missing } = LANGUAGES[hook.language]
  return missing === undefined ? undefined : refusal(hook, missing)
}

function refusal({ id, language, place }: GitHook, missing: string): Issue {
  return issue(
    'language.unsupported',
    { ...place, hook: id },
    `Hook "${id}" is written in language "${language}", which hookwright does not build, even with ${missing} installed.`,
    `Run it by prek or pre-commit, or install the tool yourself and use \`language: system\`. SKIP=${id} leaves the hook out.`,
  )
}
