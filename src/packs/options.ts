import { issue, type Issue, type Place } from '../core/issue.ts'
import { misfit, misspelt, shownKey } from '../core/misfit.ts'
import { didYouMean } from '../core/suggest.ts'
import { acceptedValues, oneOf } from './describe.ts'
import type { Options, OptionSpec, PackManifest } from './manifest.ts'

/** Returns the options of a use with the defaults of the pack where it says nothing. */
export function withDefaults({ options }: PackManifest, given: Options): Options {
  return Object.fromEntries(
    Object.entries(options).map(([name, spec]) => [
      name,
      Object.hasOwn(given, name) ? given[name] : spec.default,
    ]),
  )
}

/** Returns what is wrong with the options of a use. Empty: the pack takes them. */
export function checkOptions(given: Options, manifest: PackManifest, place: Place): readonly Issue[] {
  const { options, name, title = `hookwright/${name}` } = manifest
  return Object.entries(given).flatMap(([key, value]) => {
    const here = within(place, key)
    const spec = Object.hasOwn(options, key) ? options[key] : undefined
    if (spec === undefined) return [unknownOption(key, { manifest, place: here })]
    return checkValue(value, { spec, key, place: here, pack: title })
  })
}

type At = { readonly spec: OptionSpec; readonly key: string; readonly place: Place; readonly pack: string }

function unknownOption(
  key: string,
  {
    manifest: { name, options, title = `hookwright/${name}` },
    place,
  }: { readonly manifest: PackManifest; readonly place: Place },
): Issue {
  const known = Object.keys(options)
  const accepted = known.length === 0 ? 'It has no options.' : `Accepted are ${known.join(', ')}.`
  const message = `${shownKey(key)} is not an option of ${title}.`
  return issue('pack.option', place, message, didYouMean(key, known) ?? accepted)
}

function checkValue(value: unknown, at: At): readonly Issue[] {
  const { spec, key, place } = at
  if (spec.type === 'choices') return checkChoices(value, spec, at)
  if (fits(value, spec)) return []
  return [wrong(`"${key}"`, { value, expected: acceptedValues(spec), place, values: valuesOf(spec) })]
}

function checkChoices(
  value: unknown,
  spec: Extract<OptionSpec, { type: 'choices' }>,
  { key, place }: At,
): readonly Issue[] {
  const expected = acceptedValues(spec)
  if (!isMapping(value)) return [wrong(`"${key}"`, { value, expected, place, values: [] })]
  return Object.entries(value).flatMap(([name, chosen]) => {
    const here = within(place, name)
    if (!spec.keys.includes(name)) return [unknownKey(name, { key, keys: spec.keys, place: here })]
    if (typeof chosen === 'string' && spec.values.includes(chosen)) return []
    return [
      wrong(`"${key}.${name}"`, {
        value: chosen,
        expected: oneOf(spec.values),
        place: here,
        values: spec.values,
      }),
    ]
  })
}

function unknownKey(
  name: string,
  { key, keys, place }: { readonly key: string; readonly keys: readonly string[]; readonly place: Place },
): Issue {
  const message = `${shownKey(name)} is not a key of "${key}".`
  return issue('pack.option', place, message, didYouMean(name, keys) ?? `Accepted are ${keys.join(', ')}.`)
}

type Wrong = {
  readonly value: unknown
  readonly expected: string
  readonly place: Place
  readonly values: readonly string[]
}

function wrong(subject: string, { value, expected, place, values }: Wrong): Issue {
  const isText = typeof value === 'string' && values.length > 0
  const found = isText ? misspelt(value, values, 'a mapping') : misfit(value, expected, 'a mapping')
  const hint = isText ? didYouMean(value, values) : undefined
  return issue('pack.option', place, `${subject} must be ${expected}, not ${found}.`, hint)
}

function fits(value: unknown, spec: OptionSpec): boolean {
  switch (spec.type) {
    case 'choice':
      return typeof value === 'string' && spec.values.includes(value)
    case 'flag':
      return typeof value === 'boolean'
    case 'number':
      return typeof value === 'number' && value >= spec.least && value <= spec.most
    case 'text':
      return typeof value === 'string'
    case 'texts':
      return Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '')
    case 'choices':
      return false
  }
}

function valuesOf(spec: OptionSpec): readonly string[] {
  return spec.type === 'choice' ? spec.values : []
}

function within(place: Place, key: string): Place {
  return { ...place, pointer: [...(place.pointer ?? []), key] }
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
