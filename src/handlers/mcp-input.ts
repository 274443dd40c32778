type Values = Readonly<Record<string, unknown>>

const TEMPLATE = /\$\{([^${}]+)\}/g

/** Whether filling it in needs the payload at all. */
export function hasTemplates(value: unknown): boolean {
  if (typeof value === 'string') return value.search(TEMPLATE) !== -1
  return typeof value === 'object' && value !== null && Object.values(value).some(hasTemplates)
}

/**
 * A tool's input with `${a.b.c}` in its strings replaced by what stands there in the payload: strings as they are, other
 * values as JSON text, nothing for what is not there. What was put in is never looked at again.
 */
export function fillInput(input: Values, payload: unknown): Values {
  return fillObject(input, payload)
}

function fill(value: unknown, payload: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(TEMPLATE, (_, path: string) => textAt(path, payload))
  if (Array.isArray(value)) return value.map((each) => fill(each, payload))
  return typeof value === 'object' && value !== null ? fillObject(value, payload) : value
}

/** `fromEntries` defines properties, so that a key `__proto__` stays a key. */
function fillObject(value: object, payload: unknown): Values {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each, payload)]))
}

function textAt(path: string, payload: unknown): string {
  let value = payload
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return ''
    value = (value as Values)[key]
  }
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
