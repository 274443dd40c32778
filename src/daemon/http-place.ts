import { randomBytes } from 'node:crypto'
import type { State } from '../ports/state.ts'
import type { Issue } from '../core/issue.ts'

/** Where hosts call the daemon through HTTP, and what there is in place of the variables of a calling process. */
export type HttpPlace = {
  readonly port: number
  /** In the entries of hosts, behind `Authorization: Bearer`. */
  readonly token: string
  /** The user's config folder, as the launcher was made for. */
  readonly configHome: string
  readonly variables: Readonly<Record<string, string>>
  readonly umask: number
}

/** In the state folder, readable by its owner only. While it is there, the daemon listens. */
export const HTTP_PLACE = 'daemon/http.json'

export function writeHttpPlace(state: State, place: HttpPlace): Issue | undefined {
  return state.write(HTTP_PLACE, `${JSON.stringify({ version: 1, ...place }, undefined, 1)}\n`)
}

/** Returns undefined when the file is missing, or does not have the form that `writeHttpPlace` gives it. */
export function readHttpPlace(state: Pick<State, 'read'>): HttpPlace | undefined {
  return parse(state.read(HTTP_PLACE))
}

export function newToken(): string {
  return randomBytes(32).toString('hex')
}

function parse(text: string | undefined): HttpPlace | undefined {
  try {
    const value = JSON.parse(text ?? '') as Partial<Record<keyof HttpPlace | 'version', unknown>> | null
    const { version, port, token, configHome, variables, umask } = value ?? {}
    const isPlace =
      version === 1 &&
      isWithin(port, 65_535) &&
      port > 0 &&
      isWithin(umask, 0o777) &&
      typeof token === 'string' &&
      /^[0-9a-f]{64}$/.test(token) &&
      typeof configHome === 'string' &&
      isTexts(variables)
    return isPlace ? { port, token, configHome, variables, umask } : undefined
  } catch {
    return undefined
  }
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((each) => typeof each === 'string')
  )
}
