/** What one hook does: bytes on its streams, then its exit code. */
export type HookDoes = {
  readonly stdout?: string
  readonly stderr?: string
  readonly exit?: number
  /** Shell words before the output. */
  readonly before?: string
  /** Answers the first time only, so that an agent that goes on can end. */
  readonly isOnce?: boolean
}

/** An answer that is given once natively and once through the bridge: hooks by the agent's own name of the event. */
export type OddAnswer = {
  readonly name: string
  readonly hooks: Readonly<Record<string, readonly HookDoes[]>>
  /** The command of the model fails after it has made its file. */
  readonly failsTool?: boolean
}

/** Text files in the sandbox that the commands of an answer print, by their path. */
export type AnswerFiles = Readonly<Record<string, string>>

/** The shell commands of an answer, and the files they need. They note in `calls.txt` that they ran. */
export function commandsOf(
  { hooks }: OddAnswer,
  root: string,
): { readonly commands: Readonly<Record<string, readonly string[]>>; readonly files: AnswerFiles } {
  const files: Record<string, string> = {}
  const entries = Object.entries(hooks).map(([event, list]) => {
    const commands = list.map((does, index) => {
      const name = `${event}-${index}`
      if (does.stdout !== undefined) files[`said/${name}.out`] = does.stdout
      if (does.stderr !== undefined) files[`said/${name}.err`] = does.stderr
      return commandOf(does, name, root)
    })
    return [event, commands] as const
  })
  return { commands: Object.fromEntries(entries), files }
}

function commandOf({ stdout, stderr, exit, before, isOnce }: HookDoes, name: string, root: string): string {
  return [
    `echo ${name} >> ${root}/calls.txt`,
    isOnce === true ? `test -e ${root}/${name}.once && exit 0; touch ${root}/${name}.once` : '',
    before ?? '',
    stdout === undefined ? '' : `cat ${root}/said/${name}.out`,
    stderr === undefined ? '' : `cat ${root}/said/${name}.err >&2`,
    exit === undefined ? '' : `exit ${exit}`,
  ]
    .filter((part) => part !== '')
    .join('; ')
}

/** A document as a hook prints it. */
export function json(value: unknown): string {
  return JSON.stringify(value)
}

/** 30,000 characters with a mark at the end. */
export function longText(mark: string): string {
  return `${'lorem ipsum '.repeat(2500).slice(0, 30_000 - mark.length - 1)} ${mark}`
}
