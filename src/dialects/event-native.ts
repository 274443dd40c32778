import { NATIVE_EVENTS } from './event-hosts.ts'

const byNative: Readonly<Record<string, readonly string[]>> = NATIVE_EVENTS

/** Returns what to write instead of the name that one host has for an event; undefined for every other name. */
export function canonicalHint(native: string): string | undefined {
  const names = Object.hasOwn(byNative, native) ? byNative[native] : undefined
  if (names === undefined) return undefined
  return `Write ${names.map((name) => `"${name}"`).join(' or ')}, which is its name for every host.`
}
