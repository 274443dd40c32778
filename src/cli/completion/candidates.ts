import type { OptionSpec } from '../args.ts'
import { isNamed, isOption } from '../args.ts'
import type { CommandSpec, Completes } from '../command.ts'
import { COLOR, commonTo } from '../common-options.ts'

/** One word that may stand at the cursor. */
export type Candidate = { readonly word: string; readonly help: string }

/** What else a shell or the hooks here know. */
export type Offer = { readonly candidates: readonly Candidate[]; readonly also?: Completes | 'folders' }

const TOP: readonly Candidate[] = [
  { word: 'help', help: 'tell more about a command' },
  { word: '--version', help: 'print the version' },
  { word: '--help', help: 'list the commands' },
  optionCandidate(COLOR),
]

/** What the last of the words may be; it is empty where a new one begins. */
export async function offer(words: readonly string[], commands: readonly CommandSpec[]): Promise<Offer> {
  const { rest, isOpen } = afterColour(words)
  if (isOpen) return valuesOf(COLOR)
  const [first = '', ...others] = rest
  if (others.length === 0) return named(commands, TOP)
  if (first === 'help') return helpTopics(others, commands)
  const command = commands.find(({ name }) => name === first)
  if (command === undefined) return NOTHING
  const subcommands = await command.subcommands?.()
  if (subcommands === undefined) return within(command, others)
  const [second = '', ...more] = others
  if (more.length === 0) return named(subcommands, [TOP[0] as Candidate])
  const subcommand = subcommands.find(({ name }) => name === second)
  return subcommand === undefined ? NOTHING : within(subcommand, more)
}

const NOTHING: Offer = { candidates: [] }

async function helpTopics(words: readonly string[], commands: readonly CommandSpec[]): Promise<Offer> {
  if (words.length === 1) return named(commands)
  const group = commands.find(({ name }) => name === words[0])
  return words.length === 2 ? named((await group?.subcommands?.()) ?? []) : NOTHING
}

/** `--color WHEN` may stand before everything. */
function afterColour(words: readonly string[]): {
  readonly rest: readonly string[]
  readonly isOpen: boolean
} {
  if (words.length < 2 || !isNamed(COLOR, words[0] ?? '')) return { rest: words, isOpen: false }
  return { rest: words.slice(2), isOpen: words.length === 2 }
}

function named(commands: readonly CommandSpec[], besides: readonly Candidate[] = []): Offer {
  const shown = commands.filter(({ isInternal }) => !isInternal)
  return { candidates: [...shown.map(({ name, summary }) => ({ word: name, help: summary })), ...besides] }
}

/** A word after the name of a command: a value, an option or an argument. */
function within(command: CommandSpec, words: readonly string[]): Offer {
  const options = [...command.options, ...commonTo(command)].filter(({ isHidden }) => !isHidden)
  const current = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  if (before.includes('--')) return argument(command, before)
  const waiting = options.find((option) => takesNext(option) && isNamed(option, before.at(-1) ?? ''))
  if (waiting !== undefined) return valuesOf(waiting)
  const [, flag = ''] = /^(--[^=]+)=/.exec(current) ?? []
  const attached = options.find((option) => flag !== '' && isNamed(option, flag))
  if (attached !== undefined) return withPrefix(valuesOf(attached), `${flag}=`)
  if (current.startsWith('-')) return { candidates: unused(options, before).map(optionCandidate) }
  return argument(command, positionals(before, options))
}

function argument(command: CommandSpec, given: readonly string[]): Offer {
  if (given.length === 0 && command.actions !== undefined) {
    const candidates = [...command.actions, 'help'].map((word) => ({ word, help: '' }))
    return command.isActionOptional === true ? { candidates, ...also(command) } : { candidates }
  }
  return given.length >= command.positionals ? NOTHING : { candidates: [], ...also(command) }
}

function also({ completes = 'files' }: CommandSpec): Pick<Offer, 'also'> {
  return { also: completes }
}

function positionals(words: readonly string[], options: readonly OptionSpec[]): readonly string[] {
  return words.filter((word, index) => {
    const previous = words[index - 1] ?? ''
    return !isOption(word) && !options.some((option) => takesNext(option) && isNamed(option, previous))
  })
}

function unused(options: readonly OptionSpec[], words: readonly string[]): readonly OptionSpec[] {
  const isGiven = (option: OptionSpec): boolean =>
    words.some((word) => isNamed(option, word.split('=', 1)[0] ?? ''))
  return options.filter((option) => option.repeatable || option.many || !isGiven(option))
}

function takesNext({ value, optional }: OptionSpec): boolean {
  return value !== undefined && !optional
}

const FILES = /^(?:FILE|PATH|SOURCE)$/

function valuesOf({ choices, completes, value = '' }: OptionSpec): Offer {
  if (choices !== undefined) return { candidates: choices.map((word) => ({ word, help: '' })) }
  if (completes !== undefined) return { candidates: [], also: completes }
  if (value === 'DIR') return { candidates: [], also: 'folders' }
  return FILES.test(value) ? { candidates: [], also: 'files' } : NOTHING
}

function withPrefix({ candidates, ...rest }: Offer, prefix: string): Offer {
  return { ...rest, candidates: candidates.map((each) => ({ ...each, word: `${prefix}${each.word}` })) }
}

function optionCandidate({ name, help }: OptionSpec): Candidate {
  return { word: `--${name}`, help }
}
