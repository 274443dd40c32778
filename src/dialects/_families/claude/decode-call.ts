import type { CallPart, ToolCall } from '../../../core/event.ts'
import { warning, type Issue } from '../../../core/issue.ts'
import { patchCall } from '../patch.ts'
import type { ToolInput } from '../tool-names.ts'
import { isPatchTool, patchArguments, stemsOf, type Host } from './call-form.ts'
import type { JsonObject } from './shape.ts'

/** A call in canonical terms. */
export type CanonicalCall = Pick<ToolCall, 'name' | 'input' | 'parts'> & { readonly issues: readonly Issue[] }

/** What a call stands in. */
export type CallPlace = { readonly cwd: string; readonly wire?: JsonObject }

export function decodeCall(
  native: string,
  input: ToolInput,
  host: Host & { readonly place: CallPlace },
): CanonicalCall {
  const { form, tools, place } = host
  if (isPatchTool(form, native)) return decodePatch(native, input, place)
  const name = form.mcp?.canonical(native, place.wire ?? {}) ?? tools.canonicalName(native, input)
  const parts = numberedParts(name, input, host)
  const others = otherReadings(name, input, host)
  const all = [...parts, ...others.map(({ part }) => part)]
  const first = { name, input: toCanonical(name, input, host) }
  return {
    ...first,
    ...(parts.length > 1 ? { parts: all } : others.length > 0 && { parts: [first, ...all] }),
    issues: others.map(({ key }) => sameMeaning(key, native)),
  }
}

type OtherReading = { readonly key: string; readonly part: CallPart }

/**
 * Returns another reading of the call for each argument whose name may mean the same as one that is there. It is not
 * known which of them the tool reads, and an agent may have added one to hide the other, so guards see both.
 */
export function otherReadings(
  name: string,
  input: ToolInput,
  { form, tools }: Host,
): readonly OtherReading[] {
  const { otherArguments = {} } = form
  const names = Object.hasOwn(otherArguments, name) ? (otherArguments[name] ?? {}) : {}
  const { input: read, spare } = tools.canonicalInput(name, input, 'own')
  return spare.flatMap((key) => {
    const canonical = Object.hasOwn(names, key) ? names[key] : undefined
    if (canonical === undefined || typeof input[key] !== 'string' || input[key] === read[canonical]) return []
    return { key, part: { name, input: { ...read, [canonical]: input[key] } } }
  })
}

function sameMeaning(key: string, native: string): Issue {
  const problem = `"${native}" was called with "${key}" beside another key that may mean the same; hooks see both.`
  return warning('payload.spare-key', {}, problem)
}

/** Returns the arguments under canonical names, in their order; of numbered ones the first has the canonical name. */
export function toCanonical(name: string, input: ToolInput, { form, tools }: Host): ToolInput {
  const found = tools.canonicalInput(name, input, 'own').input
  const firsts = firstNumbers(name, input, { form, tools })
  if (firsts.size === 0) return found
  // What the tool reads counts, not an argument that an agent has added under the canonical name.
  const taken = new Set(firsts.values())
  const kept = Object.entries(found).filter(([key]) => !taken.has(key))
  return Object.fromEntries(kept.map(([key, value]) => [firsts.get(key) ?? key, value]))
}

/** Several texts that read as patches are one patch: the agent chooses the arguments, and the tool reads one of them. */
function decodePatch(native: string, input: ToolInput, { cwd }: CallPlace): CanonicalCall {
  const texts = patchArguments(input).map((key) => input[key] as string)
  const { isReadable, ...call } = patchCall(texts.join('\n'), cwd)
  if (isReadable) return { ...call, issues: [] }
  const problem = `The patch of "${native}" names no file that could be read, so hooks see it without a path.`
  return { ...call, input: { ...input, ...call.input }, issues: [warning('payload.patch', {}, problem)] }
}

/** `old_str_1`, `old_str_2` …: one part for each number. */
function numberedParts(name: string, input: ToolInput, host: Host): readonly CallPart[] {
  const { file_path } = host.tools.canonicalInput(name, input, 'own').input
  const parts = new Map<number, Record<string, unknown>>()
  for (const { key, number, canonical } of numberedKeys(name, input, host)) {
    const part = parts.get(number) ?? (file_path === undefined ? {} : { file_path })
    part[canonical] = input[key]
    parts.set(number, part)
  }
  return [...parts].toSorted(([a], [b]) => a - b).map(([, part]) => ({ name, input: part }))
}

/** Canonical names of the numbered arguments with the lowest number, by native name. */
function firstNumbers(name: string, input: ToolInput, host: Host): ReadonlyMap<string, string> {
  const found = numberedKeys(name, input, host)
  const lowest = Math.min(...found.map(({ number }) => number))
  return new Map(found.flatMap(({ key, number, canonical }) => (number === lowest ? [[key, canonical]] : [])))
}

type Numbered = { readonly key: string; readonly number: number; readonly canonical: string }

function numberedKeys(name: string, input: ToolInput, { form }: Host): readonly Numbered[] {
  const stems = stemsOf(form, name)
  return Object.entries(input).flatMap(([key, value]) => {
    const [, stem = '', number = ''] = /^(.*)_(\d{1,4})$/.exec(key) ?? []
    const canonical = Object.hasOwn(stems, stem) ? stems[stem] : undefined
    return canonical === undefined || typeof value !== 'string'
      ? []
      : { key, number: Number(number), canonical }
  })
}
