import { issue, type Issue } from '../../core/issue.ts'

/** One argument a builtin hook takes, as `--long`, and as `-s` where it has a short form. */
export type Flag = {
  readonly long: string
  readonly short?: string
  readonly aliases?: readonly string[]
  /** Absent: a switch. `many`: may be given more than once. */
  readonly value?: 'one' | 'many'
  readonly choices?: readonly string[]
}

export type OptionTable = {
  readonly flags: readonly Flag[]
  /** What stands alone: more names of files, patterns, or nothing. */
  readonly rest?: 'names' | 'patterns'
}

/** Values by `long`; a switch that is on has one empty value. */
export type Options = {
  readonly rest: readonly string[]
  has(long: string): boolean
  one(long: string): string | undefined
  many(long: string): readonly string[]
}

type Found = { readonly values: Map<string, string[]>; readonly rest: string[] }
type Word = { readonly flag: Flag; readonly shown: string; readonly attached?: string }

/** Reads the `args` of a hook the way prek does: `--flag=value`, `--flag value`, `-f value`, `-fvalue`, `-im`, `--`. */
export function parseOptions(id: string, args: readonly string[], table: OptionTable): Options | Issue {
  const found: Found = { values: new Map(), rest: [] }
  const queue = [...args]
  for (let arg = queue.shift(); arg !== undefined; arg = queue.shift()) {
    const problem = readArgument(arg, { queue, found, table })
    if (problem !== undefined) return refusal(id, problem, table)
  }
  if (table.rest === 'patterns' && found.rest.length === 0) return refusal(id, 'no pattern is given', table)
  return {
    rest: found.rest,
    has: (long) => found.values.has(long),
    one: (long) => found.values.get(long)?.[0],
    many: (long) => found.values.get(long) ?? [],
  }
}

type Reading = { readonly queue: string[]; readonly found: Found; readonly table: OptionTable }

/** The problem, if there is one. */
function readArgument(arg: string, reading: Reading): string | undefined {
  if (arg === '--') return takeRest(reading.queue.splice(0), reading)
  if (arg === '-' || !arg.startsWith('-')) return takeRest([arg], reading)
  return arg.startsWith('--') ? readLong(arg, reading) : readShort(arg, reading)
}

function takeRest(words: readonly string[], { found, table }: Reading): string | undefined {
  if (table.rest === undefined && words.length > 0) return `"${words[0]}" is not an argument`
  found.rest.push(...words)
  return undefined
}

function readLong(arg: string, reading: Reading): string | undefined {
  const at = arg.indexOf('=')
  const name = at < 0 ? arg.slice(2) : arg.slice(2, at)
  const flag = reading.table.flags.find((each) => each.long === name || each.aliases?.includes(name))
  if (!flag) return `"--${name}" is not known`
  return readValue({ flag, shown: `--${name}`, ...(at >= 0 && { attached: arg.slice(at + 1) }) }, reading)
}

function readShort(arg: string, reading: Reading): string | undefined {
  for (let at = 1; at < arg.length; at += 1) {
    const flag = reading.table.flags.find((each) => each.short === arg[at])
    if (!flag) return `"-${arg[at]}" is not known`
    const tail = arg.slice(at + 1)
    if (flag.value === undefined) {
      const problem = readValue({ flag, shown: `-${arg[at]}` }, reading)
      if (problem !== undefined) return problem
    } else {
      const attached = tail.startsWith('=') ? tail.slice(1) : tail
      return readValue({ flag, shown: `-${arg[at]}`, ...(tail !== '' && { attached }) }, reading)
    }
  }
  return undefined
}

function readValue(word: Word, { queue, found }: Reading): string | undefined {
  const { flag, shown, attached } = word
  const before = found.values.get(flag.long)
  if (before && flag.value !== 'many') return `"${shown}" is given twice`
  if (flag.value === undefined) {
    if (attached !== undefined) return `"${shown}" takes no value`
    found.values.set(flag.long, [''])
    return undefined
  }
  const value = attached ?? takeValue(queue)
  if (value === undefined) return `"${shown}" needs a value`
  if (flag.choices && !flag.choices.includes(value)) {
    return `"${value}" is not a value of "${shown}" (${flag.choices.join(', ')})`
  }
  found.values.set(flag.long, [...(before ?? []), value])
  return undefined
}

/** A next word that looks like a flag is one. */
function takeValue(queue: string[]): string | undefined {
  const [next] = queue
  return next === undefined || (next.startsWith('-') && next !== '-') ? undefined : queue.shift()
}

export function refusal(id: string, problem: string, table: OptionTable): Issue {
  const accepted = [
    ...table.flags.map(({ long, short, value }) => {
      const names = short === undefined ? `--${long}` : `-${short}/--${long}`
      return value === undefined ? names : `${names} VALUE`
    }),
    ...(table.rest === 'patterns' ? ['one or more regular expressions'] : []),
  ]
  const hint =
    accepted.length === 0 ? 'It takes no arguments; remove `args`.' : `It takes: ${accepted.join(', ')}.`
  return issue('git.builtin.args', { hook: id }, `The arguments of hook "${id}" are wrong: ${problem}.`, hint)
}
