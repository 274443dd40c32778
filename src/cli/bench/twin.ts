import type { Hook, Start } from '../../core/hook.ts'
import { nameOf } from '../call-program.ts'

/** An interpreter, and the words with which it runs nothing. */
const EMPTY: readonly (readonly [name: RegExp, words: readonly string[]])[] = [
  [/^(?:node|nodejs|bun)$/, ['-e', '0']],
  [/^(?:python|pypy)[\d.]*$/, ['-c', 'pass']],
  [/^(?:ba|da|z|k|a)?sh$/, ['-c', ':']],
  [/^ruby$/, ['-e', '0']],
  [/^perl$/, ['-e', '0']],
  [/^php$/, ['-r', '0;']],
  [/^(?:pwsh|powershell)$/, ['-NoProfile', '-NonInteractive', '-Command', '0']],
]

/** What the twins of hooks need to know of files. */
export type Twinning = {
  /** First line of the file that a word of the hook names; undefined where there is none. */
  readonly firstLine: (word: string) => string | undefined
  readonly platform: NodeJS.Platform
}

/** The interpreter that a hook's command starts first, such as `node`; undefined for another program. */
export function interpreterOf({ handler }: Hook, { firstLine }: Twinning): string | undefined {
  if (handler.type !== 'command') return undefined
  const { start } = handler
  if (start.kind === 'script') return start.shell
  const [program = ''] = start.kind === 'argv' ? start.words : start.command.trim().split(/\s+/)
  if (emptyWords(program) !== undefined) return program
  const [, line] = /^#!\s*(.+)/.exec(firstLine(program.replaceAll(/^["']|["']$/g, '')) ?? '') ?? []
  const words = (line ?? '').trim().split(/\s+/)
  const [first = '', ...rest] =
    nameOf(words[0] ?? '') === 'env' ? words.slice(1).filter((word) => !word.startsWith('-')) : words
  return emptyWords(first) === undefined && rest.length === 0 ? undefined : first
}

/** The same hook with an empty program, started in the same way; undefined for a hook that starts no process. */
export function twinOf(hook: Hook, around: Twinning): Hook | undefined {
  if (hook.handler.type !== 'command') return undefined
  const { start } = hook.handler
  const interpreter = interpreterOf(hook, around)
  const words = interpreter === undefined ? undefined : emptyWords(interpreter)
  const own =
    words === undefined || interpreter === undefined
      ? (NOTHING[around.platform] ?? ['true'])
      : [interpreter, ...words]
  return { ...hook, handler: { ...hook.handler, start: emptyStart(start, own) } }
}

/** Windows has no program that does nothing. */
const NOTHING: Partial<Record<NodeJS.Platform, readonly string[]>> = { win32: ['cmd.exe', '/d', '/c', 'rem'] }

function emptyStart(start: Start, words: readonly string[]): Start {
  switch (start.kind) {
    case 'argv':
      return { kind: 'argv', words }
    case 'script':
      return { ...start, source: start.shell === 'cmd' ? 'rem' : '', args: [] }
    case 'inline':
      return {
        kind: 'inline',
        form: start.form,
        command: words.map((word) => (/^[\w./:-]+$/.test(word) ? word : `'${word}'`)).join(' '),
      }
  }
}

function emptyWords(program: string): readonly string[] | undefined {
  const name = nameOf(program)
  return EMPTY.find(([pattern]) => pattern.test(name))?.[1]
}
