import { didYouMean, suggest } from '../core/suggest.ts'

export type OptionSpec = {
  readonly name: string
  /** One letter, as in `-h`. */
  readonly short?: string
  /** Other names it goes by. */
  readonly aliases?: readonly string[]
  /** Name of the value in help; absent for a switch. */
  readonly value?: string
  /** The value may be left out: `--flag` or `--flag=VALUE`. */
  readonly optional?: boolean
  readonly repeatable?: boolean
  /** Takes all words up to the next option. */
  readonly many?: boolean
  /** Given by git or for old scripts; people are not told of it. */
  readonly isHidden?: boolean
  readonly choices?: readonly string[]
  /** What a value names, for shell completion. Default: what its placeholder says, else nothing. */
  readonly completes?: 'hooks'
  /** Returns a hint for a value that is not one of the choices. Default: the nearest of them. */
  readonly hint?: (value: string) => string | undefined
  readonly help: string
}

export type ParsedArgs = {
  readonly positionals: readonly string[]
  /** A switch without a value is given as an empty string. */
  readonly options: ReadonlyMap<string, readonly string[]>
}

/** A mistake on the command line: one sentence that lists what is accepted. */
export class UsageError extends Error {}

/** After `--`, and inside another option's value, nothing is read as an option. */
export function parseArgs(argv: readonly string[], specs: readonly OptionSpec[]): ParsedArgs {
  const options = new Map<string, string[]>()
  const positionals: string[] = []
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] as string
    if (word === '--') {
      positionals.push(...argv.slice(index + 1))
      break
    }
    if (!isOption(word)) {
      positionals.push(word)
      continue
    }
    const switches = switchesOf(word, specs)
    if (switches !== undefined) {
      for (const each of switches) addValue(options, each, undefined)
      continue
    }
    const [flag, attached] = splitOption(word)
    const spec = specs.find((each) => isNamed(each, flag)) ?? unknownOption(flag, specs)
    if (spec.many) {
      const values = attached === undefined ? following(argv, index + 1) : [attached]
      options.set(spec.name, [...(options.get(spec.name) ?? []), ...values])
      if (attached === undefined) index += values.length
      continue
    }
    const takesNext = spec.value !== undefined && !spec.optional && attached === undefined
    if (takesNext) index += 1
    addValue(options, spec, takesNext ? argv[index] : attached)
  }
  return { positionals, options }
}

/** Options before the first word that is none; an unknown one is left to whoever reads the rest. */
export function splitLeading(
  words: readonly string[],
  specs: readonly OptionSpec[],
): { readonly before: readonly string[]; readonly after: readonly string[] } {
  let count = 0
  for (let word = words[0]; word !== undefined && isOption(word); word = words[count]) {
    const [flag, attached] = splitOption(word)
    const spec = specs.find((each) => isNamed(each, flag))
    if (spec === undefined && switchesOf(word, specs) === undefined) break
    count += spec?.value !== undefined && attached === undefined ? 2 : 1
  }
  return { before: words.slice(0, count), after: words.slice(count) }
}

export function isOption(word: string): boolean {
  return word.startsWith('-') && word !== '-'
}

function following(words: readonly string[], from: number): readonly string[] {
  const end = words.findIndex((word, index) => index >= from && isOption(word))
  return words.slice(from, end < 0 ? words.length : end)
}

/** `-av` is `-a -v` when both are switches. */
function switchesOf(word: string, specs: readonly OptionSpec[]): readonly OptionSpec[] | undefined {
  if (!/^-[A-Za-z]{2,}$/.test(word)) return undefined
  const found = Array.from(word.slice(1), (letter) =>
    specs.find(({ short, value }) => short === letter && value === undefined),
  )
  return found.every((spec) => spec !== undefined) ? found : undefined
}

/** For a command that has actions, such as `trust add`, when its first word is not one of them. */
export function unknownAction(word: string, actions: readonly string[]): UsageError {
  const near = didYouMean(word, actions)
  return new UsageError(
    `Unknown action "${word}"; accepted: ${actions.join(', ')}.${near === undefined ? '' : ` ${near}`}`,
  )
}

export function lastValue(args: ParsedArgs, name: string): string | undefined {
  return args.options.get(name)?.at(-1)
}

/** Seconds as a positive number, in milliseconds. */
export function milliseconds(args: ParsedArgs, name: string): number | undefined {
  const text = lastValue(args, name)
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (text.trim() !== '' && seconds > 0 && seconds <= 86_400) return seconds * 1_000
  throw new UsageError(`--${name} takes a number of seconds from 0.001 to 86400, not "${text}".`)
}

export function isNamed({ name, short, aliases }: OptionSpec, flag: string): boolean {
  const isShort = short !== undefined && flag === `-${short}`
  return flag === `--${name}` || isShort || aliases?.some((each) => flag === `--${each}`) === true
}

function splitOption(word: string): [string, string | undefined] {
  const equals = word.indexOf('=')
  return equals < 0 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)]
}

function addValue(options: Map<string, string[]>, spec: OptionSpec, value: string | undefined): void {
  const known = options.get(spec.name) ?? []
  if (known.length > 0 && !spec.repeatable) throw new UsageError(`--${spec.name} is given twice.`)
  options.set(spec.name, [...known, checkValue(spec, value)])
}

function checkValue(
  { name, value: placeholder, optional, choices, hint }: OptionSpec,
  value: string | undefined,
): string {
  if (placeholder === undefined && value !== undefined) throw new UsageError(`--${name} takes no value.`)
  // `--flag=$UNSET` must not mean what `--flag` alone means.
  const isEmpty = value === '' || (value === undefined && !optional)
  if (placeholder !== undefined && isEmpty) {
    throw new UsageError(
      `--${name} needs a value: ${choices ? `one of ${choices.join(', ')}` : placeholder}.`,
    )
  }
  if (choices && value !== undefined && !choices.includes(value)) {
    const near = hint === undefined ? didYouMean(value, choices) : hint(value)
    throw new UsageError(
      `--${name} is "${value}"; accepted: ${choices.join(', ')}.${near === undefined ? '' : ` ${near}`}`,
    )
  }
  return value ?? ''
}

function unknownOption(flag: string, specs: readonly OptionSpec[]): never {
  const names = specs.filter(({ isHidden }) => !isHidden).map((spec) => spec.name)
  const near = suggest(flag.replace(/^-+/, ''), names)
  const hint = near === undefined ? '' : ` Did you mean --${near}?`
  throw new UsageError(
    `Unknown option ${flag}; accepted: ${names.map((each) => `--${each}`).join(', ')}.${hint}`,
  )
}
