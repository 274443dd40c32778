import type { EVENT_HOSTS } from '../dialects/event-hosts.ts'
import { refuseMisspelt } from './check-event.ts'
import { refuseNoText } from '../core/argument.ts'

/** The name of an event that some host has. A program's own are made by `defineEvent`. */
export type EventName = keyof typeof EVENT_HOSTS

declare const fieldsOfEvent: unique symbol

/** The name of a program's own event, with the type of its fields. Made by `defineEvent`. */
export type OwnEvent<Fields extends object = Readonly<Record<string, unknown>>> = string & {
  /** Exists for the type only: at run time the event is its name. */
  readonly [fieldsOfEvent]: Fields
}

/** What engines take as the name of an event. */
export type AnyEvent = EventName | OwnEvent<object>

/** The fields that a program's own event was defined with. */
export type OwnFields<Name> = Name extends OwnEvent<infer Fields> ? Fields : never

/**
 * Names an event of the program's own, for `dispatch`, `on`, `has` and the others:
 * `const deploy = defineEvent<{ target: string }>('Deploy')`.
 * The name is all there is at run time; nothing is registered. Throws a TypeError for a name that is nearly a known one.
 */
export function defineEvent<Fields extends object = Readonly<Record<string, unknown>>>(
  name: string,
): OwnEvent<Fields> {
  refuseNoText('The name of an event', name)
  refuseMisspelt(name)
  return name as OwnEvent<Fields>
}
