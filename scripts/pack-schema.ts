import type { OptionSpec, PackManifest } from '../src/packs/manifest.ts'

type Schema = Readonly<Record<string, unknown>>

/** The schema of hookwright.yaml in which `use` completes the names of packs, and `with` the options of the one used. */
export function withPackOptions(schema: Schema, packs: readonly PackManifest[]): Schema {
  const { definitions, properties } = schema as Record<string, Record<string, Schema>>
  const items = properties?.['packs']?.['items'] as Schema
  return {
    ...schema,
    properties: {
      ...properties,
      packs: { ...properties?.['packs'], items: withUses(items, packs) },
    },
    definitions: { ...definitions, entry: withUses(definitions?.['entry'] ?? {}, packs) },
  }
}

function withUses(item: Schema, packs: readonly PackManifest[]): Schema {
  const properties = item['properties'] as Readonly<Record<string, Schema>>
  const names = packs.map(({ name }) => `hookwright/${name}`)
  const use = { ...properties['use'], anyOf: [{ enum: names }, { pattern: '^(?:\\.{0,2}/|npm:)' }] }
  const cases = packs.map((pack, index) => ({
    if: { properties: { use: { const: names[index] } }, required: ['use'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a key of JSON Schema
    then: { properties: { with: optionsSchema(pack) } },
  }))
  return { ...item, properties: { ...properties, use }, allOf: cases }
}

function optionsSchema({ options }: PackManifest): Schema {
  const properties = Object.entries(options).map(([name, spec]) => [name, optionSchema(spec)])
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false }
}

function optionSchema(spec: OptionSpec): Schema {
  const about = { description: spec.summary, default: spec.default }
  switch (spec.type) {
    case 'choice':
      return { enum: spec.values, ...about }
    case 'flag':
      return { type: 'boolean', ...about }
    case 'number':
      return { type: 'number', minimum: spec.least, maximum: spec.most, ...about }
    case 'text':
      return { type: 'string', ...about }
    case 'texts':
      return { type: 'array', items: { type: 'string', minLength: 1 }, ...about }
    case 'choices': {
      const keys = spec.keys.map((key) => [key, { enum: spec.values }])
      return { type: 'object', properties: Object.fromEntries(keys), additionalProperties: false, ...about }
    }
  }
}
