/**
 * A value that only a running hook is given. The object itself is empty: JSON, inspection, logs and copies of whatever
 * holds it show nothing of the value.
 */
export type Sealed<Value> = {
  /** Exists for the type only: the object has no properties. */
  readonly [CONTENT]?: Value
}

declare const CONTENT: unique symbol

const contents = new WeakMap<object, unknown>()

export function seal<Value>(value: Value): Sealed<Value> {
  const sealed: Sealed<Value> = Object.freeze({})
  contents.set(sealed, value)
  return sealed
}

/** Undefined for a copy: what was sealed does not travel with it. */
export function unseal<Value>(sealed: Sealed<Value>): Value | undefined {
  return contents.get(sealed) as Value | undefined
}
