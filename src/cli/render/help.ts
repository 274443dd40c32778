import type { OptionSpec } from '../args.ts'
import { EXIT, type CommandSpec } from '../command.ts'
import { commonTo } from '../common-options.ts'
import { USUAL_COLUMNS, wrap } from './wrap.ts'

export function overview(commands: readonly CommandSpec[]): string {
  const width = Math.max(...commands.map((command) => command.name.length))
  const rows = commands.flatMap((command) => row(command, width))
  return [
    'hookwright: one hook engine for every coding agent.',
    '',
    'Usage: hookwright COMMAND [options]',
    '',
    ...rows,
    '',
    'hookwright help COMMAND tells more; --version prints the version.',
    '--color auto|always|never may stand before or after every command.',
    'New here? Run: hookwright demo',
  ].join('\n')
}

function row({ name, summary }: CommandSpec, width: number): readonly string[] {
  const [first = '', ...more] = wrap(summary, USUAL_COLUMNS - width - 4)
  return [`  ${name.padEnd(width)}  ${first}`, ...more.map((line) => `${' '.repeat(width + 4)}${line}`)]
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
    ...shown.flatMap((each) => row(each, width)),
    '',
    `hookwright help ${name} COMMAND tells more.`,
  ].join('\n')
}

export function helpFor(command: CommandSpec): string {
  const options = [...command.options, ...commonTo(command)].filter(({ isHidden }) => !isHidden)
  const width = Math.max(0, ...options.map((option) => flag(option).length))
  const indent = ' '.repeat(width + 4)
  const rows = options.map((option) => {
    const text = wrap(describe(option), USUAL_COLUMNS - indent.length).join(`\n${indent}`)
    return `  ${flag(option).padEnd(width)}  ${text}`
  })
  const exits = wrap(`Exit codes: ${command.exits ?? usualExits(command)}.`, USUAL_COLUMNS)
  return [`hookwright ${command.usage}`, '', `  ${command.summary}`, '', ...rows, '', ...exits].join('\n')
}

function usualExits({ usageExit = EXIT.usage }: CommandSpec): string {
  return `0 done, ${EXIT.problem} a problem, ${usageExit} a bad command line`
}

function flag({ name, short, value, optional, many }: OptionSpec): string {
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`
  if (value === undefined) return names
  return optional ? `${names}[=${value}]` : `${names} ${value}${many ? '…' : ''}`
}

function describe({ help, choices }: OptionSpec): string {
  return choices ? `${help}: ${choices.join(', ')}` : help
}
