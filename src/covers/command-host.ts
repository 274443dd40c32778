import type { ShellName } from '../core/hook.ts'
import { noVariables, type HostVariables } from '../core/host-variables.ts'

/** What the files that a command names depend on besides its text: how its host starts it, and with which variables. */
export type CommandHost = {
  /** Returns the languages that a command string may be read as, by the name of its inline form. */
  shellsOf(form: string): readonly ShellName[]
  readonly variables: HostVariables
}

/** A form that is not known may be either; no process is started for it. */
export const EITHER: readonly ShellName[] = ['bash', 'pwsh']

/** For commands that no host starts. */
export const noHost: CommandHost = { shellsOf: () => EITHER, variables: noVariables }
