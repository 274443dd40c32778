import type { Installed } from '../../git/install/install.ts'
import { shellQuote } from '../../git/install/shim.ts'
import type { Uninstalled } from '../../git/install/uninstall.ts'
import { printable } from '../render/style.ts'

export type Showing = {
  /** A path as the user would write it here. */
  show(path: string): string
  /** Only this folder's hooks. */
  readonly workspace?: string
  readonly config?: string
  /** What `uninstall` needs besides the types, to find the same hooks. */
  readonly undo: readonly string[]
}

/** What was installed, what was kept, what it means, and how to undo it. */
export function installedLines(installed: readonly Installed[], showing: Showing): readonly string[] {
  const lines = installed.flatMap((each) => linesOf(each, showing))
  if (installed.every(({ before }) => before === 'same')) return lines
  const types = installed.flatMap(({ type }) => ['-t', type])
  const undo = ['hookwright git uninstall', ...showing.undo.map(shellQuote), ...types].join(' ')
  const { workspace } = showing
  return [
    ...lines,
    ...(workspace === undefined
      ? []
      : [`Only for ${quoted(workspace)}; for all of the repository, install from its top folder.`]),
    'From now on git runs the hooks of this config without asking: to install is to agree to that.',
    `To undo it, run: ${undo}`,
    ...backLines(installed),
  ]
}

/** Over ours, another runner would keep our file and run the config twice. */
function backLines(installed: readonly Installed[]): readonly string[] {
  return (['prek', 'pre-commit'] as const).flatMap((runner) => {
    const types = installed.filter(({ before }) => before === runner).map(({ type }) => ` -t ${type}`)
    if (types.length === 0) return []
    return [`To have the hook of ${runner} back, run that, and then: ${runner} install${types.join('')}`]
  })
}

function linesOf(each: Installed, { show, workspace, config }: Showing): readonly string[] {
  const name = (path: string): string => quoted(show(path))
  const path = name(each.path)
  const scope =
    config !== undefined
      ? ` with specified config ${quoted(config)}`
      : workspace === undefined
        ? ''
        : ` for workspace ${quoted(workspace)}`
  return [
    ...each.deleted.map((deleted) => `Deleted ${name(deleted)}, because --force was used`),
    ...(each.aside === undefined
      ? []
      : [
          `${name(`${each.path}.legacy`)} was there already, moved it to ${name(each.aside)}; it no longer runs`,
        ]),
    ...droppedLines(each, name),
    ...(each.before === 'foreign' && each.legacy !== undefined
      ? [`Hook already exists at ${path}, moved it to ${name(each.legacy.path)}`]
      : []),
    ...(each.legacy === undefined ? [] : [`${name(each.legacy.path)} ${fateOf(each.legacy)}`]),
    `${headOf(each, path)}${scope}`,
  ]
}

function fateOf({ runs }: NonNullable<Installed['legacy']>): string {
  return runs
    ? 'still runs, before the hooks of the config; --force deletes it'
    : 'does not run, as it did not before: it is not executable; --force deletes it'
}

function droppedLines(
  { dropped }: Pick<Installed, 'dropped'>,
  name: (path: string) => string,
): readonly string[] {
  if (dropped === undefined) return []
  return [`Deleted ${name(dropped.path)}: it was a hook of ${dropped.runner}, which runs the same config`]
}

function headOf({ before }: Installed, path: string): string {
  if (before === 'same') return `Git hook at ${path} is installed already, nothing to change`
  if (before === 'hookwright') return `Updated Git hook at ${path}`
  if (before === 'prek' || before === 'pre-commit')
    return `Replaced the hook of ${before}, which ran the same config: installed Git hook at ${path}`
  return `Installed Git hook at ${path}`
}

/** What happened to one of git's hooks; what was left alone goes to stderr. */
export function uninstalledLines(
  each: Uninstalled,
  { show }: Pick<Showing, 'show'>,
): { readonly out: readonly string[]; readonly err: readonly string[] } {
  const name = (path: string): string => quoted(show(path))
  switch (each.kind) {
    case 'removed':
      return {
        out: [
          `Uninstalled \`${each.type}\``,
          ...droppedLines(each, name),
          ...(each.restored === undefined ? [] : [`Restored ${name(each.restored)} to ${name(each.path)}`]),
        ],
        err: [],
      }
    case 'nothing':
      return { out: droppedLines(each, name), err: [`${name(each.path)} does not exist, skipping.`] }
    case 'foreign': {
      const whose = each.runner === undefined ? '' : `; it is a hook of ${each.runner}`
      return {
        out: droppedLines(each, name),
        err: [`${name(each.path)} is not managed by hookwright, skipping${whose}.`],
      }
    }
  }
}

/** On one line, whatever the path holds. */
function quoted(path: string): string {
  return `\`${printable(path.replaceAll('\n', String.raw`\n`))}\``
}
