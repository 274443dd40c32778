import type { EVENT_HOSTS } from '../event-hosts.ts'
import type { COMMON_INPUT, EVENT_INPUT, OptionalField } from './event-input.ts'
import type { InputValues } from './input-values.ts'

export type EventName = keyof typeof EVENT_INPUT

type ValueOf<Type> = Type extends OptionalField
  ? ValueOf<Type['optional']>
  : Type extends keyof InputValues
    ? InputValues[Type]
    : Type extends readonly (infer Word)[]
      ? Word
      : never

type OptionalKey<Row> = {
  [Key in keyof Row]: Row[Key] extends OptionalField ? Key : never
}[keyof Row]

/** Over `keyof` and without `as`: only then does TypeScript keep the doc comments of the tables. */
type Fields<Row> = {
  readonly [Key in keyof Pick<Row, Exclude<keyof Row, OptionalKey<Row>>>]: ValueOf<Row[Key]>
} & {
  readonly [Key in keyof Pick<Row, OptionalKey<Row>>]?: ValueOf<Row[Key]>
}

/** Fields that an event has in places of their own: its tool, its prompt, its agent. */
type Claimed<Row> =
  | (Row extends { tool_name: unknown }
      ? 'tool_name' | 'tool_input' | 'tool_use_id' | 'tool_response' | 'error'
      : never)
  | 'prompt'
  | 'agent_id'

/** What `fields` of an event holds, by the event's name. */
export type EventFields = {
  readonly [Name in keyof Pick<typeof EVENT_HOSTS, EventName>]: Omit<
    Fields<(typeof EVENT_INPUT)[Name]>,
    Claimed<(typeof EVENT_INPUT)[Name]>
  >
}

/** What `fields` of any event may hold besides. */
export type CommonFields = Fields<Pick<typeof COMMON_INPUT, 'prompt_id' | 'effort' | 'scratchpad_dir'>>
