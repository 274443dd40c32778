import { issue, type Issue } from '../../core/issue.ts'
import { misfit, shownKey } from '../../core/misfit.ts'
import { positionAt } from '../../config/position.ts'
import type { Tree } from '../../config/tree.ts'
import type { EditedFile, KeyPath } from './edit.ts'

/** Unwinds an edit that must not be made. It never leaves this folder: `editConfig` turns it into an issue. */
export class Refused extends Error {
  readonly code: string
  readonly hint: string
  readonly offset: number | undefined
  readonly path: KeyPath

  constructor(
    message: string,
    at: {
      readonly code: string
      readonly hint: string
      readonly path: KeyPath
      readonly offset?: number | undefined
    },
  ) {
    super(message)
    this.code = at.code
    this.hint = at.hint
    this.path = at.path
    this.offset = at.offset
  }
}

/** `text` is without its byte order mark. */
export function refusalIssue(
  { message, code, hint, offset, path }: Refused,
  text: string,
  { file }: EditedFile,
): Issue {
  const position = offset === undefined ? {} : positionAt(text, offset)
  return issue(code, { file, pointer: path, ...position }, `"${file}": ${message}`, hint)
}

export function wrongKind(tree: Tree, expected: 'an object' | 'a list', path: KeyPath): Refused {
  const found =
    tree.kind === 'scalar' ? misfit(tree.value, '') : tree.kind === 'list' ? 'a list' : 'an object'
  return new Refused(`${shownPath(path)} is ${found} where ${expected} is expected.`, {
    code: 'edit.wrong-kind',
    hint: `Make it ${expected} or remove it, and run the command again.`,
    path,
    offset: tree.start,
  })
}

export function repeatedKey(path: KeyPath, offset: number): Refused {
  return new Refused(`${shownPath(path)} is written more than once.`, {
    code: 'edit.repeated-key',
    hint: 'Keep one of them, and run the command again.',
    path,
    offset,
  })
}

export function aliased(path: KeyPath, offset: number): Refused {
  return new Refused(`${shownPath(path)} is an alias of a value that stands elsewhere.`, {
    code: 'edit.alias',
    hint: 'Write the value out in the place of the alias, and run the command again.',
    path,
    offset,
  })
}

export function missingItem(path: KeyPath, index: number): Refused {
  return new Refused(`${shownPath(path)} has no item ${index}.`, {
    code: 'edit.missing',
    hint: 'Run the command again: the file has changed.',
    path,
  })
}

/** The last check of every edit has found that something else would change as well. */
export function notExact(path: KeyPath): Refused {
  return new Refused(`${shownPath(path)} cannot be changed without a change of something else in the file.`, {
    code: 'edit.not-exact',
    hint: 'Write this part in a simpler form, without anchors and unusual line breaks, or add the entry by hand.',
    path,
  })
}

function shownPath(path: KeyPath): string {
  if (path.length === 0) return 'the top of the file'
  const key = shownKey(path.at(-1) ?? '')
  return path.length === 1 ? `key ${key}` : `key ${key} below ${shownKey(path.at(-2) ?? '')}`
}
