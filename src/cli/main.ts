import { escapeUnseen } from '../core/unseen.ts'
import { systemEnv, type Env } from '../ports/env.ts'
import { isOption, lastValue, parseArgs, splitLeading, UsageError, type OptionSpec } from './args.ts'
import { EXIT, type CommandRun, type CommandSpec, type Invocation } from './command.ts'
import { commands } from './commands.ts'
import { COLOR, commonTo } from './common-options.ts'
import { systemIo, type Io } from './io.ts'
import { jsonText } from './json.ts'
import { groupHelp, helpFor, overview } from './render/help.ts'
import { surviveFileSizeLimit } from './signals.ts'
import { version } from './version.ts'

async function main(argv: readonly string[]): Promise<number> {
  surviveFileSizeLimit()
  const env = systemEnv()
  const { before: leading, after } = splitLeading(argv, [COLOR])
  const [first = '--help', ...rest] = after
  const io = systemIo(env.variables)
  let command: CommandSpec | undefined
  try {
    if (first === '--version' || first === '-v') return print(io.out, await versionText(rest))
    if (isHelp(first) || first === 'help') return print(io.out, await helpOn(rest))
    command = await findCommand(first, commands)
    const found = await findCalled(command, rest)
    if (typeof found === 'string') return print(io.out, found)
    command = found.command
    const args = parseArgs([...leading, ...found.words], [...command.options, ...commonTo(command)])
    const [action] = args.positionals
    if (args.options.has('help') || (command.actions && action === 'help'))
      return print(io.out, helpFor(command))
    if (args.positionals.length > command.positionals) throw tooMany(command, args.positionals)
    const run = await command.load()
    const colour = lastValue(args, 'color')
    const shown = colour === undefined ? io : systemIo(env.variables, colour)
    const code = await calling(run, { args, io: shown, env })
    if (env.wantsDaemon) await startForLater(env)
    return code
  } catch (error) {
    const code = told(error, io, { command, words: rest })
    if (isJson(rest)) await tellAsJson(error, { io, code })
    return code
  }
}

/** For the calls after this one, whose reply is written. Without a daemon they go on to start Node. */
async function startForLater(env: Env): Promise<void> {
  try {
    const { startForLauncher } = await import('./daemon/control.ts')
    startForLauncher(env)
  } catch {
    // No call needs it.
  }
}

type Called = { readonly command: CommandSpec; readonly words: readonly string[] }

/** The command of a group that the words name, and what is left of them; a text where only help is asked for. */
async function findCalled(command: CommandSpec, rest: readonly string[]): Promise<Called | string> {
  const subcommands = await command.subcommands?.()
  if (subcommands === undefined) return { command, words: rest }
  const { before, after } = splitLeading(rest, [COLOR, ...sharedOptions(subcommands)])
  const [second = '--help', ...others] = after
  if (second === 'help') return helpOn([command.name, ...others])
  if (isHelp(second)) return groupHelp(command, subcommands)
  return { command: await findCommand(second, subcommands, command), words: [...before, ...others] }
}

/** With `--json` a program gets an object, whatever happens. */
async function calling(run: CommandRun, invocation: Invocation): Promise<number> {
  if (!invocation.args.options.has('json')) return run(invocation)
  const { alwaysJson } = await import('./json-errors.ts')
  return alwaysJson(run, invocation)
}

function isJson(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return (end < 0 ? words : words.slice(0, end)).includes('--json')
}

async function tellAsJson(error: unknown, { io, code }: { io: Io; code: number }): Promise<void> {
  const { errorText } = await import('./json-errors.ts')
  io.out(errorText(error instanceof Error ? error.message : String(error), code))
}

function told(error: unknown, io: Io, crashed: Crashed): number {
  if (!(error instanceof UsageError)) return crash(error, io, crashed)
  io.err(`hookwright: ${escapeUnseen(error.message)}\n`)
  return crashed.command?.usageExit ?? EXIT.usage
}

async function versionText(words: readonly string[]): Promise<string> {
  return isJson(words) ? jsonText({ hookwright: version }).trimEnd() : version
}

/** What every one of them takes may also stand before its name. */
function sharedOptions([first, ...others]: readonly CommandSpec[]): readonly OptionSpec[] {
  return first?.options.filter((option) => others.every(({ options }) => options.includes(option))) ?? []
}

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
  if (name === undefined || name === 'help' || isOption(name))
    return overview(commands.filter((each) => !each.isInternal))
  const command = await findCommand(name, commands)
  const subcommands = await command.subcommands?.()
  if (subcommands === undefined) return helpFor(command)
  return second === undefined || isOption(second)
    ? groupHelp(command, subcommands)
    : helpFor(await findCommand(second, subcommands, command))
}

async function findCommand(
  name: string,
  among: readonly CommandSpec[],
  group?: CommandSpec,
): Promise<CommandSpec> {
  const command = among.find((each) => each.name === name)
  if (command) return command
  const { unknownCommand } = await import('./unknown-command.ts')
  throw await unknownCommand(name, among, group)
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
