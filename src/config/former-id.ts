import type { Hook } from '../core/hook.ts'

/** `SOURCE:EVENT` and what tells the hook from others of that event: a name, or numbers of its place, or a digest. */
const ID = /^(?<where>.*):(?<last>[^:@]*)(?:@\d+)?$/

/** Numbers of the lists that a hook stands in, as `0.1`. */
export function positionOf({ source: { pointer } }: Hook): string {
  return pointer.filter((step) => typeof step === 'number').join('.')
}

/** Everything of an id but its last part; undefined for an id that is a name alone. */
export function whereOf(id: string): string | undefined {
  return ID.exec(id)?.groups?.['where']
}

/** True for the id that a reader gives to a hook without a name: where it stands. */
export function isPosition(hook: Hook): boolean {
  const position = positionOf(hook)
  return position !== '' && ID.exec(hook.id)?.groups?.['last'] === position
}

/** The id that earlier versions gave to an unnamed hook at this place. */
export function formerId(hook: Hook): string {
  return `${whereOf(hook.id) ?? ''}:${positionOf(hook)}`
}

/** Where a hook stands, as one text. */
export function placeKey({ source: { file, pointer } }: Hook): string {
  return JSON.stringify([file, ...pointer])
}
