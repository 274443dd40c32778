import { forEachChild, type CommandExpansionPart, type ParsedScript, type SyntaxNode } from 'unbash'
import { outputOf } from '../carry/flows/pipes.ts'
import type { Program } from '../line.ts'
import { literal, unknown, type Piece } from './piece.ts'
import { deeper, takeStep, type Reading, type Shell } from './shell.ts'
import { forkState } from './state.ts'

/** Returns what a command substitution becomes, and finds the programs in it. */
export function substitute({ script, text }: CommandExpansionPart, shell: Shell): Piece {
  if (script === undefined) return unknown(text)
  const { branches } = shell.reading
  const writers = runScriptApart(script, shell)
  const output = branches === shell.reading.branches ? outputOfAll(writers, shell.reading) : undefined
  return output === undefined
    ? pathOf(text, writers, shell.reading)
    : literal(output.replace(/(?<!\n)\n+$/, ''))
}

/** Returns what some programs print one after the other; undefined when that is only known at run time. */
export function outputOfAll(writers: readonly number[], reading: Reading): string | undefined {
  let output = ''
  for (const id of writers) {
    const program = reading.programs[id]
    const text = program === undefined ? undefined : outputOfOne(program, reading)
    if (text === undefined) return undefined
    output += text
  }
  return output
}

/** Returns what a program prints; undefined when that is only known at run time. */
export function outputOfOne(program: Program, { programs }: Reading): string | undefined {
  const flow = outputOf(program, { programs, read: () => undefined })
  return flow.kind === 'text' && flow.text.known ? flow.text.text : undefined
}

/** `which rm` prints a path of which the last part is known. */
function pathOf(text: string, writers: readonly number[], { programs }: Reading): Piece {
  const [id, ...others] = writers
  const words = id === undefined || others.length > 0 ? [] : (programs[id]?.words ?? [])
  const found = /^(?:which|command -v|type -P|type -p|whereis -b) ([^\s*/]+)$/.exec(
    words.map((word) => word.text).join(' '),
  )?.[1]
  return found === undefined || !words.every(({ known }) => known)
    ? unknown(text)
    : { ...unknown(text), shape: `*/${found}` }
}

/** Finds the programs in the substitutions below some nodes, and returns those that write what is substituted. */
export function runNested(nodes: readonly SyntaxNode[], shell: Shell): readonly number[] {
  const pending = nodes.toReversed()
  const writers: number[] = []
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    takeStep(shell.reading)
    if (isSubstitution(node)) {
      if (node.script !== undefined) writers.push(...runScriptApart(node.script, readerOf(node, shell)))
      continue
    }
    const children: SyntaxNode[] = []
    forEachChild(node, (child) => void children.push(child))
    pending.push(...children.toReversed())
  }
  return writers
}

type Substitution = Extract<SyntaxNode, { readonly script: ParsedScript | undefined }>

function isSubstitution(node: SyntaxNode): node is Substitution {
  return (
    node.type === 'CommandExpansion' ||
    node.type === 'ProcessSubstitution' ||
    node.type === 'ArithmeticCommandExpansion'
  )
}

/** What is written to `>(x)` is the input of x. */
function readerOf(node: Substitution, shell: Shell): Shell {
  if (node.type !== 'ProcessSubstitution' || node.operator === '<' || shell.owner === undefined) return shell
  return { ...shell, input: { from: 'pipe', programs: [shell.owner] } }
}

/** Runs it as a shell of its own, and returns the programs that write its output. */
function runScriptApart(script: ParsedScript, shell: Shell): readonly number[] {
  const writers: number[] = []
  const { owner, state } = shell
  const via =
    owner === undefined
      ? ({ how: 'substitution' } as const)
      : ({ how: 'substitution', program: owner } as const)
  shell.reading.runNode(
    script,
    deeper(shell, { state: forkState(state), via, writers, redirections: [], owner: undefined }),
  )
  return writers
}
