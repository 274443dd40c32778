/** Licences of code that may be published inside ours. All of them only ask for their text to go along. */
export const ACCEPTED: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
]

/**
 * True when accepted licences alone fulfil an SPDX expression: one side of an `OR`, both sides of an `AND`. What cannot
 * be read is not accepted, nor is a licence with an exception (`WITH`).
 */
export function isAccepted(expression: string): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? []
  return anyOf(words) === true && words.length === 0
}

/** Whether the terms are met; undefined when the expression is malformed. Each function takes its words off the list. */
type Met = boolean | undefined

function anyOf(words: string[]): Met {
  let met = allOf(words)
  while (words[0] === 'OR') {
    words.shift()
    const right = allOf(words)
    met = met === undefined || right === undefined ? undefined : met || right
  }
  return met
}

function allOf(words: string[]): Met {
  let met = one(words)
  while (words[0] === 'AND') {
    words.shift()
    const right = one(words)
    met = met === undefined || right === undefined ? undefined : met && right
  }
  return met
}

function one(words: string[]): Met {
  const word = words.shift()
  if (word === '(') {
    const met = anyOf(words)
    return words.shift() === ')' ? met : undefined
  }
  const isName = word !== undefined && ![')', 'AND', 'OR', 'WITH'].includes(word)
  return isName ? ACCEPTED.includes(word) : undefined
}
