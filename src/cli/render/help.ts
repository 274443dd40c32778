import type { OptionSpec } from '../args.ts'
import type { CommandSpec } from '../command.ts'

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

export function helpFor(command: CommandSpec): string {
  const width = Math.max(0, ...command.options.map((option) => flag(option).length))
  const rows = command.options.map((option) => `  ${flag(option).padEnd(width)}  ${describe(option)}`)
  return [`hookwright ${command.usage}`, '', `  ${command.summary}`, '', ...rows].join('\n')
}

function flag({ name, value, optional }: OptionSpec): string {
  if (value === undefined) return `--${name}`
  return optional ? `--${name}[=${value}]` : `--${name} ${value}`
}

function describe({ help, choices }: OptionSpec): string {
  return choices ? `${help}: ${choices.join(', ')}` : help
}
