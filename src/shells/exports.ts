import { readWords, type Piece, type Word } from './pieces.ts'

type Command = readonly Word[]

/**
 * Variables that a POSIX script sets for certain: by `export NAME=value` on a line of its own, with nothing in it to
 * expand and nothing after it that may change it. All else the script does is known to a shell only.
 */
export function readExports(script: string): Readonly<Record<string, string>> {
  const known = new Map<string, string>()
  const commands = commandsOf(readWords(script))
  for (const [index, command] of commands.entries()) {
    const assignments = readExport(command)
    if (assignments !== undefined) for (const [name, value] of assignments) known.set(name, value)
    else if (!isOpaque(command)) forget(known, command)
    else {
      for (const rest of commands.slice(index)) forget(known, rest)
      break
    }
  }
  return Object.fromEntries(known)
}

function commandsOf(words: readonly Word[]): readonly Command[] {
  const commands: Word[][] = []
  for (const word of words) {
    if (word.lineBreak !== undefined || commands.length === 0) commands.push([word])
    else commands.at(-1)?.push(word)
  }
  return commands
}

type Assignment = readonly [name: string, value: string]

function readExport([first, ...rest]: Command): readonly Assignment[] | undefined {
  if (first === undefined || rawOf(first) !== 'export' || rest.length === 0) return undefined
  const assignments = rest.map(readAssignment)
  return assignments.every((one) => one !== undefined) ? assignments : undefined
}

function readAssignment({ pieces }: Word): Assignment | undefined {
  const [first] = pieces
  const name = first?.kind === 'plain' ? /^([A-Za-z_]\w*)=/.exec(first.raw)?.[1] : undefined
  if (name === undefined || !pieces.every(isFixed)) return undefined
  const text = pieces.map((piece) => piece.value).join('')
  return [name, text.slice(name.length + 1)]
}

/** Means the same whatever the shell's variables, files and options are. */
function isFixed({ kind, raw }: Piece): boolean {
  if (kind === 'literal') return true
  if (kind === 'double') return !/[$`]/.test(raw.replaceAll(/\\[\s\S]/g, ''))
  return kind === 'plain' && !/[$`;|&()<>*?[\]{}~!]/.test(raw)
}

const RESERVED = new Set(
  'if then else elif fi for while until do done case esac select function coproc exit return exec'.split(' '),
)

/** What follows may run once, often or never, or may not be where its quotes seem to say. */
function isOpaque(command: Command): boolean {
  const words = command.map(rawOf)
  const text = words.join(' ').replaceAll(/\$\{\w+\}/g, '')
  return words.some((word) => RESERVED.has(word)) || /[(){}`]|<<|(?:&&|\|)$/.test(text)
}

/** What a command reads stays; what it names without a `$` it may set, and a sourced file may set anything. */
function forget(known: Map<string, string>, command: Command): void {
  const words = command.map(rawOf)
  if (words.some((word) => word === 'eval' || word === 'source' || word === '.')) known.clear()
  const named = words.join(' ').replaceAll(/\$\{?\w+/g, ' ')
  for (const [name] of named.matchAll(/[A-Za-z_]\w*/g)) known.delete(name)
}

function rawOf({ pieces }: Word): string {
  return pieces.map((piece) => piece.raw).join('')
}
