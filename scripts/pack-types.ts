import { defaultText, usualHook } from '../src/packs/describe.ts'
import type { OptionSpec, PackManifest } from '../src/packs/manifest.ts'

/** The options and events of every pack as types, so that editors complete them and compilers refuse others. */
export function packTypes(packs: readonly PackManifest[]): string {
  return [
    '// Written by `npm run generate` from the manifests of the packs; edit those.',
    '',
    '/** Packs by name, each with the options that `with` takes and the events that it does something on. */',
    'export type Packs = {',
    ...packs.flatMap(ofPack),
    '}',
  ].join('\n')
}

function ofPack({ name, summary, options, hooks }: PackManifest): readonly string[] {
  return [
    `/** ${summary} */`,
    `readonly ${JSON.stringify(`hookwright/${name}`)}: {`,
    '/** What `with` takes. */',
    'readonly options: {',
    ...Object.entries(options).flatMap(([option, spec]) => [
      `/** ${spec.summary} Default: \`${defaultText(spec)}\`. */`,
      `readonly ${option}?: ${typeOf(spec)}`,
    ]),
    '}',
    '/** The events that it does something on. */',
    `readonly events: ${union(hooks.map(usualHook).map(({ event }) => event))}`,
    '}',
  ]
}

function typeOf(spec: OptionSpec): string {
  switch (spec.type) {
    case 'choice':
      return union(spec.values)
    case 'choices':
      return inBraces(
        spec.keys.map((key) => `/** What holds for \`${key}\`. */\nreadonly ${key}?: ${union(spec.values)}`),
      )
    case 'flag':
      return 'boolean'
    case 'number':
      return 'number'
    case 'text':
      return 'string'
    case 'texts':
      return 'readonly string[]'
  }
}

function inBraces(members: readonly string[]): string {
  return ['{', ...members, '}'].join('\n')
}

function union(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(' | ')
}
