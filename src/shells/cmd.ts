import { issue, type Issue } from '../core/issue.ts'
import type { Command } from './shell.ts'

/** What cmd and its batch files read as part of a word without quotes; `?` is not here because of `CALL /?`. */
const PLAIN = /^[\w.:\\/@+#$-]+$/
/*
 * `CALL` makes cmd read its line twice: percent signs expand once more, and carets double inside quotes.
 * Neither can be escaped for both readings, and a line break ends the command.
 */
const UNSAFE = /[%^\r\n\0]/

/**
 * The line as cmd itself reads it. Node would quote for the C runtime (`\"`, and nothing around `a&b`),
 * which lets a file name start a second command.
 */
export function cmdLine(flags: readonly string[], words: readonly string[]): Command | Issue {
  const refused = words.find((word) => UNSAFE.test(word))
  if (refused !== undefined) return unsafe(refused)
  return { file: 'cmd', args: [...flags, ...words.map(quoteForCmd)], verbatim: true }
}

/**
 * A program that a script hands its arguments to reads backslashes before a quote as escapes of it, so these are doubled;
 * otherwise one at the end of a word would join it with the next.
 */
function quoteForCmd(word: string): string {
  if (PLAIN.test(word)) return word
  return `"${word.replace(/(?<!\\)(\\*)"/g, '$1$1""').replace(/(?<!\\)\\+$/, '$&$&')}"`
}

function unsafe(word: string): Issue {
  const bad = JSON.stringify(UNSAFE.exec(word)?.[0])
  return issue(
    'shell.unsafe-argument',
    {},
    `cmd cannot be given ${JSON.stringify(word)} unchanged: it contains ${bad}.`,
    'Rename the file, pass the value in an environment variable, or use `shell: pwsh`.',
  )
}
