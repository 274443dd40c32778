import { forEachChild, type Command, type ParsedScript, type SyntaxNode } from 'unbash'
import type { Reading } from './reading.ts'
import { valuesOf } from './values.ts'

const PRINTERS: ReadonlySet<string> = new Set(['echo', 'printf'])
const TESTERS: ReadonlySet<string> = new Set(['test', '[', ':', 'true', 'false'])

/**
 * Commands that only print or test, and the words given to them: `echo README.md` runs nothing. What is printed into a
 * pipe or a substitution may be run, so it is not among them.
 */
export function inertNodes(script: ParsedScript, reading: Reading): ReadonlySet<SyntaxNode> {
  const inert = new Set<SyntaxNode>()
  if (reading.redefined.has(EVERYTHING)) return inert
  const pending: { readonly node: SyntaxNode; readonly isFed: boolean }[] = [{ node: script, isFed: false }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, isFed } = next
    if (node.type === 'Command' && isInert(node, isFed, reading))
      for (const each of [node, ...node.args]) inert.add(each)
    const isTest = node.type === 'TestUnary' || node.type === 'TestBinary'
    const last = node.type === 'Pipeline' ? node.commands.at(-1) : undefined
    forEachChild(node, (child) => {
      if (isTest && child.type === 'Word') inert.add(child)
      const feeds = FEEDS.has(node.type) || (last !== undefined && child !== last)
      pending.push({ node: child, isFed: isFed || feeds })
    })
  }
  return inert
}

/** The output of what is inside goes to somebody who may run it, or to a place that is not known here. */
const FEEDS: ReadonlySet<SyntaxNode['type']> = new Set([
  'CommandExpansion',
  'ArithmeticCommandExpansion',
  'ProcessSubstitution',
  'Function',
  'Coproc',
])

function isInert({ name, args }: Command, isFed: boolean, { redefined }: Reading): boolean {
  const program = name?.value ?? ''
  if (redefined.has(program)) return false
  if (TESTERS.has(program)) return true
  const setsVariable = program === 'printf' && args.some(({ text }) => /^["'\\$]*-/.test(text))
  return PRINTERS.has(program) && !isFed && !setsVariable
}

/** In `Reading.redefined`: any name may mean something else. */
export const EVERYTHING = '*'

/** Names of functions, and whether names can get another meaning in a way that is not followed. */
export function findRedefined(nodes: readonly SyntaxNode[], { redefined, variables }: Reading): void {
  for (const node of nodes) {
    if (node.type === 'Function') redefined.add(node.name.value)
    if (node.type !== 'Command' || node.name === undefined) continue
    for (const word of [node.name, ...node.args]) {
      const values = word.type === 'Word' ? valuesOf(word, variables) : [{ text: word.text }]
      if (values.some(({ text }) => REDEFINES.test(text))) redefined.add(EVERYTHING)
    }
  }
}

/** `alias`, `enable -n` and exported functions; the text of `eval` may hold each of them. */
export const REDEFINES = /^(?:eval|alias|enable)$|^BASH_FUNC_/
