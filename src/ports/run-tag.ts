import { pidNamespace } from './pid-namespace.ts'

/** Returns eight hex digits for a state folder, where process ids mean the same: those whose hooks belong together. */
export function runTag(stateDir: string): string {
  let hash = 0x811c9dc5
  for (const character of `${stateDir}\0${pidNamespace()}`)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
