import { LANGUAGES } from '../contracts/language-facts.ts'
import type { HookRepo, LanguageName } from '../contracts/model.ts'
import type { HookOptions } from './hook-keys.ts'
import { showVersion } from './version-request.ts'

type Checked = HookOptions & Required<Pick<HookOptions, 'language'>>

/** The first reason why a merged hook cannot be; undefined when there is none. */
export function hookProblem(hook: Checked, repo: HookRepo['kind']): string | undefined {
  return dependencyProblem(hook) ?? versionProblem(hook) ?? shellProblem(hook, repo)
}

/** These start what is there already. */
const NO_ENVIRONMENT: ReadonlySet<LanguageName> = new Set(['docker_image', 'fail', 'script', 'system'])

function dependencyProblem({ additionalDependencies = [], language }: Checked): string | undefined {
  if (additionalDependencies.length === 0 || LANGUAGES[language].dependencies) return undefined
  const why = NO_ENVIRONMENT.has(language)
    ? 'does not install an environment'
    : 'does not support installing dependencies for now'
  const named = additionalDependencies.join(', ')
  return `Hook specified \`additional_dependencies: ${named}\` but the language \`${language}\` ${why}`
}

function versionProblem({ languageVersion = {}, language }: Checked): string | undefined {
  const shown = showVersion(languageVersion)
  if (shown === 'default' || LANGUAGES[language].version) return undefined
  return `Hook specified \`language_version: ${shown}\` but the language \`${language}\` does not support toolchain installation for now`
}

function shellProblem({ shell, language }: Checked, repo: HookRepo['kind']): string | undefined {
  if (shell === undefined) return undefined
  if (repo === 'meta' || repo === 'builtin') {
    return `Hook specified \`shell\` but ${repo} hooks do not support shell execution`
  }
  const reason = LANGUAGES[language].shellRefusal
  if (reason === undefined) return undefined
  return `Hook specified \`shell\` but the language \`${language}\` does not support shell execution: ${reason}`
}
