import type { Program, Word } from '../../analyze/line.ts'
import { isNameTest, namesOfFind } from '../touches/editing.ts'
import { has, takeOptions } from '../touches/options.ts'
import { PLAIN_USES } from '../touches/plain.ts'
import { literal, type How, type Touch } from '../touches/touch.ts'
import { isKnownProgram, touchesOf } from '../touches/touches-of.ts'
import { mayBeOfGit } from './names-of-git.ts'
import { isUsualTool } from '../touches/usual-tool.ts'

/** A file that a program of a line uses. */
export type Use = Touch & {
  /** True: the folder and what is in it. */
  readonly isTree?: true
  /** True: all files below it, so those that are there now count. */
  readonly isWhole?: true
  /** True: whatever it is found as, it is nothing in git's own folder. */
  readonly isNotOfGit?: true
  /** True: it may use the file, or another one. */
  readonly isUnsure?: true
}

/** Programs that only name files. */
const NAME_ONLY: ReadonlySet<string> = new Set(
  (
    'echo printf test [ [[ ls ll dir exa eza stat file basename dirname realpath readlink cd pushd popd which type command ' +
    'export set unset local declare true false : kill ps pgrep pkill du df tree sudo env xargs nohup time timeout exit return ' +
    'read alias npm pnpm yarn bun gh git find fd exec mkdir sleep date wait brew apt apt-get pip pip3 cargo go kubectl helm ' +
    'terraform aws gcloud az systemctl hookwright get-childitem gci test-path write-output write-host set-location resolve-path'
  ).split(' '),
)

const INTERPRETERS =
  /^(?:python[\d.]*|pypy3?|node|nodejs|deno|bun|tsx|perl|ruby|php|lua|osascript|Rscript|julia|awk|gawk|mawk)$/

/** Returns the files that a program uses, as far as its words tell. */
export function usesOf(program: Program, programs: readonly Program[]): readonly Use[] {
  return [
    ...touchesOf(program).flatMap((touch) => lookedUp(copied(touch, program), program, programs)),
    ...recursive(program),
    ...guessed(program),
    ...mentioned(program),
  ].filter(({ file }) => !isPipe(file))
}

/** True for `<(sort a.txt)`, which does not name a file; the program in it is looked at by itself. */
function isPipe({ text, known }: Word): boolean {
  return !known && /^[<>]\([^]*\)$/.test(text)
}

/** Programs that take folders with all that is in them, and the options with which they do. */
const COPIES: Readonly<Record<string, RegExp>> = {
  cp: /^-(?!-)\w*[rRa]|^--(?:rec|arc)/,
  gcp: /^-(?!-)\w*[rRa]|^--(?:rec|arc)/,
  ditto: /^/,
  rsync: /^-(?!-)\w*[ra]|^--(?:rec|arc)/,
  scp: /^-(?!-)\w*r/,
  tar: /^-?(?!-)\w*[cru]|^--(?:create|append|update)/,
  gtar: /^-?(?!-)\w*[cru]|^--(?:create|append|update)/,
  bsdtar: /^-?(?!-)\w*[cru]|^--(?:create|append|update)/,
  zip: /^-(?!-)\w*r|^--recurse/,
}

/** A copy of a folder is one of the protected files in it, where nothing protects them. */
function copied(touch: Touch, { name, words }: Program): Use {
  const option = Object.hasOwn(COPIES, name) ? COPIES[name] : undefined
  const isTree = option !== undefined && words.slice(1).some(({ text }) => option.test(text))
  return isTree && (touch.how === 'read' || touch.how === 'move')
    ? { ...touch, below: true, isWhole: true }
    : touch
}

/** What `find` finds, and `xargs` is given. */
function lookedUp(touch: Use, program: Program, programs: readonly Program[]): readonly Use[] {
  const tree = touch.how === 'delete-tree' || touch.how === 'mode-tree' ? ({ isTree: true } as const) : {}
  const finder = touch.file.known ? undefined : finderOf(program, programs)
  if (program.name === 'find' && touch.how === 'delete-tree')
    return foundBy(program).map((use) => ({ ...touch, ...use, isUnsure: true, ...tree }))
  if (finder === undefined || touch.file.isGlob) return [{ ...touch, ...tree }]
  return foundBy(finder).map((use) => ({ ...touch, ...use, isUnsure: true, ...tree }))
}

function finderOf({ via }: Program, programs: readonly Program[]): Program | undefined {
  const carrier = via?.how === 'wrapper' && via.program !== undefined ? programs[via.program] : undefined
  if (carrier?.name === 'find') return carrier
  if (carrier?.name !== 'xargs' || carrier.input.from !== 'pipe') return undefined
  return carrier.input.programs
    .map((id) => programs[id])
    .find((each) => each !== undefined && FINDERS.test(each.name))
}

/** Programs that list names of files. */
const FINDERS = /^(?:find|ls|git|e?grep|rg|ag)$/

/** Options with which they list hidden files, or those that git does not have. */
const HIDDEN: Readonly<Record<string, RegExp>> = {
  ls: /^-(?!-)\w*[aA]|^--(?:all|almost)/,
  git: /^-(?!-)\w*o|^--others/,
}

/** What such a program lists: names with a star for what is left open, or whatever is below a folder. */
function foundBy({ name, words }: Program): readonly Found[] {
  const operands = words.slice(1).filter(({ text }) => !text.startsWith('-'))
  if (name === 'ls' && operands.length > 0) return operands.map((file) => ({ file }))
  if (name !== 'find') {
    const file = (name === 'git' ? undefined : operands[1]) ?? literal('.')
    const isWhole = HIDDEN[name] !== undefined && words.some(({ text }) => HIDDEN[name]?.test(text))
    return [{ file, below: true, ...(isWhole && { isWhole }) }]
  }
  return founds(words)
}

type Found = Pick<Use, 'file' | 'below' | 'isWhole' | 'isNotOfGit'>

/** True when `find` also finds files whose names are not asked for: `-name x -prune -o -type f`, `! -name x`. */
function isOpen(words: readonly Word[]): boolean {
  const texts = words.map(({ text }) => text)
  const parts = texts.join('\0').split(/\0(?:-o|-or)\0/)
  return parts.some((part) => {
    const own = part.split('\0')
    const isTold = own.some((text, at) => isNameTest(text) && !/^(?:!|-not)$/.test(own[at - 1] ?? ''))
    return !isTold && !own.includes('-prune')
  })
}

/** Words in which a star stands for what the names leave open. */
function founds(words: readonly Word[]): readonly Found[] {
  const end = words.findIndex(({ text }, at) => at > 0 && /^[-(!]/.test(text))
  const given = words.slice(1, end === -1 ? undefined : end)
  const starts = given.length > 0 ? given : [literal('.')]
  const negated = new Set(words.filter((_, at) => /^(?:!|-not)$/.test(words[at - 2]?.text ?? '')))
  const tested = namesOfFind(words).filter((word) => !negated.has(word))
  const names = tested.map(({ text }) => ({
    name: text.replace(/^\*?\/?/, '*'),
    isOfGit: text.includes('/') || mayBeOfGit(text),
  }))
  if (names.length === 0 || isOpen(words)) return starts.map((file) => ({ file, below: true, isWhole: true }))
  return starts.flatMap((start) =>
    names.map(({ name, isOfGit }) => ({
      file: { text: `${start.text}/${name}`, shape: `${start.shape}/${name}`, known: false, isGlob: false },
      ...(!isOfGit && start.known && !start.text.includes('.git') && { isNotOfGit: true as const }),
    })),
  )
}

/** Searches through folders. */
function recursive({ name, words }: Program): readonly Use[] {
  const args = words.slice(1)
  const isDeep =
    /^(?:rg|ag|ack|ugrep)$/.test(name) ||
    (/^(?:e|f|z)?grep$/.test(name) &&
      args.some(({ text }) => /^-(?!-)\w*[rR]|^--(?:dereference-)?recursive/.test(text)))
  if (!isDeep) return []
  const taken = takeOptions(args, PLAIN_USES.get(name))
  const hasPattern = has(taken, '-e', '-f', '--regexp', '--file', '--files')
  const operands = taken.operands.slice(hasPattern ? 0 : 1)
  const folders = operands.length > 0 ? operands : [literal('.')]
  // ripgrep and its like leave out what is hidden or ignored unless they are told otherwise.
  const isWhole =
    !/^(?:rg|ag|ack)$/.test(name) ||
    args.some(({ text }) => /^-(?!-)\w*[u.]|^--(?:hidden|unr|no-ign)/.test(text))
  return folders.map((file) => ({ how: 'read', file, below: true, ...(isWhole && { isWhole }) }))
}

/** A program of which nothing is known may do anything with the files that it is given. */
function guessed(program: Program): readonly Use[] {
  const { name, words, via } = program
  if (isKnownProgram(program) || NAME_ONLY.has(name) || via?.how === 'code') return []
  if (name === '' && !isUsualTool(program)) return []
  return words
    .slice(1)
    .flatMap(pathsOf)
    .map((file): Use => ({ how: 'any', file, isUnsure: true }))
}

/** A word, and the value of an option: `--file=x`. */
function pathsOf(word: Word): readonly Word[] {
  const equals = word.text.indexOf('=')
  const value =
    equals === -1
      ? undefined
      : { ...word, text: word.text.slice(equals + 1), shape: word.shape.slice(word.shape.indexOf('=') + 1) }
  const own = word.text.startsWith('-') || /\s/.test(word.text) ? [] : [word]
  return [...own, ...(value === undefined ? [] : [value])].filter(({ text, known }) => known && text !== '')
}

const MOST_TEXTS = 300

/** Texts in quotes in code: what the code does with them is not followed. */
function mentioned({ name, words, input }: Program): readonly Use[] {
  if (!INTERPRETERS.test(name)) return []
  const code = [...words.slice(1).map(({ text }) => text), input.from === 'text' ? input.text.text : '']
    .join('\n')
    .slice(0, 200_000)
  const texts = Array.from(
    code.matchAll(/(["'`])((?:(?!\1)[^\n\\]){1,300})\1|%[qQw]?[({[]([^)}\]\n]{1,300})[)}\]]/g),
    ([, , quoted, other]) => quoted ?? other ?? '',
  )
  const paths = texts.filter((text) => /[./~]/.test(text) && !/\s/.test(text)).slice(0, MOST_TEXTS)
  return [...new Set(paths)].map((text): Use => ({ how: 'any', file: literal(text), isUnsure: true }))
}

/** True when a use reads the file, or makes it readable elsewhere. */
export function reads(how: How): boolean {
  return how === 'read' || how === 'load' || how === 'link' || how === 'move' || how === 'any'
}

/** True when a use changes the file or its name. */
export function writes(how: How): boolean {
  return how !== 'read' && how !== 'load'
}
