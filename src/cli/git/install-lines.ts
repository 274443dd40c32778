import type { Installed } from '../../git/install/install.ts'
import type { Uninstalled } from '../../git/install/uninstall.ts'
import { printable } from '../render/style.ts'

export type Showing = {
  /** A path as the user would write it here. */
  show(path: string): string
  /** Only this folder's hooks. */
  readonly workspace?: string
  readonly config?: string
}

/** What was installed, what was kept, what it means, and how to undo it. */
export function installedLines(installed: readonly Installed[], showing: Showing): readonly string[] {
  const lines = installed.flatMap((each) => linesOf(each, showing))
  if (installed.every(({ before }) => before === 'same')) return lines
  const types = installed.map(({ type }) => ` -t ${type}`).join('')
  const { workspace } = showing
  return [
    ...lines,
    ...(workspace === undefined
      ? []
      : [`Only for ${quoted(workspace)}; for all of the repository, install from its top folder.`]),
    'From now on git runs the hooks of this config without asking: to install is to agree to that.',
    `To undo it, run: hookwright git uninstall${types}`,
  ]
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
    ...(each.before === 'foreign' && each.legacy !== undefined
      ? [`Hook already exists at ${path}, moved it to ${name(each.legacy)}`]
      : []),
    ...(each.legacy === undefined
      ? []
      : [`${name(each.legacy)} still runs, before the hooks of the config; --force deletes it`]),
    `${headOf(each, path)}${scope}`,
  ]
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
          ...(each.restored === undefined ? [] : [`Restored ${name(each.restored)} to ${name(each.path)}`]),
        ],
        err: [],
      }
    case 'nothing':
      return { out: [], err: [`${name(each.path)} does not exist, skipping.`] }
    case 'foreign': {
      const whose = each.runner === undefined ? '' : `; it is a hook of ${each.runner}`
      return { out: [], err: [`${name(each.path)} is not managed by hookwright, skipping${whose}.`] }
    }
  }
}

/** On one line, whatever the path holds. */
function quoted(path: string): string {
  return `\`${printable(path.replaceAll('\n', String.raw`\n`))}\``
}
