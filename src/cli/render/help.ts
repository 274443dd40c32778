import type { OptionSpec } from '../args.ts'
import type { CommandSpec } from '../command.ts'
import { USUAL_COLUMNS, wrap } from './wrap.ts'

export function overview(commands: readonly CommandSpec[]): string {
  const width = Math.max(...commands.map((command) => command.name.length))
  const rows = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`)
  return [
    'hookwright: one hook engine for every coding agent.',
    '',
    'Usage: hookwright COMMAND [options]',
    '',
    ...rows,
    '',
    'hookwright COMMAND --help tells more; --version prints the version.',
    'New here? Run: hookwright demo',
  ].join('\n')
}

/** A command that is a group of others. */
export function groupHelp({ name, summary }: CommandSpec, subcommands: readonly CommandSpec[]): string {
  const shown = subcommands.filter((each) => !each.isInternal)
  const width = Math.max(...shown.map((each) => each.name.length))
  return [
    `hookwright ${name} COMMAND [options]`,
    '',
    `  ${summary}`,
    '',
    ...shown.map((each) => `  ${each.name.padEnd(width)}  ${each.summary}`),
    '',
    `hookwright ${name} COMMAND --help tells more.`,
  ].join('\n')
}

export function helpFor(command: CommandSpec): string {
  const options = command.options.filter(({ isHidden }) => !isHidden)
  const width = Math.max(0, ...options.map((option) => flag(option).length))
  const indent = ' '.repeat(width + 4)
  const rows = options.map((option) => {
    const text = wrap(describe(option), USUAL_COLUMNS - indent.length).join(`\n${indent}`)
    return `  ${flag(option).padEnd(width)}  ${text}`
  })
  return [`hookwright ${command.usage}`, '', `  ${command.summary}`, '', ...rows].join('\n')
}

function flag({ name, short, value, optional, many }: OptionSpec): string {
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`
  if (value === undefined) return names
  return optional ? `${names}[=${value}]` : `${names} ${value}${many ? '…' : ''}`
}

function describe({ help, choices }: OptionSpec): string {
  return choices ? `${help}: ${choices.join(', ')}` : help
}
