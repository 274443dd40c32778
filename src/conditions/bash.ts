import { forEachChild, parse, type ParsedScript, type SyntaxNode } from 'unbash'
import { MAX_COMMAND_LENGTH, tooLong, unanalysable, type Analysis, type Subcommand } from './analysis.ts'
import { readCommand } from './subcommand.ts'

/** Above this many of each, unbash 6.0.3 needs time quadratic in the length of the text. */
const LIMITS = [
  { text: '<<', max: 1000, name: 'here-documents' },
  { text: '{', max: 300, name: 'braces' },
  { text: '$[', max: 25, name: 'arithmetic expansions' },
] as const

// Every nested script is scanned once more for each level above it; this bounds the sum.
const MAX_WORK = 300_000
const WORK_PER_SCRIPT = 250
const WORK_PER_COMMAND = 30

const UNKNOWN: ReadonlySet<SyntaxNode['type']> = new Set([
  'SimpleExpansion',
  'ParameterExpansion',
  'CommandExpansion',
  'ArithmeticCommandExpansion',
])

const PLAIN: ReadonlySet<SyntaxNode['type']> = new Set([
  'Script',
  'Statement',
  'AndOr',
  'Pipeline',
  'CompoundList',
  'Subshell',
  'BraceGroup',
  'Time',
  'Negation',
  'Command',
  'Word',
  'Literal',
  'SingleQuoted',
  'DoubleQuoted',
  'AnsiCQuoted',
])

/** Never throws, and takes bounded time whatever the command is. */
export function analyseBash(command: string): Analysis {
  if (command.length > MAX_COMMAND_LENGTH) return tooLong
  // A carriage return is no separator to bash, but it is to the programs some hosts pass the text through.
  const source = command.replace(/\r\n?/g, '\n')
  const exceeded = LIMITS.find(({ text, max }) => count(source, text) > max)
  if (exceeded !== undefined) return unanalysable(`it has too many ${exceeded.name}`)
  try {
    return analyseScripts(source)
  } catch {
    return unanalysable('it is nested too deeply')
  }
}

type Found = {
  readonly commands: Subcommand[]
  unknown: boolean
  plain: boolean
  /** Shell text that commands carry in their arguments. */
  readonly carried: Set<string>
  /** Nested scripts with a text of their own, which backticks with escapes have. */
  readonly decoded: ParsedScript[]
  work: number
}

function analyseScripts(source: string): Analysis {
  const found: Found = {
    commands: [],
    unknown: false,
    plain: true,
    carried: new Set([source]),
    decoded: [],
    work: 0,
  }
  for (const text of found.carried) {
    found.decoded.push({ ...parse(text), source: text })
    for (let script = found.decoded.pop(); script !== undefined; script = found.decoded.pop()) {
      const problem = walk(script, found)
      if (problem !== undefined) return unanalysable(problem)
    }
  }
  const { commands, unknown, plain } = found
  return { kind: 'commands', commands, unknown, plain }
}

/** An own stack, because a call per level would let a nested command exhaust ours. */
function walk(script: ParsedScript, found: Found): string | undefined {
  const source = script.source ?? ''
  const pending: SyntaxNode[] = [script]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'Script' && node !== script && node.source !== undefined) {
      found.decoded.push(node)
      continue
    }
    const problem = look(node, source, found)
    if (problem !== undefined) return problem
    pushChildren(node, pending)
  }
  return undefined
}

/** Returns why the rest need not be looked at, if so. */
function look(node: SyntaxNode, source: string, found: Found): string | undefined {
  if (UNKNOWN.has(node.type)) found.unknown = true
  if (!PLAIN.has(node.type)) found.plain = false
  if (node.type === 'Script') return lookAtScript(node, found)
  if (node.type !== 'Command' || node.name === undefined) return undefined
  found.work += WORK_PER_COMMAND
  if (found.work > MAX_WORK) return 'it has too many parts'
  const read = readCommand([node.name, ...node.args], node, source)
  if (read === undefined) return 'it nests too many wrappers'
  found.commands.push(read.subcommand)
  for (const script of read.carried) found.carried.add(script)
  return undefined
}

function lookAtScript({ pos, end, errors }: ParsedScript, found: Found): string | undefined {
  found.work += WORK_PER_SCRIPT + end - pos
  if (found.work > MAX_WORK) return 'it nests or carries too many scripts'
  return errors !== undefined && errors.length > 0 ? 'it is not valid bash' : undefined
}

/** Last child first, so that the stack yields them in the order of the text. */
function pushChildren(node: SyntaxNode, pending: SyntaxNode[]): void {
  const first = pending.length
  forEachChild(node, (child) => void pending.push(child))
  for (let low = first, high = pending.length - 1; low < high; low++, high--) {
    const child = pending[low] as SyntaxNode
    pending[low] = pending[high] as SyntaxNode
    pending[high] = child
  }
}

function count(text: string, piece: string): number {
  return text.split(piece).length - 1
}
