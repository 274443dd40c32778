import { resolve } from 'node:path'
import type { ShellName } from '../../core/hook.ts'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { createScratchFile } from '../../ports/scratch.ts'
import { splitWords } from '../../shells/argv.ts'
import { changedName, SCRIPT_SHELLS, scriptCommand } from '../../shells/script.ts'
import type { GitHook } from '../contracts/model.ts'
import { resolveProgram } from './program.ts'
import type { Argv } from '../contracts/runnable.ts'

/** What the words of an entry mean, and where its program is looked for. */
export type EntryContext = {
  readonly cwd: string
  /** With the PATH the hook's processes get. */
  readonly env: Readonly<Record<string, string>>
  readonly platform: NodeJS.Platform
  readonly scratchDir: string
  /** The first word of a direct entry is a path below this folder. */
  readonly base?: string
}

/** Entry and shell to a command line, for every language. Nothing else is decided here. */
export function makeArgv(hook: GitHook, context: EntryContext): Argv | Issue {
  const { shell } = hook
  const argv = shell === undefined ? directArgv(hook, context) : scriptArgv(hook, shell, context)
  return isIssue(argv) ? { ...argv, place: { ...hook.place, hook: hook.id } } : argv
}

function directArgv(hook: GitHook, context: EntryContext): Argv | Issue {
  const split = splitWords(hook.entry)
  if (isIssue(split)) return entryProblem(hook.entry, split)
  const [first = '', ...rest] = split.map((word) => withHookRepo(word, hook, context))
  const program = context.base === undefined ? first : resolve(context.base, first)
  const words = [...resolveProgram(program, context), ...rest]
  const [file = '', ...args] = words
  return { words, command: (more) => ({ file, args: [...args, ...more] }), dispose: () => {} }
}

/**
 * Replaces `{hook_repo}` in a word of a direct entry, so that no character of the path can start a new word. The source
 * of a shell is never touched: there the path would be code.
 */
function withHookRepo(word: string, { repo }: GitHook, { cwd }: EntryContext): string {
  return word.replaceAll('{hook_repo}', () => (repo.kind === 'remote' ? repo.clone : cwd))
}

/** The source goes to a file, unchanged; it serves all batches of one run of the hook. */
function scriptArgv(hook: GitHook, shell: ShellName, context: EntryContext): Argv | Issue {
  const { scriptFile } = SCRIPT_SHELLS[shell]
  const script = writeScript(context.scratchDir, scriptFile, hook.entry)
  if (isIssue(script)) return script
  const adapter = (args: readonly string[]) =>
    scriptCommand(shell, script.path, { args, platform: context.platform })
  const bare = adapter([])
  if (isIssue(bare)) return bare
  const program = resolveProgram(bare.file, context)
  const [file = '', ...lead] = program
  return {
    words: [...program, ...bare.args],
    command(more) {
      // Parameters in `args` are the hook's own; a file must not pass for one.
      const whole = changedName(shell, more.slice(hook.args.length)) ?? adapter(more)
      return isIssue(whole) ? whole : { ...whole, file, args: [...lead, ...whole.args] }
    },
    dispose: () => script.remove(),
  }
}

function writeScript(folder: string, name: string, source: string) {
  try {
    return createScratchFile(folder, name, source)
  } catch (error) {
    return issue(
      'shell.script',
      { file: folder },
      `The script of the entry could not be written: ${(error as Error).message}.`,
      'Check the disk and the permissions of the folder.',
    )
  }
}

function entryProblem(entry: string, problem: Issue): Issue {
  const message =
    problem.code === 'command.empty'
      ? 'Failed to parse entry: entry is empty'
      : `Failed to parse entry \`${entry}\` as commands`
  return { ...problem, code: 'entry.invalid', message }
}
