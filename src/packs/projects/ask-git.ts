import type { PackContext } from '../code.ts'

/** Settings over those of the repository, so that git starts nothing that the repository names. */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.askPass=',
  'submodule.recurse=false',
  'maintenance.auto=false',
  'gc.auto=0',
  'protocol.allow=never',
  'protocol.ext.allow=never',
  'protocol.file.allow=never',
  'protocol.git.allow=never',
  'protocol.http.allow=never',
  'protocol.https.allow=never',
  'protocol.ssh.allow=never',
]

/** What a calling git says about its own repository, and what would change how arguments are read. */
const REMOVED = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_CONFIG',
  'GIT_EXTERNAL_DIFF',
  'GIT_LITERAL_PATHSPECS',
  'GIT_GLOB_PATHSPECS',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
]

/** Variables of every call of git: no question, no lock, no editor, no object fetched from a remote. */
export const GIT_VARIABLES: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(REMOVED.map((name) => [name, undefined])),
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
}

const TIMEOUT_MS = 20_000
/** A listing of some hundred thousand files. */
const MOST_BYTES = 32 * 1_048_576

/** A question to git about one folder. */
export type GitQuestion = {
  readonly cwd: string
  /**
   * Only subcommands that compare no contents, so that no filter is asked: `ls-files`, `rev-parse`, `check-ignore`,
   * `config --list`.
   */
  readonly args: readonly string[]
  readonly input?: string
}

/** What git said; undefined: it could not be asked, or said more than is kept. */
export type GitReply = { readonly code: number; readonly stdout: string } | undefined

/** Asks git without running what the repository configures. */
export async function askGit(question: GitQuestion, context: PackContext): Promise<GitReply> {
  const args = ['--no-pager', ...SETTINGS.flatMap((setting) => ['-c', setting]), ...question.args]
  const run = await context.run('git', args, {
    cwd: question.cwd,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_BYTES,
    variables: GIT_VARIABLES,
    ...(question.input !== undefined && { input: question.input }),
  })
  if (run.kind !== 'exited' || run.droppedBytes > 0) return undefined
  return { code: run.code, stdout: run.stdout }
}
