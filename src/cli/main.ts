#!/usr/bin/env node
import { suggest } from '../core/suggest.ts'
import { escapeUnseen } from '../core/unseen.ts'
import { systemEnv } from '../ports/env.ts'
import { parseArgs, splitLeading, UsageError, type OptionSpec } from './args.ts'
import { EXIT, type CommandSpec } from './command.ts'
import { commands } from './commands.ts'
import { systemIo, type Io } from './io.ts'
import { groupHelp, helpFor, overview } from './render/help.ts'
import { surviveFileSizeLimit } from './signals.ts'
import { version } from './version.ts'

async function main(argv: readonly string[]): Promise<number> {
  surviveFileSizeLimit()
  const env = systemEnv()
  const io = systemIo(env.variables)
  const [first = '--help', ...rest] = argv
  if (first === '--version' || first === '-v')
    return print(io.out, rest.includes('--json') ? JSON.stringify({ version }) : version)
  let command: CommandSpec | undefined
  try {
    if (isHelp(first) || first === 'help') return print(io.out, await helpOn(rest))
    command = findCommand(first, commands)
    let words = rest
    const subcommands = await command.subcommands?.()
    if (subcommands !== undefined) {
      const { before, after } = splitLeading(rest, sharedOptions(subcommands))
      const [second = '--help', ...others] = after
      if (isHelp(second)) return print(io.out, groupHelp(command, subcommands))
      command = findCommand(second, subcommands, command)
      words = [...before, ...others]
    }
    const args = parseArgs(words, [...command.options, HELP])
    if (args.options.has('help')) return print(io.out, helpFor(command))
    if (args.positionals.length > command.positionals) throw tooMany(command, args.positionals)
    const run = await command.load()
    return await run({ args, io, env })
  } catch (error) {
    if (!(error instanceof UsageError)) return crash(error, io, { command, words: rest })
    io.err(`hookwright: ${escapeUnseen(error.message)}\n`)
    return command?.usageExit ?? EXIT.usage
  }
}

/** What every one of them takes may also stand before its name. */
function sharedOptions([first, ...others]: readonly CommandSpec[]): readonly OptionSpec[] {
  return first?.options.filter((option) => others.every(({ options }) => options.includes(option))) ?? []
}

const HELP: OptionSpec = { name: 'help', short: 'h', help: 'tell more about this command' }

type Crashed = { readonly command: CommandSpec | undefined; readonly words: readonly string[] }

/** `run` answers for its own faults in the host's terms; here a person is told. */
function crash(error: unknown, io: Io, { command, words }: Crashed): number {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  io.err(`hookwright: this is a bug in hookwright, please report it with the lines below.\n${text}\n`)
  return command?.crashExit?.(words) ?? EXIT.problem
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h'
}

async function helpOn([name, second]: readonly string[]): Promise<string> {
  if (name === undefined) return overview(commands.filter((each) => !each.isInternal))
  const command = findCommand(name, commands)
  const subcommands = await command.subcommands?.()
  if (subcommands === undefined) return helpFor(command)
  return second === undefined
    ? groupHelp(command, subcommands)
    : helpFor(findCommand(second, subcommands, command))
}

function findCommand(name: string, among: readonly CommandSpec[], group?: CommandSpec): CommandSpec {
  const command = among.find((each) => each.name === name)
  if (command) return command
  const names = among.filter((each) => !each.isInternal).map((each) => each.name)
  const near = suggest(name, names)
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  const what = group === undefined ? 'command' : `${group.name} command`
  throw new UsageError(`Unknown ${what} "${name}"; accepted: ${names.join(', ')}.${hint}`)
}

function tooMany({ name, usage }: CommandSpec, given: readonly string[]): UsageError {
  return new UsageError(
    `"${given.at(-1) ?? ''}" is one argument too many for ${name}; usage: hookwright ${usage}.`,
  )
}

function print(out: (text: string) => void, text: string): number {
  out(`${text}\n`)
  return EXIT.ok
}

// No top-level await: lazily loaded commands import this file's chunk and would wait for it for ever.
void main(process.argv.slice(2)).then((code) => {
  // Everything is written by now. A name server that does not answer must not hold up the host any longer.
  process.exit(code)
})
