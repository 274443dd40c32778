import type { Span } from '../../config/tree.ts'
import { didYouMean } from '../../core/suggest.ts'
import { isPlain, writtenAs } from './source.ts'
import { childOf, describe, nameOf, refuse, type Value } from './reading.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** What may stand at a key: how it is read, and how editors and people are told. */
export type Kind<T> = {
  /** For messages and tables. */
  readonly says: string
  readonly schema: JsonSchema
  /** Without it, `null` is the same as leaving the key out. */
  readonly takesNull?: true
  /** Undefined when the value was refused. */
  read(value: Value): T | undefined
}

export function mustBe(value: Value, says: string, hint?: string): undefined {
  const message = `"${nameOf(value)}" must be ${says}, not ${describe(value)}.`
  return refuse(value, { code: 'config.type', message, hint })
}

/** In YAML a number or a boolean is the text it was written as: `1.10` stays `1.10`. */
function textOf({ tree, reading: { source } }: Value): string | undefined {
  if (tree.kind !== 'scalar' || tree.value === null) return undefined
  // A date of TOML arrives as text, too.
  if (source.format === 'toml' && isPlain(source, tree)) return undefined
  return typeof tree.value === 'string' ? tree.value : writtenAs(source, tree)
}

export const text: Kind<string> = {
  says: 'text',
  schema: { type: 'string' },
  read: (value) => textOf(value) ?? mustBe(value, 'text'),
}

const TRUE = /^(?:true|yes|on|y)$/i
const FALSE = /^(?:false|no|off|n)$/i

/** YAML files of pre-commit may still say `yes`. */
export function flagOf({ tree, reading: { source } }: Value): boolean | undefined {
  if (tree.kind !== 'scalar') return undefined
  if (typeof tree.value === 'boolean') return tree.value
  if (source.format === 'toml' || typeof tree.value !== 'string') return undefined
  return TRUE.test(tree.value) ? true : FALSE.test(tree.value) ? false : undefined
}

export const flag: Kind<boolean> = {
  says: '`true` or `false`',
  schema: { type: 'boolean' },
  read: (value) => flagOf(value) ?? mustBe(value, '`true` or `false`'),
}

const WHOLE = /^\+?(?:0|[1-9][\d_]*|0x[\da-f_]+|0o[0-7_]+)$/i

export function wholeOf({ tree, reading: { source } }: Value): number | undefined {
  if (tree.kind !== 'scalar' || !isPlain(source, tree)) return undefined
  const written = writtenAs(source, tree)
  return WHOLE.test(written) ? Number(written.replaceAll(/[+_]/g, '')) : undefined
}

export function whole(max: number): Kind<number> {
  const says = `a whole number from 0 to ${max}`
  return {
    says,
    schema: { type: 'integer', minimum: 0, maximum: max },
    read(value) {
      const number = wholeOf(value) ?? quotedWhole(value)
      return number !== undefined && number <= max ? number : mustBe(value, says)
    },
  }
}

function quotedWhole({ tree, reading: { source } }: Value): number | undefined {
  if (source.format === 'toml' || tree.kind !== 'scalar' || typeof tree.value !== 'string') return undefined
  return /^\d+$/.test(tree.value) ? Number(tree.value) : undefined
}

export function list<T>(item: Kind<T>): Kind<readonly T[]> {
  const says = `a list of ${item.says}`
  return {
    says,
    schema: { type: 'array', items: item.schema },
    read(value) {
      if (value.tree.kind !== 'list') return mustBe(value, says, listHint(value))
      return value.tree.items.flatMap((tree, index) => item.read(childOf(value, index, tree)) ?? [])
    },
  }
}

function listHint({ tree, reading: { source } }: Value): string | undefined {
  return tree.kind === 'scalar' && isPlain(source, tree) && tree.value !== null
    ? `Put it in brackets: [${writtenAs(source, tree)}].`
    : undefined
}

export function map<T>(item: Kind<T>): Kind<Readonly<Record<string, T>>> {
  const says = `a mapping of names to ${item.says}`
  return {
    says,
    schema: { type: 'object', additionalProperties: item.schema },
    read(value) {
      if (value.tree.kind !== 'map') return mustBe(value, says)
      const pairs = [...value.tree.entries].flatMap(([name, { tree }]): [string, T][] => {
        const read = item.read(childOf(value, name, tree))
        return read === undefined ? [] : [[name, read]]
      })
      return Object.fromEntries(pairs)
    },
  }
}

type Names<T extends string> = { readonly what: string; readonly names: Readonly<Record<string, T>> }

type Word = { readonly word: string; readonly span?: Span }

/** `choose` is for a word that does not stand as a value. */
export type Words<T> = Kind<T> & { choose(value: Value, word: Word): T | undefined }

/** One of several words; some of them may be old names of others. */
export function oneOf<T extends string>({ what, names }: Names<T>): Words<T> {
  const accepted = Object.keys(names)
  const choose = (value: Value, { word, span }: Word): T | undefined => {
    if (Object.hasOwn(names, word)) return names[word]
    return refuse(value, { ...unknownWord(what, word, accepted), ...(span !== undefined && { span }) })
  }
  return {
    says: accepted.map((name) => `\`${name}\``).join(', '),
    schema: { enum: accepted },
    choose,
    read(value) {
      const word = textOf(value)
      return word === undefined ? mustBe(value, `one of ${accepted.join(', ')}`) : choose(value, { word })
    },
  }
}

/** `Stage "comit" is not one of …`, with the word that was probably meant. */
export function unknownWord(what: string, word: string, accepted: readonly string[]) {
  return {
    code: 'config.value',
    message: `${what} "${word}" is not one of ${accepted.join(', ')}.`,
    hint: didYouMean(word, accepted),
  }
}

export function sameNames<T extends string>(names: readonly T[]): Readonly<Record<string, T>> {
  return Object.fromEntries(names.map((name) => [name, name]))
}
