import { parseTOML, ParseError, type AST } from 'toml-eslint-parser'
import { SyntaxProblem } from './problem.ts'

/** As deep as prek goes. */
const MAX_DEPTH = 80

/** TOML 1.1. Throws `SyntaxProblem`. */
export function checkToml(text: string): void {
  const lone = text.search(/\r(?!\n)/)
  if (lone >= 0) throw new SyntaxProblem('a carriage return stands without a line feed', lone)
  for (const part of parse(text).body[0].body) {
    if (part.key.keys.length > MAX_DEPTH) throw tooDeep(part.range[0])
    refuseDeep(part.type === 'TOMLTable' ? part.body : [part])
  }
}

function parse(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text, { tomlVersion: '1.1' })
  } catch (error) {
    // The parser recurses: it runs out of stack long after the bound.
    if (error instanceof RangeError) throw tooDeep(0)
    if (!(error instanceof ParseError)) throw error
    throw new SyntaxProblem(error.message, error.index)
  }
}

type Level = { readonly nodes: readonly (AST.TOMLContentNode | AST.TOMLKeyValue)[]; readonly depth: number }

function refuseDeep(pairs: readonly AST.TOMLKeyValue[]): void {
  const levels: Level[] = [{ nodes: pairs, depth: 0 }]
  for (let level = levels.pop(); level; level = levels.pop()) {
    for (const node of level.nodes) {
      const value = node.type === 'TOMLKeyValue' ? node.value : node
      if (node.type === 'TOMLKeyValue' && node.key.keys.length > MAX_DEPTH) throw tooDeep(node.range[0])
      if (value.type === 'TOMLValue') continue
      if (level.depth === MAX_DEPTH) throw tooDeep(value.range[0])
      const nodes = value.type === 'TOMLArray' ? value.elements : value.body
      levels.push({ nodes, depth: level.depth + 1 })
    }
  }
}

function tooDeep(offset: number): SyntaxProblem {
  return new SyntaxProblem(`values are nested more than ${MAX_DEPTH} levels deep`, offset)
}
