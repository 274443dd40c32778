import { windowsName } from '../windows/program-name.ts'
import { POWERSHELL_ALIASES } from './aliases.ts'

/** Words that begin a statement and are no program. What stands behind them begins a statement again. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'begin break catch class continue data default do dynamicparam else elseif end exit filter finally for foreach ' +
    'function if in param process return switch throw trap try until using while workflow'
  ).split(' '),
)

/** Returns the name of a cmdlet or a program: without folder and module, in lower case, with its alias resolved. */
export function commandName(written: string, aliases: ReadonlyMap<string, string>): string {
  const name = windowsName(written)
  const meant = aliases.get(name) ?? name
  return POWERSHELL_ALIASES.get(meant) ?? meant
}

const INSTANCE =
  /^(?:delete|kill|start|invoke\w*|create\w*|download\w*|upload\w*|shellexecute|exec\w*|terminate|run|load\w*|open\w*)$/
const STATIC =
  /^(?:delete|kill|start|invoke\w*|create\w*|load\w*|exec\w*|write\w*|append\w*|move|copy|replace|open\w*|set\w+)$/

/** A call of a method: its name as that of a program, and whether it may run or delete something. */
export type MethodCall = { readonly name: string; readonly isHarmful: boolean }

/** Returns the method that the end of a word names, such as `[io.file]::Delete` or `.Invoke`. */
export function methodAtEnd(word: string): MethodCall | undefined {
  const [, type, separator, method = ''] =
    /(\[[\w.+]{1,200}\])?(::|\.)([A-Za-z]\w{0,99})$/.exec(word.slice(-320)) ?? []
  if (separator === undefined) return undefined
  const name = `${type ?? ''}${separator}${method}`.toLowerCase()
  return { name, isHarmful: (separator === '::' ? STATIC : INSTANCE).test(method.toLowerCase()) }
}
