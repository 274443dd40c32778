type Values = Readonly<Record<string, unknown>>

const TEMPLATE = /\$\{([^${}]+)\}/g

/** Whether filling it in needs the payload at all. */
export function hasTemplates(value: unknown): boolean {
  if (typeof value === 'string') return value.search(TEMPLATE) !== -1
  return typeof value === 'object' && value !== null && Object.values(value).some(hasTemplates)
}

/** What is put in, and whether a string that is one placeholder keeps the type of its value. */
type Filling = { readonly payload: unknown; readonly isTyped: boolean }

/**
 * A tool's input with `${a.b.c}` in its strings replaced by what stands there in the payload: strings as they are, other
 * values as JSON text, nothing for what is not there. What was put in is never looked at again.
 */
export function fillInput(input: Values, payload: unknown, placeholders?: 'typed'): Values {
  return fillObject(input, { payload, isTyped: placeholders === 'typed' })
}

/** Returns the path of the first placeholder that names nothing in the payload. */
export function missingPath(value: unknown, payload: unknown): string | undefined {
  if (typeof value === 'string')
    return [...value.matchAll(TEMPLATE)].find(([, path = '']) => valueAt(path, payload) === undefined)?.[1]
  if (typeof value !== 'object' || value === null) return undefined
  for (const each of Object.values(value)) {
    const path = missingPath(each, payload)
    if (path !== undefined) return path
  }
  return undefined
}

function fill(value: unknown, filling: Filling): unknown {
  if (typeof value === 'string') return fillText(value, filling)
  if (Array.isArray(value)) return value.map((each) => fill(each, filling))
  return typeof value === 'object' && value !== null ? fillObject(value, filling) : value
}

function fillText(text: string, { payload, isTyped }: Filling): unknown {
  const [, only] = isTyped ? (ALONE.exec(text) ?? []) : []
  if (only !== undefined) return valueAt(only, payload)
  return text.replaceAll(TEMPLATE, (_, path: string) => textAt(path, payload))
}

const ALONE = /^\$\{([^${}]+)\}$/

/** `fromEntries` defines properties, so that a key `__proto__` stays a key. */
function fillObject(value: object, filling: Filling): Values {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each, filling)]))
}

function textAt(path: string, payload: unknown): string {
  const value = valueAt(path, payload)
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function valueAt(path: string, payload: unknown): unknown {
  let value = payload
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Values)[key]
  }
  return value
}
