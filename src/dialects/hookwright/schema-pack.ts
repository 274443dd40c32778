import * as z from 'zod/mini'
import { EVENT_HOSTS } from '../event-hosts.ts'
import { Entry } from './schema-entry.ts'
import { anything, flag, oneOf, texts, words } from './schema-parts.ts'

/* The one description of `pack.yaml`. Checks, schemas/pack.json and the tables of docs/packs/your-own.md come from it. */

const A_NAME = 'small letters, digits and "-", starting with a letter'
const A_VERSION = 'a version such as "1.0.0", in quotes'
const SUMMARY = 'One sentence for people: what the option is for.'
const summary = () => words('a sentence').check(z.describe(SUMMARY))
const names = () => z.array(words('a name'), 'a list of names').check(z.minLength(1, 'a list of names'))

const choice = z.strictObject({
  summary: summary(),
  type: z.literal('choice'),
  values: names(),
  default: z.string(),
})
const onOff = z.strictObject({ summary: summary(), type: z.literal('flag'), default: flag() })
const number = z.strictObject({
  summary: summary(),
  type: z.literal('number'),
  least: z.number(),
  most: z.number(),
  default: z.number(),
})
const text = z.strictObject({ summary: summary(), type: z.literal('text'), default: z.string() })
const list = z.strictObject({ summary: summary(), type: z.literal('texts'), default: texts() })
const choices = z.strictObject({
  summary: summary(),
  type: z.literal('choices'),
  keys: names(),
  values: names(),
  default: z.record(z.string(), z.string()),
})

/** One option of a pack, by its type. */
export const OPTION_SHAPES = { choice, flag: onOff, number, text, texts: list, choices } as const

const OPTION_TYPES = Object.keys(OPTION_SHAPES) as (keyof typeof OPTION_SHAPES)[]

/** What says how to check an option: its type. */
export const OptionHead = z.looseObject(
  { summary: summary(), type: oneOf(OPTION_TYPES) },
  'a mapping with "type", "summary" and "default"',
)

const head = {
  name: z
    .string(A_NAME)
    .check(z.regex(/^[a-z][a-z0-9-]{0,63}$/, A_NAME), z.describe('What the pack is called.')),
  version: z
    .string(A_VERSION)
    .check(z.regex(/^\d+\.\d+\.\d+(?:[-+][\w.+-]{1,60})?$/, A_VERSION), z.describe('Which version this is.')),
  summary: words('a sentence').check(z.describe('One sentence: what the pack does.')),
}
const OPTIONS = 'Options of the pack, by name: `choice`, `flag`, `number`, `text`, `texts` or `choices`.'
const HOOKS = 'Lists of entries, by event, as in hookwright.yaml.'

/** `pack.yaml`, without a look into `options` and `hooks`: their items are checked one by one. */
export const PackTop = z.strictObject(
  {
    ...head,
    options: z.optional(anything('a mapping of names to options')),
    hooks: anything('a mapping of events to lists'),
  },
  'a mapping',
)
export type PackTop = z.infer<typeof PackTop>

const hookList = z.array(Entry.check(z.meta({ id: 'hook' }))).check(z.meta({ id: 'hooks-of-a-pack' }))
const eventLists = Object.fromEntries(Object.keys(EVENT_HOSTS).map((event) => [event, z.optional(hookList)]))

/** The whole file, for editors and docs. */
export const PackFile = z.strictObject({
  ...head,
  options: z.optional(
    z.record(z.string(), z.union([choice, onOff, number, text, list, choices])).check(z.describe(OPTIONS)),
  ),
  hooks: z.strictObject(eventLists).check(z.describe(HOOKS)),
})
