import type { Hook } from '../core/hook.ts'
import { warning, type Issue, type Place } from '../core/issue.ts'
import { isOwnUrl } from '../install/via-http.ts'
import type { HookScript } from './hook-scripts.ts'

/** The code under which no line of a file is ever shown. */
export const SECRET_CODE = 'secret.literal'

const HINT =
  'Take it out, replace it where it came from, and pass it by an environment variable or a file outside the project.'

/** Secrets that are written down in config files and scripts. No value is part of a message. */
export function inspectSecrets(hook: Hook, scripts: readonly HookScript[]): readonly Issue[] {
  return [...inSettings(hook), ...scripts.flatMap(inScript)]
}

function inSettings(hook: Hook): readonly Issue[] {
  const { handler } = hook
  const place = (...keys: readonly string[]): Place => ({
    file: hook.source.file,
    pointer: [...hook.source.pointer, ...keys],
    hook: hook.id,
  })
  const env = handler.type === 'command' || handler.type === 'module' ? (handler.env ?? {}) : {}
  // The token of an entry that `install` wrote is only for this machine.
  const headers = handler.type === 'http' && !isOwnUrl(handler.url) ? (handler.headers ?? {}) : {}
  return [
    ...Object.entries(env).flatMap(([name, value]) =>
      isSecret(name, value) ? told(place('env', name), `Variable "${name}" of hook ${hook.id}`) : [],
    ),
    ...Object.entries(headers).flatMap(([name, value]) =>
      isSecret(name, value.replace(/^(?:Bearer|Basic|token)\s+/i, ''))
        ? told(place('headers', name), `Header "${name}" of hook ${hook.id}`)
        : [],
    ),
  ]
}

function inScript(each: HookScript): readonly Issue[] {
  const { script, hook } = each
  return script.calls.flatMap((call) => {
    const named = call.assigned.filter(({ name, written }) =>
      isSecret(name, written.slice(name.length + 1).replaceAll(/^["']|["']$/g, '')),
    )
    const hasToken = call.words.some(({ written }) => TOKEN.test(written))
    if (named.length === 0 && !hasToken) return []
    const what =
      named[0] === undefined
        ? `A command of hook ${hook.id}`
        : `Variable "${named[0].name}" in a command of hook ${hook.id}`
    return told(each.placeOf(call), what)
  })
}

function told(place: Place, what: string): readonly Issue[] {
  return [warning(SECRET_CODE, place, `${what} looks like a secret that is written down.`, HINT)]
}

const NAME =
  /(?:^|_|-)(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIALS?|AUTHORIZATION)$/i
/** Beginnings that only tokens of well-known services have. */
const TOKEN =
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[\w-]{16,}|sk-(?:ant-|proj-)?[\w-]{20,}|xox[abposr]-[\w-]{10,}|AKIA[A-Z0-9]{16}|AIza[\w-]{30,}|npm_[A-Za-z0-9]{30,}|eyJ[\w-]{10,}\.eyJ[\w-]{10,})/

/** True for a line that may hold a secret: a token of a service, or a value behind the name of one. */
export function mayHoldSecret(line: string): boolean {
  return TOKEN.test(line) || NAMED.test(line)
}

const NAMED =
  /(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIALS?|AUTHORIZATION)["']?\s*[:=]\s*["']?[^\s"'$]/i

/** A variable, a path, a switch or a word that only says what belongs there is none. */
function isSecret(name: string, value: string): boolean {
  if (TOKEN.test(value)) return true
  if (!NAME.test(name) || value.length < 8 || /[$`%{<]|\s/.test(value)) return false
  return !/^(?:[./~]|[A-Za-z]:\\|\d+$|true$|false$|https?:|x{4,}|\*{3,}|your|change|example|placeholder|dummy|test|none|null|op:)/i.test(
    value,
  )
}
