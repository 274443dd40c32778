import type { Hook, McpConnection, Start } from '../core/hook.ts'
import { unseal } from '../core/sealed.ts'

/** Words of what a hook runs that may name a file. */
export function wordsOf({ handler }: Hook): readonly string[] {
  if (handler.type === 'mcp_tool') return connectionWords(handler.connection)
  if (handler.type !== 'command') return []
  const { start, env = {} } = handler
  return [...startWords(start), ...Object.values(env).flatMap(shellWords)]
}

/** Like `wordsOf`, for the words that options of a plugin are filled into. They may be secret: never told. */
export function filledWordsOf({ handler }: Hook): readonly string[] {
  return argumentWords(filledPairs(handler).map(([, filled]) => filled))
}

/** The same words as their file has them. */
export function writtenForFilled({ handler }: Hook): readonly string[] {
  return filledPairs(handler).map(([written]) => written)
}

/** Words with an option in them: with its placeholder, and with its value. */
function filledPairs(handler: Hook['handler']): readonly (readonly [string, string])[] {
  if (handler.type !== 'command' || handler.start.kind !== 'argv') return []
  const { words, filled } = handler.start
  const values = (filled && unseal(filled)) ?? words
  return words.flatMap((word, index) => (values[index] === word ? [] : [[word, values[index] ?? word]]))
}

/** The words of `wordsOf` that look like the path of a file below the working directory or a variable. */
export function relativePaths(hook: Hook): readonly string[] {
  return [...new Set(wordsOf(hook).filter((word) => RELATIVE_PATH.test(word)))]
}

const RELATIVE_PATH = /^(?:\$\w+|\.{1,2}|[\w.@-]+)(?:\/[\w.@+-]+)+$/

/** A server that is a program is as much of a command as any. */
function connectionWords(connection: McpConnection | undefined): readonly string[] {
  if (connection?.transport !== 'stdio') return []
  const { command, args, env = {} } = connection
  return [...argumentWords([command, ...args]), ...Object.values(env).flatMap(shellWords)]
}

function startWords(start: Start): readonly string[] {
  switch (start.kind) {
    case 'argv':
      return argumentWords(start.words)
    case 'script':
      return [...shellWords(start.source), ...argumentWords(start.args)]
    case 'inline':
      return shellWords(start.command)
  }
}

/** `--config=FILE` names a file too, and the argument of `sh -c` any number. */
function argumentWords(words: readonly string[]): readonly string[] {
  return words
    .flatMap((word) => [word, ...word.split(/[=,]/).slice(1), ...shellWords(word)])
    .filter(isPathLike)
}

function shellWords(text: string): readonly string[] {
  const glued = text.replaceAll(REDIRECTION, ' ').replaceAll(/["'\\]/g, '')
  const spelled = [glued, withoutOperators(glued, byName), withoutOperators(glued, byWord)]
  return [...new Set(spelled.flatMap((each) => each.split(/[\s;|&()<>`=,]+/)))].filter(isPathLike)
}

/** What a command writes to is no part of it: a hook that keeps a log would change itself by every run. */
const REDIRECTION = /[0-9&]?>{1,2}\|?[ \t]*(?:"[^"]*"|'[^']*'|[^\s;|&()<>"']+)/g

function isPathLike(word: string): boolean {
  return word !== '' && word.length < 1_024 && !word.startsWith('-') && !word.includes('\0')
}

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
function byWord({ name, operator, word }: Expansion): string {
  if (operator.endsWith('+')) return word
  const isDefault = operator.endsWith('-') || operator.endsWith('=')
  return isDefault && !ALWAYS_SET.test(name) ? word : `$${name}`
}

const ALWAYS_SET = /^(?:CLAUDE_PROJECT_DIR|HOOKWRIGHT_PROJECT_DIR|CLAUDE_PLUGIN_ROOT)$/

export function expandProjectDir(word: string, projectDir: string): string {
  return word.replace(
    /\$\{(?:CLAUDE|HOOKWRIGHT)_PROJECT_DIR\}|\$(?:env:)?(?:CLAUDE|HOOKWRIGHT)_PROJECT_DIR/i,
    () => projectDir,
  )
}
