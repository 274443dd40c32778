import type { JsonSchema } from './kinds.ts'

/** The same schema for a key that may also be `null`, which is then the same as leaving the key out. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { enum: values, type } = schema
  if (Array.isArray(values)) return values.includes(null) ? schema : { ...schema, enum: [...values, null] }
  if (type === 'null') return schema
  if (typeof type === 'string') return { ...schema, type: [type, 'null'] }
  return { anyOf: [schema, { type: 'null' }] }
}
