import type { AlwaysSet } from './always-set.ts'
import type { ShellName } from '../core/hook.ts'

/**
 * Words of text that no reader of ours understands, found by cutting at white space, quotes and operators. More words
 * than there are is safe: a word counts only where it names a file.
 */
export function cutWords(text: string, alwaysSet: AlwaysSet = NONE, shell?: ShellName): readonly string[] {
  const kept = shell === undefined ? text : withoutTargets(text, shell)
  const quoted = [...kept.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map((match) => match[1] ?? match[2] ?? '')
  const glued = kept.replaceAll(/["'`^]/g, '')
  const spelled = [
    glued,
    kept,
    glued.replaceAll('\\', ''),
    withoutOperators(glued, byName),
    withoutOperators(glued, (expansion) => byWord(expansion, alwaysSet)),
  ]
  const cut = spelled.flatMap((each) => each.split(/[\s;|&()<>`=,{}"'[\]]+/))
  const coarse = spelled.flatMap((each) => each.split(/[\s;|&()<>`=,"']+/))
  const all = [...quoted, ...cut, ...coarse].flatMap((word) => [word, word.replaceAll('\\', '/')])
  return [...new Set(all)].filter((word) => word !== '')
}

const NONE: AlwaysSet = new Set()

const TARGET = /[0-9&*]?>{1,2}[ \t]*(?:"[^"]*"|'[^']*'|[^\s;|&()<>"']+)/g

/** Text before an operator that certainly is one: every quote before it is closed, and nothing is escaped. */
const OUTSIDE_QUOTES: Readonly<Partial<Record<ShellName, RegExp>>> = {
  pwsh: /^(?:[^"'`]|"[^"`]*"|'[^'`]*')*$/,
  powershell: /^(?:[^"'`]|"[^"`]*"|'[^'`]*')*$/,
  cmd: /^(?:[^"^]|"[^"^]*")*$/,
}

/** What a command writes to is not a part of it: a hook that keeps a log would change itself by every run. */
function withoutTargets(text: string, shell: ShellName): string {
  const outside = OUTSIDE_QUOTES[shell]
  if (outside === undefined || text.split('>').length > MAX_TARGETS) return text
  return text.replaceAll(TARGET, (match, at: number) => (outside.test(text.slice(0, at)) ? ' ' : match))
}

/** The text before each is looked at, so this bounds the time. */
const MAX_TARGETS = 100

/** `${NAME}` and `${NAME:-word}`, with nothing in braces inside. */
const EXPANSION = /\$\{[!#]?((?:env:)?\w+)(:?[-=?+])?([^{}]*)\}/gi

type Expansion = { readonly name: string; readonly operator: string; readonly word: string }

/** From the inside out; nobody nests deeper than this. */
function withoutOperators(text: string, spell: (expansion: Expansion) => string): string {
  let spelled = text
  for (let level = 0; level < 8 && spelled.includes('${'); level++) {
    spelled = spelled.replaceAll(EXPANSION, (_, name: string, operator = '', word = '') =>
      spell({ name, operator, word }),
    )
  }
  return spelled
}

/** As if the variable were set and the operator changed nothing. */
function byName({ name }: Expansion): string {
  return `$${name}`
}

/** As if it were not set, which those that we set ourselves always are. */
function byWord({ name, operator, word }: Expansion, alwaysSet: AlwaysSet): string {
  if (operator.endsWith('+')) return word
  const isDefault = operator.endsWith('-') || operator.endsWith('=')
  return isDefault && !alwaysSet.has(name) ? word : `$${name}`
}
