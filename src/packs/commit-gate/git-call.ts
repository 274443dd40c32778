import type { Program, Word } from '../../analyze/line.ts'
import { gitSubcommand } from '../../analyze/programs/git.ts'

/** What a call of git says before its subcommand, the subcommand, and what follows. */
export type GitCall = {
  /** Empty: git is only asked for help or its version. `*`: only known at run time. */
  readonly subcommand: string
  readonly args: readonly string[]
  /** Folders to change to, one after the other, and where the repository is said to be. */
  readonly folders: readonly string[]
  /** Aliases that the call itself defines, by name in lower case. */
  readonly aliases: Readonly<Record<string, string>>
}

/** Stands for a word that is only known at run time. */
const UNKNOWN = '*'

/** Returns the call of git that a program is; undefined: it is another program. */
export function gitCallOf(program: Program): GitCall | undefined {
  const words = program.words.map(textOf)
  const direct = /^git-([a-z-]+)$/.exec(program.name)?.[1]
  if (direct !== undefined)
    return { subcommand: direct, args: words.slice(1), folders: folderVariables(program), aliases: {} }
  if (program.name !== 'git') return undefined
  return { ...callIn(words), folders: [...folderVariables(program), ...callIn(words).folders] }
}

/** The same for words that are no program of a line, such as those of an alias. */
export function callIn(words: readonly string[]): GitCall {
  const at = gitSubcommand(words, 0)
  const before = words.slice(1, at)
  const isHelp = before.some((word) => /^(?:--help|-h|--version|-v)$/.test(word))
  return {
    subcommand: isHelp ? '' : (words[at] ?? ''),
    args: words.slice(at + 1),
    folders: foldersIn(before),
    aliases: aliasesIn(before),
  }
}

function textOf({ text, known }: Word): string {
  return known ? text : UNKNOWN
}

/** A folder that is only known at run time is left out: the repository is then looked for from where the line starts. */
function foldersIn(options: readonly string[]): readonly string[] {
  const changes = valuesOf(options, /^-C$/, /^-C(?=.)/)
  const trees = valuesOf(options, /^--work-tree$/, /^--work-tree=/)
  const dirs = valuesOf(options, /^--git-dir$/, /^--git-dir=/).map(folderOfGitDir)
  const place = trees.length > 0 ? trees : dirs
  return [...changes, ...place.slice(-1)].filter((folder) => !folder.includes(UNKNOWN))
}

function aliasesIn(options: readonly string[]): Readonly<Record<string, string>> {
  const settings = valuesOf(options, /^-c$/, /^-c(?=.)/)
  return Object.fromEntries(
    settings.flatMap((setting) => {
      const [, name, value] = /^alias\.([^=]+)=(.*)$/is.exec(setting) ?? []
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value] as const]
    }),
  )
}

function valuesOf(options: readonly string[], separate: RegExp, attached: RegExp): readonly string[] {
  return options.flatMap((word, at) => {
    if (separate.test(options[at - 1] ?? '')) return [word]
    return attached.test(word) ? [word.replace(attached, '')] : []
  })
}

function folderVariables({ variables }: Program): readonly string[] {
  const value = (name: string): readonly string[] =>
    variables.flatMap((each) => (each.name === name && each.value.known ? [each.value.text] : []))
  const trees = value('GIT_WORK_TREE')
  return trees.length > 0 ? trees.slice(-1) : value('GIT_DIR').slice(-1).map(folderOfGitDir)
}

function folderOfGitDir(dir: string): string {
  return dir.replace(/[\\/]?\.git[\\/]?$/, '') || '.'
}
