import { forEachChild, type AndOr, type Command, type SyntaxNode, type Word } from 'unbash'
import type { HostVariables } from '../core/host-variables.ts'
import { alwaysSetBy } from './always-set.ts'
import { learn, parseBash } from './bash-names.ts'
import { createVariables, valuesOf, type Variables } from './values.ts'

/** A part of a text, by the offsets of its first character and of the one behind it. */
export type Span = { readonly start: number; readonly end: number }

/** One word of a command. */
export type CallWord = Span & {
  /** With quotes removed and known variables filled in. */
  readonly text: string
  /** As the script has it. */
  readonly written: string
  /** False: only a run can tell what the word becomes. */
  readonly isKnown: boolean
}

export type CallRedirect = { readonly operator: string; readonly target: CallWord | undefined }

/** One simple command of a script, and what its place in the script means for it. */
export type Call = Span & {
  /** The program and its arguments. */
  readonly words: readonly CallWord[]
  /** Variables that are set for this command, or by it where there is no program. */
  readonly assigned: readonly { readonly name: string; readonly written: string }[]
  readonly redirects: readonly CallRedirect[]
  /** Its input is a text in the script. */
  readonly hasDocument: boolean
  readonly isBackground: boolean
  /** It is run only in some cases: in a branch, a loop, a function, or behind `&&` or `||`. */
  readonly isConditional: boolean
  /** Another command takes over when it fails; false where that one only ends the script with a failure. */
  readonly isTolerated: boolean
  /** Its input is the output of another command, or a file that a loop or group reads. */
  readonly readsOther: boolean
}

export type ShellScript = {
  readonly calls: readonly Call[]
  readonly functions: ReadonlySet<string>
  /** Where `select` asks a person. */
  readonly menus: readonly Span[]
  /** False: parts of the text were not understood. */
  readonly isWhole: boolean
}

/** Returns the simple commands of a shell text, in its order. Undefined: it cannot be read in bounded time. */
export function readScript(text: string, host: Pick<HostVariables, 'alwaysSet'>): ShellScript | undefined {
  const script = parseBash(text)
  if (script === undefined) return undefined
  const nodes: SyntaxNode[] = []
  const contexts = new Map<SyntaxNode, Context>([[script, TOP]])
  const pending: SyntaxNode[] = [script]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    nodes.push(node)
    const context = contexts.get(node) ?? TOP
    const parent = node
    forEachChild(node, (child) => {
      contexts.set(child, contextOf(child, parent, context))
      pending.push(child)
    })
  }
  const variables = createVariables(alwaysSetBy(host))
  learn(nodes, { variables })
  const calls = nodes.flatMap((node) =>
    node.type === 'Command' ? callOf(node, contexts.get(node) ?? TOP, variables) : [],
  )
  return {
    calls: calls.toSorted((a, b) => a.start - b.start),
    functions: new Set(nodes.flatMap((node) => (node.type === 'Function' ? node.name.value : []))),
    menus: nodes.flatMap((node) => (node.type === 'Select' ? { start: node.pos, end: node.end } : [])),
    isWhole: (script.errors?.length ?? 0) === 0,
  }
}

type Context = Pick<Call, 'isBackground' | 'isConditional' | 'isTolerated' | 'readsOther'>

const TOP: Context = { isBackground: false, isConditional: false, isTolerated: false, readsOther: false }

/** Nodes of which every part is run only in some cases. */
const BRANCHES: ReadonlySet<string> = new Set(
  'Elif For Select Case CaseItem ArithmeticFor Function'.split(' '),
)

function contextOf(child: SyntaxNode, parent: SyntaxNode, context: Context): Context {
  if (BRANCHES.has(parent.type)) return { ...context, isConditional: true }
  if (parent.type === 'Statement') return parent.background ? { ...context, isBackground: true } : context
  if (parent.type === 'If' || parent.type === 'While')
    return child === parent.clause ? context : { ...context, isConditional: true }
  if (parent.type === 'AndOr')
    return inList(
      parent.commands.findIndex((each) => each === child),
      parent,
      context,
    )
  if (parent.type === 'Pipeline')
    return parent.commands[0] === child ? context : { ...context, readsOther: true }
  const reads =
    parent.type === 'Redirected' && parent.redirects.some(({ operator }) => operator.startsWith('<'))
  return reads ? { ...context, readsOther: true } : context
}

function inList(at: number, { operators, commands }: AndOr, context: Context): Context {
  const next = operators.indexOf('||', at)
  const isTolerated = next !== -1 && !givesUp(commands[next + 1])
  return {
    ...context,
    isConditional: context.isConditional || at > 0,
    isTolerated: context.isTolerated || isTolerated,
  }
}

/** `exit 2`, `return 1`, and a group that ends with one. */
function givesUp(node: SyntaxNode | undefined): boolean {
  if (node?.type === 'Redirected') return givesUp(node.command)
  if (node?.type === 'BraceGroup' || node?.type === 'Subshell')
    return givesUp(node.body.commands.at(-1)?.command)
  if (node?.type !== 'Command' || !/^(?:exit|return)$/.test(node.name?.value ?? '')) return false
  const [code] = node.args
  return code?.type === 'Word' && /^[1-9]\d*$/.test(code.value)
}

function callOf(node: Command, context: Context, variables: Variables): Call {
  const words = [...(node.name === undefined ? [] : [node.name]), ...node.args]
  return {
    ...context,
    start: node.pos,
    end: node.end,
    words: words.map((word) =>
      word.type === 'Word'
        ? wordOf(word, variables)
        : {
            text: word.text,
            written: word.text,
            isKnown: !word.text.includes('$'),
            start: word.pos,
            end: word.end,
          },
    ),
    assigned: node.prefix.flatMap((each) =>
      each.type === 'Assignment' ? { name: each.name, written: each.text } : [],
    ),
    redirects: node.redirects.flatMap((each) =>
      each.type === 'Redirect'
        ? { operator: each.operator, target: each.target && wordOf(each.target, variables) }
        : [],
    ),
    hasDocument: node.redirects.some(({ type }) => type !== 'Redirect'),
  }
}

function wordOf(word: Word, variables: Variables): CallWord {
  const values = valuesOf(word, variables)
  const isKnown =
    values.length === 1 && values.every(({ unknown, isGlob }) => unknown === undefined && !isGlob)
  return { text: values[0]?.text ?? '', written: word.text, isKnown, start: word.pos, end: word.end }
}
