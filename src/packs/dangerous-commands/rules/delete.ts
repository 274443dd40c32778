import type { Word } from '../../../analyze/line.ts'
import type { Place } from '../../places/where.ts'
import { cleanedPaths, gitCall } from '../../touches/git.ts'
import { literal, type Touch } from '../../touches/touch.ts'
import type { Finding } from '../finding.ts'
import { shown, type Look, type Rule } from '../look.ts'
import { foundFiles, listedInCode } from './found-files.ts'

/** What is said of a place that is not the project's own. */
const NAMES: Readonly<Record<Exclude<Place, 'inside' | 'temporary' | 'unknown'>, string>> = {
  outside: 'a folder outside the project',
  system: 'a folder of the system',
  git: "git's own folder, and with it the history",
  project: 'the whole project or a folder around it',
  home: 'the home folder or a folder around it',
  device: 'a device',
  top: 'the whole file system',
}

const NARROW = 'Name one folder inside the project, or let a person do it.'

/** Recursive deletes of anything but folders in the project and temporary ones, and files that are emptied there. */
export const deletes: Rule = (look) => {
  const found = look.touches.flatMap((touch) => FINDERS[touch.how]?.(touch, look) ?? [])
  // A path that only a run knows hides none that is known.
  return (
    found.find(({ category }) => category !== 'unanalysable') ??
    found[0] ??
    deletedByCode(look) ??
    cleaned(look)
  )
}

const DELETING_CALL = /(?:^|\.)(?:unlink|unlinkSync|remove|delete|rmdir|rm|rmSync)$/

/** The folder that the code lists, or files in it that a star stands for. */
function deletedByCode(look: Look): Finding | undefined {
  if (
    look.program.via?.how !== 'code' ||
    !DELETING_CALL.test(look.name) ||
    look.args.some(({ known }) => known)
  )
    return undefined
  const found = listedInCode(look).find((each) =>
    isLarge(look.place(each.text.includes('*') ? asPattern(each) : each, false)),
  )
  return found === undefined ? undefined : finding(look, `delete every file that is found in ${shown(found)}`)
}

function asPattern(word: Word): Word {
  return { ...word, shape: word.text, known: false, isGlob: true }
}

type Finder = (touch: Touch, look: Look) => Finding | undefined

const FINDERS: Partial<Record<Touch['how'], Finder>> = {
  'delete-tree': deletedTree,
  delete: deleted,
  empty: emptied,
  write: overwritten,
  change: (touch, look) => (isOwnOfGit(touch, look) ? ofGit(touch, look) : undefined),
  move: moved,
}

function deletedTree({ file }: Touch, look: Look): Finding | undefined {
  const found = foundFiles(file, look)
  if (found !== undefined)
    return found.length === 0
      ? undefined
      : found.map((each) => treeAt(each, look)).find((each) => each !== undefined)
  return treeAt(file, look)
}

function treeAt(file: Word, look: Look): Finding | undefined {
  const place = look.place(file, false)
  if (place === 'inside' || place === 'temporary') return undefined
  if (place === 'git' && isOfTemporary(file, look)) return undefined
  if (place === 'unknown') return unknownTree(file, look)
  return finding(look, `delete ${NAMES[place]} with all that is in it (${shownWhere(file, look)})`)
}

/** After `cd /` a bare name is another folder than the reader thinks. */
function shownWhere(file: Word, { program: { folder } }: Look): string {
  const isElsewhere = folder.kind === 'known' && folder.path !== '.' && !/^[~/$\\]/.test(file.text)
  return isElsewhere ? `${shown(file)} in ${folder.path}` : shown(file)
}

/** A repository below a folder for temporary files may be deleted as a whole, and so may its `.git`. */
function isOfTemporary({ text, known }: Word, look: Look): boolean {
  const [, around = './'] = /^(.*\/)?\.git(?:\/|$)/.exec(text) ?? []
  return known && look.place(literal(`${around}x`)) === 'temporary'
}

function unknownTree(file: Word, { name }: Look): Finding {
  return {
    category: 'unanalysable',
    program: name,
    what: `delete a folder that only a run can tell, with all that is in it (${shown(file)})`,
    instead: 'Write out the path that is to be deleted.',
  }
}

function isLarge(place: Place): boolean {
  return place === 'project' || place === 'home' || place === 'top' || place === 'system' || place === 'git'
}

const SINGLE_GIT_FILES =
  /\.lock$|COMMIT_EDITMSG$|(?:MERGE|CHERRY_PICK|REVERT)_(?:HEAD|MSG)$|\/hooks\/[^/]+$|info\/exclude$/

function deleted({ file }: Touch, look: Look): Finding | undefined {
  const place = look.place(file, false)
  const isMany = /[*?]/.test(file.text) && !/[$`]/.test(file.text)
  const found = foundFiles(file, look)?.find((each) => isLarge(look.place(each, false)))
  if (found !== undefined) return finding(look, `delete every file that is found in ${shown(found)}`)
  if (place === 'git' && SINGLE_GIT_FILES.test(file.text)) return undefined
  if (place === 'git' || place === 'device')
    return finding(look, `delete a part of ${NAMES[place]} (${shown(file)})`)
  if (isMany && (place === 'home' || place === 'top' || place === 'project' || place === 'outside'))
    return finding(look, `delete everything that fits in ${NAMES[place]} (${shown(file)})`)
  return undefined
}

function emptied({ file }: Touch, look: Look): Finding | undefined {
  const place = look.place(file)
  if (place === 'inside' || place === 'temporary' || place === 'unknown') return undefined
  return finding(look, `leave nothing of a file in ${NAMES[place]} (${shown(file)})`)
}

/** Files in git's own folder that people change by hand. */
const PLAIN_GIT_FILES = /(?:info\/(?:exclude|attributes)|COMMIT_EDITMSG|description)$/

function isOwnOfGit({ file }: Touch, look: Look): boolean {
  return look.place(file) === 'git' && !PLAIN_GIT_FILES.test(file.text) && look.name !== 'git'
}

function ofGit({ file }: Touch, look: Look): Finding {
  const isRun = /hooks\/|config$/.test(file.text)
  const what = isRun ? 'put something where git runs it' : "change a file of git's own folder"
  return { ...finding(look, `${what} (${shown(file)})`), category: isRun ? 'environment' : 'delete' }
}

const SILENT = /^(?:|:|true|false|exec)$/

/** `: > file`, `> file`, `cat /dev/null > file`; any output on a file outside the project that is there already. */
function overwritten(touch: Touch, look: Look): Finding | undefined {
  const { program, name, line, texts } = look
  const isRedirected = program.redirections.some(({ target }) => target === touch.file)
  const place = look.place(touch.file)
  if (place === 'device') return undefined
  if (isOwnOfGit(touch, look)) return ofGit(touch, look)
  if (place !== 'outside' || !(isRedirected || name === 'tee')) return undefined
  const isEmpty =
    SILENT.test(name) ||
    (/^(?:cat|type)$/.test(name) && /^(?:\/dev\/null|nul)$/i.test(texts[0] ?? '')) ||
    ((name === 'echo' || name === 'printf') && texts.every((text) => /^(?:-n)?$/.test(text)))
  const isThere = touch.file.known && line.exists(touch.file.text)
  return isEmpty || isThere
    ? finding(look, `overwrite a file outside the project (${shown(touch.file)})`)
    : undefined
}

/** Moved onto nothing, or the project and the home themselves. */
function moved({ file }: Touch, look: Look): Finding | undefined {
  if (/^(?:\/dev\/null|nul)$/i.test(look.texts.at(-1) ?? ''))
    return finding(look, `move a file onto /dev/null, where nothing is left of it (${shown(file)})`)
  const place = look.place(file, false)
  const isWhole = place === 'git' || place === 'project' || place === 'home' || place === 'top'
  return isWhole && look.name !== 'git'
    ? finding(look, `move away ${NAMES[place]} (${shown(file)})`)
    : undefined
}

function cleaned({ name, program }: Look): Finding | undefined {
  if (name !== 'git') return undefined
  const { command, args } = gitCall(program.words)
  const letters = args.map(({ text }) => text)
  const has = (letter: string, long: string): boolean =>
    letters.some((text) => text === long || new RegExp(`^-[a-zA-Z]*${letter}`).test(text))
  const isReal =
    command?.text === 'clean' && has('f', '--force') && !has('n', '--dry-run') && !has('i', '--interactive')
  if (!isReal || cleanedPaths(args) !== undefined || !(has('x', '--x') || has('X', '--X'))) return undefined
  return {
    category: 'delete',
    program: 'git',
    what: 'delete every file that git does not keep, with ignored ones such as .env',
    instead: 'Look with `git clean -n` first, then delete the files by name.',
  }
}

function finding({ name }: Look, what: string): Finding {
  return { category: 'delete', program: name, what, instead: NARROW }
}
