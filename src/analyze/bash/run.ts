import type {
  AndOr,
  Case,
  Coproc,
  Function as FunctionNode,
  If,
  Pipeline,
  Redirected as RedirectedNode,
  Statement,
  SyntaxNode,
  TestCommand,
  While,
} from 'unbash'
import { forgetEvaluated } from './builtin-variables.ts'
import { expandOne } from './expand.ts'
import { runFor, runLoop } from './loops.ts'
import { readRedirections } from './redirections.ts'
import { addDoubt, deeper, takeStep, type Shell } from './shell.ts'
import { addNothing, runCommand } from './simple.ts'
import { adoptState, changing, forkState, joinStates, type State } from './state.ts'
import { runNested } from './substitution.ts'

/** Arithmetic that may be commands as well. */
const MAYBE_COMMANDS = /^\s*[A-Za-z_]\w*\s*$|\w\s+[./~-]*\w|[;\n'"`\\.@]|(?<!&)&(?!&)/

/** Runs a node of the syntax tree: finds its programs, and keeps what they do to the shell. */
export function runNode(node: SyntaxNode, outer: Shell): void {
  takeStep(outer.reading)
  const shell = deeper(outer)
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others stand within commands
  switch (node.type) {
    case 'Script':
    case 'CompoundList':
      for (const statement of node.commands) runStatement(statement, shell)
      return
    case 'Command':
      return runCommand(node, shell)
    case 'Pipeline':
      return runPipeline(node, shell)
    case 'AndOr':
      return runAndOr(node, shell)
    case 'Redirected':
      return runRedirected(node, shell)
    case 'If':
      return runIf(node, shell)
    case 'Case':
      return runCase(node, shell)
    case 'While':
      return runWhile(node, shell)
    case 'For':
    case 'Select':
      return runFor(node, shell)
    case 'ArithmeticFor':
      return runLoop(shell, (inner) => {
        runArithmetic([node.initialize, node.test, node.update], inner)
        runNode(node.body, inner)
      })
    case 'Subshell':
      return runNode(node.body, { ...shell, state: forkState(shell.state) })
    case 'BraceGroup':
      return runNode(node.body, shell)
    case 'Function':
      return defineFunction(node, shell)
    case 'Coproc':
      return runCoproc(node, shell)
    case 'ArithmeticCommand':
      forgetEvaluated(node.body, shell)
      // A shell without arithmetic commands reads a subshell.
      if (MAYBE_COMMANDS.test(node.body))
        shell.reading.runText(node.body, { ...shell, certain: false, state: forkState(shell.state) })
      return runArithmetic([node.expression], shell)
    case 'TestCommand':
      return runTest(node, shell)
    default:
  }
}

/** What runs in the background does not change this shell. */
function runStatement({ command, background }: Statement, shell: Shell): void {
  runNode(command, background === true ? { ...shell, state: forkState(shell.state) } : shell)
}

/** Each command of a row of pipes runs in a shell of its own, and reads what those before it write. */
function runPipeline({ commands }: Pipeline, shell: Shell): void {
  if (commands.length === 1 && commands[0] !== undefined) return runNode(commands[0], shell)
  let input = shell.state.input ?? shell.input
  for (const [at, command] of commands.entries()) {
    const isLast = at === commands.length - 1
    const writers = isLast ? shell.writers : []
    const state = { ...forkState(shell.state), input: undefined }
    runNode(command, { ...shell, state, input, writers })
    input = { from: 'pipe', programs: writers }
  }
}

/** Commands that are taken to succeed, so that what follows runs behind them. */
const SUCCEEDS =
  /^(?:cd|pushd|export|set|mkdir|true|:|echo|source|\.|shopt|declare|local|readonly|unset|umask|popd)$/

/**
 * Behind `||`, and behind a command that may fail, the line goes on in either of two ways. Behind `&&` everything
 * before has succeeded; where a command may have failed counts only behind the row.
 */
function runAndOr({ commands, operators }: AndOr, shell: Shell): void {
  const { state } = shell
  const ended: State[] = []
  const joinEnded = (): void => ended.splice(0).forEach((each) => mayBeSkipped(state, each, shell))
  let isCertain = true
  let hasOr = false
  for (const [at, command] of commands.entries()) {
    const isOr = operators[at - 1] === '||'
    hasOr ||= isOr
    if (isOr) joinEnded()
    const skipped = at === 0 || (isCertain && !isOr) ? undefined : forkState(state)
    runNode(command, shell)
    if (skipped !== undefined && isOr) mayBeSkipped(state, skipped, shell)
    else if (skipped !== undefined) ended.push(skipped)
    isCertain = !hasOr && succeeds(command)
  }
  joinEnded()
}

function succeeds(command: SyntaxNode): boolean {
  return command.type === 'Command' && (command.name === undefined || SUCCEEDS.test(command.name.value))
}

function mayBeSkipped(state: State, skipped: State, { reading }: Shell): void {
  reading.branches++
  joinStates(state, skipped)
}

function runRedirected({ command, redirects }: RedirectedNode, shell: Shell): void {
  const redirected = readRedirections(redirects, shell)
  const { redirections, input, isSilent } = redirected
  const { reading, state } = shell
  const [before, kept] = [reading.order.length, state.input]
  state.input = undefined
  runNode(command, { ...shell, redirections, input, writers: isSilent ? [] : shell.writers })
  state.input = kept
  if (reading.order.length === before && redirections.length > shell.redirections.length)
    addNothing(shell, redirected)
}

function runIf(node: If, shell: Shell): void {
  const { elif, else: otherwise } = node
  runBranches([node, ...elif], otherwise, shell)
}

type Branch = Pick<If, 'clause' | 'then'>

function runBranches(
  [first, ...more]: readonly Branch[],
  otherwise: SyntaxNode | undefined,
  shell: Shell,
): void {
  if (first === undefined) {
    if (otherwise !== undefined) runNode(otherwise, shell)
    return
  }
  runNode(first.clause, shell)
  const then: Way = (inner) => runNode(first.then, inner)
  runEither([then, (inner) => runBranches(more, otherwise, deeper(inner))], shell)
}

type Way = (shell: Shell) => void

/** Runs each way from the same state, and goes on as after any of them. */
function runEither(ways: readonly Way[], shell: Shell): void {
  const before = forkState(shell.state)
  let after: State | undefined
  shell.reading.branches++
  for (const way of ways) {
    const state = forkState(before)
    way({ ...shell, state })
    if (after === undefined) after = state
    else joinStates(after, state)
  }
  if (after !== undefined) adoptState(shell.state, after)
}

function runCase({ word, items }: Case, shell: Shell): void {
  expandOne(word, shell)
  const ways = items.map(({ pattern, body }): Way => (inner) => {
    for (const each of pattern) expandOne(each, inner)
    runNode(body, inner)
  })
  runEither([...ways, () => {}], shell)
}

function runWhile({ clause, body }: While, shell: Shell): void {
  runLoop(shell, (inner) => {
    runNode(clause, inner)
    runNode(body, inner)
  })
}

function defineFunction({ name, body }: FunctionNode, { state, reading }: Shell): void {
  const defined = { name: name.value, body }
  if (!reading.defined.some((each) => each.body === body)) reading.defined.push(defined)
  changing(state).functions.set(name.value, [defined])
}

function runCoproc({ body, name }: Coproc, shell: Shell): void {
  runNode(body, { ...shell, state: forkState(shell.state) })
  if (name !== undefined && body.type === 'Command')
    addDoubt(shell.reading, 'two-readings', 'The line can be read in two ways.')
}

function runArithmetic(expressions: readonly (SyntaxNode | undefined)[], shell: Shell): void {
  runNested(
    expressions.filter((each) => each !== undefined),
    shell,
  )
}

function runTest(node: TestCommand, shell: Shell): void {
  runNested([node], shell)
}
