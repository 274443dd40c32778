import { addText, type Reading } from './reading.ts'
import { isSystemPath } from './outside.ts'
import type { NamesBuilder } from './names.ts'
import type { WordValue } from './values.ts'

/** One argument, whatever program gets it: a path, the value of an option, or shell text. */
export function addWord({ text, isGlob }: WordValue, reading: Reading): void {
  const { names } = reading
  if (isGlob) return
  names.word(text)
  for (const part of [...attached(text), ...text.split(/[=,:]/)]) {
    names.word(part)
    // An alias of git that is a command of the shell.
    if (part.startsWith('!')) names.word(part.slice(1))
  }
  if (CARRIES_SHELL.test(text)) addText(text, false, reading)
}

/** White space or an operator: without any, the text would be one word again. */
const CARRIES_SHELL = /[\s;|&()<>`]/

/** `-fx.awk`, `-sfx.mk`: which letters take a value differs from program to program. */
export function attached(option: string): readonly string[] {
  if (!/^-[^-]/.test(option)) return []
  return [2, 3, 4].map((from) => option.slice(from)).filter((rest) => rest !== '')
}

/** Variables that hold folders in which programs search. */
const SEARCHED = /^(?:PATH|PYTHONPATH|NODE_PATH|PERL5LIB|RUBYLIB|CLASSPATH|LD_LIBRARY_PATH|DYLD_\w+)$/i

export function addSearchPath(variable: string, value: string, names: NamesBuilder): void {
  if (!SEARCHED.test(variable)) return
  for (const entry of value.split(/[:;]/)) {
    const folder = entry === '' ? '.' : entry
    // What the variable held before is not the project's; its own rules keep it out of the project.
    if (/^\$\{?\w+\}?$/.test(folder) && !/_PROJECT_DIR|PLUGIN_ROOT/.test(folder)) continue
    names.search(variable.toUpperCase(), folder)
    names.folder(folder)
    if (!isSystemPath(`${folder}/`)) names.leaving(folder)
  }
}

/** Variables with which programs are told where to find code: NODE_OPTIONS, GIT_EXEC_PATH, PRE_COMMIT_HOME. */
const SETTINGS =
  /(?:PATH|OPTIONS|OPTS|_DIR|_HOME|LIB|HOOKS|ENV|PRELOAD|STARTUP|EDITOR|PAGER|COMMAND|ASKPASS|SHELL)$/i

export function addSettings(variable: string, value: string, names: NamesBuilder): void {
  if (!SETTINGS.test(variable) || SEARCHED.test(variable) || /_PROJECT_DIR$|^HOME$/.test(variable)) return
  for (const part of value.split(/[\s=,:;]+/)) {
    names.operand(part)
    if (part.includes('/') && !isSystemPath(part)) names.leaving(part)
  }
}
