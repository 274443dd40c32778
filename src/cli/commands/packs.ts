import { didYouMean } from '../../core/suggest.ts'
import { acceptedValues, defaultText, usualHook } from '../../packs/describe.ts'
import type { PackManifest } from '../../packs/manifest.ts'
import { MANIFESTS } from '../../packs/manifests.ts'
import { UsageError } from '../args.ts'
import { EXIT, type CommandRun, type Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { createStyle, type Style } from '../render/style.ts'
import { table } from '../render/table.ts'

const PREFIX = 'hookwright/'

type Act = { readonly words: number; readonly load: () => Promise<CommandRun> }

/** What is done about packs of npm, by the first word. */
const ACTS: Readonly<Record<string, Act>> = {
  list: { words: 1, load: async () => (await import('../packs/list.ts')).listPacks },
  add: { words: 2, load: async () => (await import('../packs/add.ts')).addPack },
  install: { words: 1, load: async () => (await import('../packs/install.ts')).installPacks },
  remove: { words: 2, load: async () => (await import('../packs/list.ts')).removePack },
}

/** The packs that come with the program, all about one of them, or something about packs of npm. */
export async function packs(invocation: Invocation): Promise<number> {
  const { positionals } = invocation.args
  const [first = ''] = positionals
  const act = Object.hasOwn(ACTS, first) ? ACTS[first] : undefined
  const most = act?.words ?? 1
  if (positionals.length > most) throw new UsageError(`"${positionals[most]}" is one word too many.`)
  if (act === undefined) return showOwn(invocation)
  if (positionals.length < act.words)
    throw new UsageError(
      `\`hookwright packs ${first}\` needs the name of a pack, such as npm:some-pack@1.2.3.`,
    )
  return (await act.load())(invocation)
}

function showOwn({ args, io }: Invocation): number {
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
  const near = didYouMean(name, [...names, ...Object.keys(ACTS)]) ?? `Packs are ${names.join(', ')}.`
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
    '`hookwright packs PACK` shows the events and options of one;',
    '`hookwright packs add npm:NAME@VERSION` brings one of npm.',
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
