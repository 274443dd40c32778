import { resolve } from 'node:path'
import type { Override } from './config-overrides.ts'
import type { Program } from './program.ts'

export type Variables = Readonly<Record<string, string>>

/** What a calling git says about its repository, and what would change how we read names. */
const UNWANTED =
  /^GIT_(?:PREFIX|EXTERNAL_DIFF|DIFF_OPTS|CONFIG|CONFIG_(?:PARAMETERS|COUNT|KEY_\d+|VALUE_\d+)|(?:GLOB|NOGLOB|ICASE)_PATHSPECS)$/

/** Variables that say how to reach other repositories, and nothing about this one. */
const HARMLESS =
  /^GIT_(?:EXEC_PATH|SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|PROXY_SSL_\w+|HTTP_\w+|PROXY_COMMAND|ASKPASS|TERMINAL_PROMPT|ALLOW_PROTOCOL|CONFIG_(?:COUNT|KEY_\d+|VALUE_\d+|GLOBAL|SYSTEM|NOSYSTEM)|TRACE\w*)$/

/** The environment for other repositories (R41): nothing of the calling git's repository is left. */
export function cleanGitEnv(env: Variables): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(([key]) => !key.startsWith('GIT_') || HARMLESS.test(key)),
  )
}

/** For every call of ours, before and after the config is known. */
export function quietEnv(env: Variables, program: Program): Record<string, string> {
  const kept = Object.entries(env).filter(([key]) => !UNWANTED.test(key))
  return {
    ...Object.fromEntries(kept),
    [program.pathKey]: program.path,
    LC_ALL: 'C',
    LANGUAGE: '',
    GIT_PAGER: 'cat',
    GIT_EDITOR: ':',
    GIT_SEQUENCE_EDITOR: ':',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
  }
}

/** git reads a relative folder from where it is called, but a relative index from the top of the work tree. */
export function absoluteVariables(
  env: Variables,
  place: { cwd: string; root: string },
): Record<string, string> {
  const absolute = (key: string, from: string): Record<string, string> =>
    env[key] ? { [key]: resolve(from, env[key]) } : {}
  return {
    ...absolute('GIT_DIR', place.cwd),
    ...absolute('GIT_COMMON_DIR', place.cwd),
    ...absolute('GIT_OBJECT_DIRECTORY', place.cwd),
    ...absolute('GIT_INDEX_FILE', place.root),
    // With GIT_DIR alone git takes the current folder for the top.
    ...(env['GIT_DIR'] || env['GIT_WORK_TREE'] ? { GIT_WORK_TREE: place.root } : {}),
  }
}

export function configVariables(pairs: readonly Override[]): Record<string, string> {
  const named = pairs.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return { ...Object.fromEntries(named), GIT_CONFIG_COUNT: String(pairs.length) }
}

/** The only way in before git 2.31: values that the calling git gave by `-c` stay in front. */
export function configParameters(pairs: readonly Override[], env: Variables): Record<string, string> {
  const quote = (text: string): string => `'${text.replaceAll(/['!]/g, (mark) => `'\\${mark}'`)}'`
  const given = env['GIT_CONFIG_PARAMETERS']
  const ours = pairs.map(([key, value]) => quote(`${key}=${value}`))
  return { GIT_CONFIG_PARAMETERS: [...(given ? [given] : []), ...ours].join(' ') }
}
