import { didYouMean } from '../../core/suggest.ts'
import { acceptedValues, defaultText, usualHook } from '../../packs/describe.ts'
import type { PackManifest } from '../../packs/manifest.ts'
import { MANIFESTS } from '../../packs/manifests.ts'
import { UsageError } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { createStyle, type Style } from '../render/style.ts'
import { table } from '../render/table.ts'

const PREFIX = 'hookwright/'

/** The packs that come with the program, or all about one of them. */
export async function packs({ args, io }: Invocation): Promise<number> {
  const [name] = args.positionals
  const shown = name === undefined ? MANIFESTS : [named(name)]
  const style = createStyle(io.colour)
  if (args.options.has('json')) io.out(jsonText({ packs: shown.map(jsonOf) }))
  else if (name === undefined) io.out(`${overviewLines(shown, style, io.columns).join('\n')}\n`)
  else io.out(`${shown.flatMap((pack) => packLines(pack, style, io.columns)).join('\n')}\n`)
  return EXIT.ok
}

function named(word: string): PackManifest {
  const name = word.startsWith(PREFIX) ? word.slice(PREFIX.length) : word
  const found = MANIFESTS.find((pack) => pack.name === name)
  if (found !== undefined) return found
  const names = MANIFESTS.map((pack) => pack.name)
  const near = didYouMean(name, names) ?? `Packs are ${names.join(', ')}.`
  throw new UsageError(`There is no pack "${word}". ${near}`)
}

function jsonOf({ name, summary, hooks, options }: PackManifest): object {
  return { use: `${PREFIX}${name}`, summary, events: hooks.map(usualHook), options }
}

function overviewLines(
  all: readonly PackManifest[],
  style: Style,
  columns: number | undefined,
): readonly string[] {
  const rows = all.map(({ name, summary }) => [name, summary])
  return [
    ...table(['PACK', 'DOES'], rows, style, columns),
    '',
    'In hookwright.yaml:  packs: [{ use: hookwright/PACK }]',
    '`hookwright packs PACK` shows the events and options of one.',
  ]
}

function packLines(pack: PackManifest, style: Style, columns: number | undefined): readonly string[] {
  const { name, summary, hooks, options } = pack
  const events = hooks
    .map(usualHook)
    .map(({ event, matcher = '*', timeout, onFailure, guard }) => [
      event,
      `${timeout} s`,
      onFailure,
      guard ? 'yes' : '-',
      matcher,
    ])
  const rows = Object.entries(options).map(([option, spec]) => [
    option,
    defaultText(spec),
    `${spec.summary} It is ${acceptedValues(spec)}.`,
  ])
  return [
    style.bold(`${PREFIX}${name}`),
    summary,
    '',
    ...table(['EVENT', 'TIMEOUT', 'ON FAILURE', 'GUARD', 'MATCHER'], events, style, columns),
    '',
    ...(rows.length === 0
      ? ['It has no options.']
      : table(['OPTION', 'DEFAULT', 'IS'], rows, style, columns)),
  ]
}
