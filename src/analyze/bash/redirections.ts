import type { Redirect, Redirection as RedirectionNode, Word as WordNode } from 'unbash'
import type { Input, Redirection } from '../line.ts'
import { expandHereDoc, expandOne } from './expand.ts'
import { joinPieces, literal, toWord, unknown } from './piece.ts'
import type { Shell } from './shell.ts'
import { runNested } from './substitution.ts'

/** What the redirections of a command come to. */
export type Redirected = {
  readonly redirections: readonly Redirection[]
  readonly input: Input
  /** Standard output goes into a file. */
  readonly isSilent: boolean
}

type Open = { readonly files: Redirection[]; readonly inputs: Map<number, Input>; isSilent: boolean }

/** Reads redirections in their order: the last one of standard input counts. */
export function readRedirections(nodes: readonly RedirectionNode[], shell: Shell): Redirected {
  const input = shell.state.input ?? shell.input
  if (nodes.length === 0) return { redirections: shell.redirections, input, isSilent: false }
  const open: Open = { files: [...shell.redirections], inputs: new Map([[0, input]]), isSilent: false }
  for (const node of nodes) addRedirection(node, open, shell)
  return { redirections: open.files, input: open.inputs.get(0) ?? input, isSilent: open.isSilent }
}

function addRedirection(node: RedirectionNode, open: Open, shell: Shell): void {
  const descriptor = node.descriptor?.type === 'FileDescriptor' ? node.descriptor.value : undefined
  const isNamed = node.descriptor?.type === 'FileDescriptorVariable'
  const reads = (input: Input) => void (isNamed || open.inputs.set(descriptor ?? 0, input))
  switch (node.type) {
    case 'HereDoc':
      return reads({ from: 'text', text: toWord(expandHereDoc(node, shell)) })
    case 'HereString':
      if (node.target === undefined) return undefined
      return reads({ from: 'text', text: toWord(joinPieces(expandOne(node.target, shell), literal('\n'))) })
    case 'Redirect':
      return addFile(node, {
        open,
        shell,
        reads,
        isInput: descriptor === 0,
        isOutput: !isNamed && (descriptor ?? 1) === 1,
      })
  }
}

type Around = {
  readonly open: Open
  readonly shell: Shell
  readonly reads: (input: Input) => void
  readonly isInput: boolean
  readonly isOutput: boolean
}

const MODES = {
  '<': 'read',
  '<>': 'read-write',
  '>': 'write',
  '>|': 'write',
  '&>': 'write',
  '>&': 'write',
  '>>': 'append',
  '&>>': 'append',
} as const

function addFile({ operator, target }: Redirect, { open, shell, reads, isInput, isOutput }: Around): void {
  if (target === undefined) return
  if (operator === '<&') return copyInput(target, { open, shell, reads })
  if (isProcess(target)) {
    const writers = runNested(target.parts ?? [], shell)
    if (operator === '<') reads({ from: 'pipe', programs: writers })
    return
  }
  const file = expandOne(target, shell)
  if (operator === '>&' && isInput && /^\d/.test(file.text)) return copyInput(target, { open, shell, reads })
  if (operator === '>&' && /^(?:\d+-?|-)$/.test(file.text)) return
  const word = toWord(file)
  if (operator === '<' && isOwnInput(file.text)) return
  open.files.push({ mode: MODES[operator], target: word })
  if (operator.startsWith('<')) reads({ from: 'file', file: word })
  else if (isOutput && !isOwnOutput(file.text)) open.isSilent = true
}

function copyInput(target: WordNode, { open, shell, reads }: Omit<Around, 'isInput' | 'isOutput'>): void {
  const from = expandOne(target, shell)
  const copied = /^\d+/.exec(from.text)?.[0]
  const input = copied === undefined ? undefined : open.inputs.get(Number(copied))
  reads(input ?? { from: 'file', file: unknown(from.text) })
}

function isProcess({ parts }: WordNode): boolean {
  return parts?.length === 1 && parts[0]?.type === 'ProcessSubstitution'
}

function isOwnInput(path: string): boolean {
  return /^\/dev\/(?:stdin|fd\/0)$/.test(path)
}

function isOwnOutput(path: string): boolean {
  return /^\/(?:dev|proc)\/(?!null$)/.test(path)
}
