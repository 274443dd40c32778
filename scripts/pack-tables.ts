import { acceptedValues, defaultText, usualHook } from '../src/packs/describe.ts'
import type { OptionSpec, PackManifest } from '../src/packs/manifest.ts'
import { table } from './tables.ts'

/** The options and events of a pack, for its page. */
export function packTables({ name, options, hooks }: PackManifest): string {
  const rows = Object.entries(options).map(([option, spec]) => [
    `\`${option}\``,
    valuesOf(spec),
    `\`${defaultText(spec)}\``,
    spec.summary,
  ])
  const events = hooks
    .map(usualHook)
    .map(({ event, matcher, timeout, onFailure, guard }) => [
      `\`${event}\``,
      matcher === undefined ? '' : `\`${matcher}\``,
      `${timeout} s`,
      `\`${onFailure}\``,
      guard ? 'yes' : '',
    ])
  return [
    `## Options of ${name}`,
    rows.length === 0 ? 'It has none.' : table(['option', 'value', 'default', 'meaning'], rows),
    '## Events',
    table(['event', 'matcher', 'timeout', '`onFailure`', 'looks again after a rewrite'], events),
  ].join('\n\n')
}

/** Every pack with its events, for docs/packs.md. */
export function packOverview(packs: readonly PackManifest[]): string {
  const rows = packs.map(({ name, summary, hooks }) => [
    `[\`hookwright/${name}\`](packs/${name}.md)`,
    hooks.map(({ event }) => `\`${event}\``).join(', '),
    summary,
  ])
  return table(['pack', 'events', 'does'], rows)
}

/** The page of a pack that has none yet. */
export function pageOfPack({ name, summary }: PackManifest): string {
  return `# The pack ${name}\n\n${summary}\n`
}

/** Words that can be written are set as code. */
function valuesOf(spec: OptionSpec): string {
  const code = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ')
  switch (spec.type) {
    case 'choice':
      return code(spec.values)
    case 'choices':
      return `mapping of ${code(spec.keys)} to ${code(spec.values)}`
    case 'flag':
      return code(['true', 'false'])
    case 'number':
    case 'text':
    case 'texts':
      return acceptedValues(spec).replace(/^an? /, '')
  }
}
