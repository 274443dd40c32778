import type { SyntaxNode } from 'unbash'

/**
 * Which variables a line evaluates as arithmetic, and what they hold. Arithmetic runs substitutions in the subscripts of
 * a value, wherever the value comes from.
 */
export type Arithmetic = {
  readonly evaluated: Set<string>
  /** Variables whose value comes from a file or a pipe. */
  readonly read: Set<string>
  readonly values: Map<string, string>
}

export function createArithmetic(): Arithmetic {
  return { evaluated: new Set(), read: new Set(), values: new Map() }
}

const NAME = /[A-Za-z_]\w*/g

/** Notes the variables that this node evaluates. `text` is the node's own. */
export function noteEvaluated({ evaluated }: Arithmetic, type: SyntaxNode['type'], text: string): void {
  if (type === 'TestCommand' && !/\s-(?:eq|ne|lt|le|gt|ge)\s/.test(text)) return
  const from = type === 'ParameterExpansion' ? text.search(/[[:]/) : 0
  if (from !== -1) for (const [name] of text.slice(from).matchAll(NAME)) evaluated.add(name)
}

/** Appended parts are one value in the end. */
export function noteAssigned({ values }: Arithmetic, name: string, value: string): void {
  values.set(name, `${values.get(name) ?? ''}${value}`)
}

/** Notes what the builtins that read, set or evaluate variables do; `text` is the command with its words. */
export function noteCommand(arithmetic: Arithmetic, text: string): void {
  const [program = '', ...words] = text.split(' ')
  if (/^(?:read|mapfile|readarray)$/.test(program)) for (const word of words) arithmetic.read.add(word)
  if (
    /^(?:let|declare|typeset|local)$/.test(program) &&
    (program === 'let' || words.some((word) => /^-\w*i/.test(word)))
  )
    for (const [name] of words.join(' ').matchAll(NAME)) arithmetic.evaluated.add(name)
  const at = program === 'printf' ? words.indexOf('-v') : -1
  if (at !== -1) noteAssigned(arithmetic, words[at + 1] ?? '', words.slice(at + 2).join(' '))
}

/** True when a value that does not stand in the line is evaluated. */
export function evaluatesInput({ evaluated, read }: Arithmetic): boolean {
  return [...read].some((name) => evaluated.has(name))
}

/** Values that arithmetic may run something of. */
export function evaluatedTexts({ evaluated, values }: Arithmetic): readonly string[] {
  return [...values].flatMap(([name, value]) => (evaluated.has(name) && value.includes('[') ? [value] : []))
}
