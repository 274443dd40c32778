import type { Start } from '../../core/hook.ts'
import { issue, isIssue, type Issue, type Place } from '../../core/issue.ts'
import { splitWords } from '../../shells/argv.ts'
import { findShellSyntax, type ShellSyntax } from '../../shells/syntax.ts'
import { at } from '../_families/claude/shape.ts'
import type { Defaults, Entry } from './schema-entry.ts'

/** With a shell the command is a script, without one it is words; shell syntax in words is a mistake. */
export function readStart(entry: Entry, defaults: Defaults, place: Place): Start | Issue {
  const { command = '', args = [] } = entry
  const shell = entry.shell ?? defaults.shell
  const here = at(place, 'command')
  if (command.trim() === '')
    return issue('command.empty', here, '"command" is empty.', 'Name a program to run.')
  if (shell !== undefined) return { kind: 'script', shell, source: command, args }
  const syntax = findShellSyntax(command)
  if (syntax !== undefined) return shellSyntax(syntax, here)
  const words = splitWords(command)
  return isIssue(words) ? { ...words, place: here } : { kind: 'argv', words: [...words, ...args] }
}

function shellSyntax({ text, index }: ShellSyntax, place: Place): Issue {
  const what = text === 'line break' ? 'more than one line' : `"${shown(text)}" at character ${index + 1}`
  return issue(
    'command.shell-syntax',
    place,
    `"command" uses ${what}, which only a shell understands, but the entry has no "shell".`,
    text === 'line break'
      ? 'Add `shell: bash`.'
      : 'Add `shell: bash`, or put quotes around it to pass it on as it is.',
  )
}

/** `$HOME` is a variable's name; `$x9q` may as well be a part of a password. */
function shown(text: string): string {
  return /^\$\w*[a-z]/.test(text) ? '$' : text
}
