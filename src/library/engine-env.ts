import type { WorkspaceOptions } from '../workspace/options.ts'
import type { Event } from '../core/event.ts'
import { systemEnv } from '../ports/env.ts'
import { kindOf } from '../core/argument.ts'

/** Like `process.env`: names and values; what is undefined is not set. */
export type Variables = Readonly<Record<string, string | undefined>>

/**
 * The environment in place of `process.env`. A function is called once for every event that has a hook to run, and
 * gives the variables of that event; what is read when the engine is made then comes from `process.env`.
 */
export type EngineEnv = Variables | ((event: Event) => Variables)

/** Throws a TypeError that names the variable, never its value. */
export function envOptions(env: EngineEnv | undefined): Pick<WorkspaceOptions, 'env' | 'variables'> {
  if (env === undefined) return {}
  if (typeof env !== 'function') return { env: systemEnv(checked(env, 'The option `env`')) }
  return { variables: (event) => checked(env(event), 'What `env` of createEngine returned') }
}

function checked(variables: unknown, what: string): Readonly<Record<string, string>> {
  if (typeof (variables as PromiseLike<unknown> | undefined)?.then === 'function')
    throw new TypeError(`${what} is a promise; fetch what it needs before the event, and return it at once.`)
  if (typeof variables !== 'object' || variables === null || Array.isArray(variables))
    throw new TypeError(`${what} must be an object of texts by name, not ${kindOf(variables)}.`)
  const all: Record<string, string> = {}
  for (const [name, value] of Object.entries(variables as Record<string, unknown>)) {
    if (value === undefined) continue
    if (name === '' || /[=\0]/.test(name))
      throw new TypeError(`${what} has the name ${JSON.stringify(name)}, which no variable can have.`)
    if (typeof value !== 'string' || value.includes('\0'))
      throw new TypeError(
        `${what} cannot be used: "${name}" must be a text without NUL characters, not ${found(value)}.`,
      )
    all[name] = value
  }
  return all
}

function found(value: unknown): string {
  return typeof value === 'string' ? 'a text with one' : kindOf(value)
}
