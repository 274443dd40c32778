import { inOrder } from '../programs/names.ts'

const SUBSCRIPT = inOrder(/\w\[/, ['$(', '`'])
const QUOTED = inOrder(/['\\]/, ['$(', '`'])

/** Builtins that evaluate the subscript in a word that names a variable. */
const EVALUATES =
  /^(?:let|declare|typeset|local|export|readonly|read|printf|unset|test|\[|wait|mapfile|readarray|getopts)$/

/** True for a program that evaluates subscripts in its words. */
export function evaluatesWords(program: string): boolean {
  return EVALUATES.test(program)
}

/** True for text that runs a substitution where bash evaluates it as arithmetic, however it is quoted. */
export function hidesSubstitution(text: string): boolean {
  return (
    text.includes('[') &&
    (SUBSCRIPT.test(text) || (text.includes('\\') && SUBSCRIPT.test(text.replace(/[\\'"]/g, ''))))
  )
}

/** True for arithmetic that runs a substitution although quotes stand around it. */
export function quotesSubstitution(arithmetic: string): boolean {
  return QUOTED.test(arithmetic)
}
