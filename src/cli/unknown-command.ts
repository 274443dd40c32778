import { suggest } from '../core/suggest.ts'
import { UsageError } from './args.ts'
import type { CommandSpec } from './command.ts'

/** Words of other programs for what we call otherwise. */
const MEANT: Readonly<Record<string, string>> = {
  approve: 'trust',
  history: 'log',
  hooks: 'list',
  lint: 'check',
  ls: 'list',
  off: 'disable',
  on: 'enable',
  show: 'list',
  tour: 'demo',
  validate: 'check',
  verify: 'check',
  version: '--version',
  why: 'explain',
}

/** A command that there is not, with the one that was probably meant. */
export async function unknownCommand(
  name: string,
  among: readonly CommandSpec[],
  group: CommandSpec | undefined,
): Promise<UsageError> {
  const names = among.filter((each) => !each.isInternal).map((each) => each.name)
  const near =
    suggest(name, names) ??
    begun(name, names) ??
    (group === undefined ? ((await inGroup(name, among)) ?? MEANT[name.toLowerCase()]) : undefined)
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  const what = group === undefined ? 'command' : `${group.name} command`
  return new UsageError(`Unknown ${what} "${name}"; accepted: ${names.join(', ')}.${hint}`)
}

/** The only name that begins so. */
function begun(start: string, names: readonly string[]): string | undefined {
  const found = names.filter((name) => start.length > 1 && name.startsWith(start))
  return found.length === 1 ? found[0] : undefined
}

/** `autoupdate` is `git autoupdate`. */
async function inGroup(name: string, among: readonly CommandSpec[]): Promise<string | undefined> {
  for (const group of among) {
    const subcommands = (await group.subcommands?.()) ?? []
    if (subcommands.some((each) => each.name === name)) return `${group.name} ${name}`
  }
  return undefined
}
