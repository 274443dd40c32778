import { forEachChild, parse, type ParsedScript, type SyntaxNode } from 'unbash'
import { MAX_COMMAND_LENGTH, tooLong, unanalysable, type Analysis } from './analysis.ts'
import { addNode, createFindings, toAnalysis, type Context, type Findings, type Script } from './findings.ts'
import { hasCostlyBraces } from '../analyze/bash/brace-work.ts'
import { exceeds, PARSER_LIMITS, UNREADABLE } from '../analyze/bash/tree.ts'
import { OLD_ARITHMETIC, TWO_READINGS } from '../analyze/bash/two-readings.ts'

// Every nested script is scanned once more for each level above it; this bounds the sum.
const MAX_WORK = 300_000
const WORK_PER_SCRIPT = 250
const WORK_PER_COMMAND = 30

/** Never throws, and takes bounded time whatever the command is. The text is read as it stands, as bash gets it. */
export function analyseBash(command: string): Analysis {
  return dissectBash(command).analysis
}

/** An analysis, and the words that it rests on; none where the line could not be analysed. */
export type Dissected = { readonly analysis: Analysis } & Pick<Findings, 'calls' | 'targets' | 'variables'>

/** The same with the words of every command, for those who look at files. */
export function dissectBash(command: string): Dissected {
  const refused = refuse(command)
  if (refused !== undefined) return nothing(refused)
  try {
    return analyseScripts(command)
  } catch {
    return nothing(unanalysable('it is nested too deeply'))
  }
}

function nothing(analysis: Analysis): Dissected {
  return { analysis, calls: [], targets: [], variables: [] }
}

function refuse(command: string): Analysis | undefined {
  if (command.length > MAX_COMMAND_LENGTH) return tooLong
  if (UNREADABLE.test(command))
    return unanalysable('it has a control character that bash treats in its own way')
  const exceeded = PARSER_LIMITS.find((limit) => exceeds(command, limit))
  const name = exceeded?.name ?? (hasCostlyBraces(command) ? 'braces' : undefined)
  return name === undefined ? undefined : unanalysable(`it has too many ${name}`)
}

function analyseScripts(source: string): Dissected {
  const findings = createFindings(source)
  if (OLD_ARITHMETIC.test(source)) findings.doubt ??= TWO_READINGS
  for (const script of findings.scripts) {
    const problem = readScript(script, findings)
    if (problem !== undefined) return nothing(unanalysable(problem))
  }
  const { calls, targets, variables } = findings
  return { analysis: toAnalysis(findings), calls, targets, variables }
}

function readScript(read: Script, findings: Findings): string | undefined {
  const { text, isGuess } = read
  const isNested = read !== findings.scripts[0]
  const parsed = parse(text)
  if (isGuess && hasErrors(parsed)) {
    if (read.isArithmetic === true) findings.doubt ??= TWO_READINGS
    return undefined
  }
  // A script in backticks with escapes is parsed from its unescaped text, so its positions point into that text.
  const decoded: ParsedScript[] = [{ ...parsed, source: text }]
  for (let script = decoded.pop(); script !== undefined; script = decoded.pop()) {
    const problem = walk(script, { decoded, findings, isGuess, isNested })
    if (problem !== undefined) return problem
  }
  return undefined
}

type Walk = Omit<Context, 'source'> & { readonly decoded: ParsedScript[] }

/** An own stack, because a call per level would let a nested command exhaust ours. */
function walk(script: ParsedScript, { decoded, ...context }: Walk): string | undefined {
  const { findings, isGuess } = context
  const source = script.source ?? ''
  const pending: SyntaxNode[] = [script]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'Script' && node !== script && node.source !== undefined) {
      decoded.push(node)
      continue
    }
    if (node.type === 'Script' && hasErrors(node)) {
      if (!isGuess) return 'it is not valid bash'
      continue
    }
    findings.work += workFor(node)
    if (findings.work > MAX_WORK) return 'it has too many parts, or nests too many scripts'
    const problem = addNode(node, { ...context, source })
    if (problem !== undefined) return problem
    pushChildren(node, pending)
  }
  return undefined
}

function workFor(node: SyntaxNode): number {
  if (node.type === 'Script') return WORK_PER_SCRIPT + node.end - node.pos
  return node.type === 'Command' ? WORK_PER_COMMAND : 0
}

function hasErrors({ errors }: ParsedScript): boolean {
  return errors !== undefined && errors.length > 0
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
