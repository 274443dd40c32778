import type { Word } from '../../analyze/line.ts'
import { has, takeOptions, texts, valuesOf } from './options.ts'
import { each, literal, within, type How, type Touch, type Toucher } from './touch.ts'

const COPY_OPTIONS = '-t --target-directory -S --suffix -m --mode -o --owner -g --group'

/** Where the words of a program that copies would put something. `put`: what happens to a file that is there. */
function copied(args: readonly Word[], from: How, put: How = 'write'): readonly Touch[] {
  const taken = takeOptions(args, { valued: COPY_OPTIONS })
  const named = valuesOf(taken, '-t', '--target-directory').at(-1)
  const sources = named === undefined ? taken.operands.slice(0, -1) : taken.operands
  const target = named ?? (taken.operands.length > 1 ? taken.operands.at(-1) : undefined)
  if (target === undefined) return each(from, sources)
  const inside = has(taken, '-T', '--no-target-directory') ? [] : sources.map((file) => within(target, file))
  return [...each(from, sources), ...each(put, [target]), ...each(put, inside)]
}

/** `cp /dev/null x` leaves nothing of x; a copy that is a link gives the file a second name. */
export const cp: Toucher = (args) => {
  const isLink = has(takeOptions(args), '-l', '-s', '--link', '--symbolic-link')
  const isEmpty = texts(args).includes('/dev/null')
  return copied(args, isLink ? 'link' : 'read', isEmpty ? 'empty' : 'write')
}

export const mv: Toucher = (args) => copied(args, 'move')

export const install: Toucher = (args) =>
  has(takeOptions(args), '-d', '--directory')
    ? each('change', takeOptions(args, { valued: COPY_OPTIONS }).operands)
    : copied(args, 'read')

/** With one operand the link gets its name in this folder. */
export const ln: Toucher = (args) => {
  const { operands } = takeOptions(args, { valued: COPY_OPTIONS })
  const [only] = operands
  return operands.length === 1 && only !== undefined
    ? [...each('link', [only]), ...each('write', [within(literal('.'), only)])]
    : copied(args, 'link')
}

const RSYNC =
  '-e --rsh --exclude --include --exclude-from --include-from --filter -f --files-from --log-file --password-file --max-size ' +
  '--min-size --bwlimit --port --backup-dir --suffix -T --temp-dir --compare-dest --copy-dest --link-dest --chmod --chown -M --timeout'

/** Of two places at most one is on another machine; that one is nobody's file here. */
export const rsync: Toucher = (args) => {
  const taken = takeOptions(args, { valued: RSYNC })
  const target = taken.operands.at(-1)
  if (has(taken, '-n', '--dry-run') || target === undefined) return []
  const deletes = taken.options.some(({ name }) => name.startsWith('--del'))
  const moves = taken.options.some(({ name }) => name === '--remove-source-files')
  const sources = taken.operands.slice(0, -1).filter(isHere)
  return [
    ...each(moves ? 'move' : 'read', sources),
    ...(isHere(target) ? each(deletes ? 'delete-tree' : 'write', [target]) : []),
    ...(isHere(target)
      ? each(
          'write',
          sources.map((file) => within(target, file)),
        )
      : []),
    ...each('read', valuesOf(taken, '--files-from')),
  ]
}

export const scp: Toucher = (args) => {
  const { operands } = takeOptions(args, { valued: '-i -P -o -F -l -c -J -S -D' })
  const target = operands.at(-1)
  const sources = operands.slice(0, -1)
  return [
    ...each('read', sources.filter(isHere)),
    ...(target !== undefined && isHere(target)
      ? each('write', [target, ...sources.map((file) => within(target, file))])
      : []),
  ]
}

/** `host:path` and `u@h:path` are elsewhere, `c:` alone may be a drive; a slash in front of the colon makes it a path. */
export function isHere({ text }: Word): boolean {
  return !/^(?:[\w.-]+@[\w.-]+|[\w.-]{2,}):|^\[|^(?:rsync|scp|sftp):\/\//.test(text)
}

/** `if=x of=y`. */
export const dd: Toucher = (args) =>
  args.flatMap((word): readonly Touch[] => {
    const [, key] = /^(if|of)=/.exec(word.text) ?? []
    if (key === undefined) return []
    const file: Word = { ...word, text: word.text.slice(3), shape: word.shape.slice(3) }
    return each(key === 'if' ? 'read' : 'write', [file])
  })
