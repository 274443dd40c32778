import { resolve } from 'node:path'
import type { HandlerSpec, Hook, Start } from '../core/hook.ts'
import { isIssue, issue, warning, type Issue, type Place } from '../core/issue.ts'
import type { Outcome } from '../core/outcome.ts'
import { isFileProblem, type Files } from '../ports/files.ts'
import { createScratchFile, createSpareScratchFile, type ScratchFile } from '../ports/scratch.ts'
import type { Launch, ProcessLimits, RunRecords } from '../process/spawn.ts'
import { inlineForm, withPosixPaths, type InlineCommand, type InlineForm } from '../shells/inline.ts'
import { SCRIPT_SHELLS, scriptCommand, textCommand } from '../shells/script.ts'
import type { Command } from '../shells/shell.ts'
import { withoutValues, wordsToStart } from './filled-words.ts'
import type { Handler, StepInput } from './handler.ts'
import { mayBeUnparsed, settleUnparsed } from './unparsed.ts'

export type CommandParts = {
  readonly launch: (launch: Launch) => Promise<Outcome>
  /** Where temporary scripts live. */
  readonly scratchRoot: string
  /** Folders below which a script may go when `scratchRoot` takes none. Default: none. */
  readonly scratchBases?: () => readonly string[]
  readonly platform: NodeJS.Platform
  readonly limits: ProcessLimits
  /** Where running hooks are written down. Absent: nowhere. */
  readonly records?: RunRecords
  readonly files: Pick<Files, 'kind'> & Partial<Pick<Files, 'readBytes'>>
  /** Where a hook runs when neither its directory nor the project exists any more. */
  readonly home: string
  /** The engine's own environment, never a project's; that of the event comes before it. */
  readonly variable: (name: string) => string | undefined
}

type Spec = Extract<HandlerSpec, { type: 'command' }>
type Starts = { [Kind in Start['kind']]: Extract<Start, { kind: Kind }> }
/** One step, where it runs, and how to start its process. */
type Job = {
  readonly step: StepInput
  readonly parts: CommandParts
  readonly cwd: string
  /** The file its process reads, if we made one. */
  readonly script?: ScratchFile
  /** How a command string is started. */
  readonly form?: InlineForm
}

/** Runs a hook's command as a supervised process. */
export function createCommandHandler(parts: CommandParts): Handler {
  return (step) => {
    const { handler } = step.hook
    if (handler.type !== 'command') throw new TypeError(`not a command hook: ${handler.type}`)
    const gone = missingPlugin(step.hook, parts.files)
    if (gone) return Promise.resolve(notStarted(gone))
    const job = { step, parts, cwd: workingDirectory(handler, step) }
    switch (handler.start.kind) {
      case 'argv':
        return runWords(handler.start, job)
      case 'script':
        return runScript(handler.start, job)
      case 'inline':
        return runInline(handler.start, job)
    }
  }
}

/**
 * Many interpreters end with 2 when their script is not there, which would read as a block. A folder that
 * may not be looked into is left to the system.
 */
function missingPlugin(hook: Hook, files: CommandParts['files']): Issue | undefined {
  const { owner } = hook.source
  if (owner?.kind !== 'plugin') return undefined
  const kind = files.kind(owner.root)
  if (kind === 'directory' || isFileProblem(kind)) return undefined
  const what = kind === undefined ? 'does not exist' : 'is no directory'
  return issue(
    'plugin.missing',
    placeOf(hook),
    `The directory "${owner.root}" of plugin "${owner.name}" ${what}.`,
    `Install the plugin again, or remove it.`,
  )
}

function workingDirectory({ cwd }: Spec, { event }: StepInput): string {
  return cwd === undefined ? event.cwd : resolve(event.projectDir, cwd)
}

/** A relative program is looked for in the directory the hook runs in, whichever that becomes. */
async function runWords(spec: Starts['argv'], job: Job): Promise<Outcome> {
  const words = wordsToStart(spec, placeOf(job.step.hook))
  if (isIssue(words)) return notStarted(words)
  const [program, ...args] = words
  if (!program) return notStarted(issue('command.empty', placeOf(job.step.hook), 'The command is empty.'))
  const isPath = program.includes('/') || (job.parts.platform === 'win32' && program.includes('\\'))
  const run = (cwd: string): Promise<Outcome> =>
    start({ file: isPath ? resolve(cwd, program) : program, args }, { ...job, cwd })
  const outcome = await (hasOwnDirectory(job) ? run(job.cwd) : withLostDirectory(job, run))
  return withoutValues(outcome, spec, job.step.hook)
}

function hasOwnDirectory({ step: { hook } }: Job): boolean {
  return hook.handler.type === 'command' && hook.handler.cwd !== undefined
}

/** An agent may delete the directory it is in; its guards must run all the same (2.1.239). */
async function withLostDirectory(job: Job, run: (cwd: string) => Promise<Outcome>): Promise<Outcome> {
  const outcome = await run(job.cwd)
  if (!hasLostDirectory(outcome)) return outcome
  for (const cwd of [job.step.event.projectDir, job.parts.home]) {
    const again = cwd === job.cwd ? outcome : await run(cwd)
    if (!hasLostDirectory(again)) return again
  }
  return outcome
}

async function runScript(spec: Starts['script'], job: Job): Promise<Outcome> {
  const script = writeScript(spec, job)
  if (isIssue(script)) return runUnwritten(script, spec, job)
  try {
    const command = scriptCommand(spec.shell, script.path, { args: spec.args, platform: job.parts.platform })
    if (isIssue(command)) return notStarted({ ...command, place: placeOf(job.step.hook) })
    return await startShell(command, spec, { ...job, script })
  } finally {
    script.remove()
  }
}

/** Without a file, where the shell takes the text as an argument and the script cannot tell the difference. */
async function runUnwritten(problem: Issue, spec: Starts['script'], job: Job): Promise<Outcome> {
  const command = textCommand(spec.shell, spec.source, spec.args)
  if (command === undefined) return notStarted(problem)
  const outcome = await startShell(command, spec, job)
  if (outcome.kind !== 'exited' && outcome.kind !== 'timed-out') return outcome
  return { ...outcome, warnings: [...(outcome.warnings ?? []), shownToOthers(problem)] }
}

async function startShell(command: Command, { shell }: Starts['script'], job: Job): Promise<Outcome> {
  const { program, install } = SCRIPT_SHELLS[shell]
  const outcome = await start(command, job)
  return isMissing(outcome) ? notStarted(missingShell([program], install, job)) : outcome
}

function writeScript({ shell, source }: Starts['script'], job: Job): ScratchFile | Issue {
  const { scriptFile } = SCRIPT_SHELLS[shell]
  try {
    return createScratchFile(job.parts.scratchRoot, scriptFile, source)
  } catch (error) {
    const bases = job.parts.scratchBases?.() ?? []
    return createSpareScratchFile(bases, scriptFile, source) ?? cannotWrite(error, job)
  }
}

async function runInline(spec: Starts['inline'], job: Job): Promise<Outcome> {
  const form = inlineForm(job.step.inlineForms, spec.form)
  if (form === undefined) return notStarted(unknownForm(spec, job.step.hook))
  const { commands, install, lostDirectory } = form
  const { env } = job.step
  const choices = commands(spec, { ...job.parts, variable: variableOf(job), given: (name) => env[name] })
  for (const choice of choices) {
    const run = (cwd: string): Promise<Outcome> => start(choice, { ...job, cwd, form })
    const outcome = await (lostDirectory === 'project' ? withLostDirectory(job, run) : run(job.cwd))
    if (!isMissing(outcome)) return outcome
  }
  return notStarted(
    missingShell(
      choices.map((choice) => choice.file),
      install,
      job,
    ),
  )
}

function variableOf({ step: { variables }, parts }: Job): CommandParts['variable'] {
  return variables === undefined ? parts.variable : (name) => variables[name]
}

async function start(command: InlineCommand, job: Job): Promise<Outcome> {
  const outcome = await launchCommand(command, job)
  if (!mayBeUnparsed(outcome, command)) return outcome
  const { hook } = job.step
  return settleUnparsed(outcome, { command, hook, read: reading(job), run: (again) => parse(again, job) })
}

function reading({ parts: { files } }: Job): (path: string) => string | undefined {
  return (path) => {
    const bytes = files.readBytes?.(path, MOST_SCRIPT_BYTES)
    return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : undefined
  }
}

const MOST_SCRIPT_BYTES = 1024 * 1024
const PARSE_TIMEOUT_MS = 5_000

/** Runs nothing of the script, nor of the files that a shell reads before it. */
function parse(command: Command, { step, parts, cwd }: Job): Promise<Outcome> {
  const { BASH_ENV: _, ENV: __, ...env } = step.env
  return parts.launch({
    file: command.file,
    args: command.args,
    cwd,
    env,
    input: '',
    timeoutMs: PARSE_TIMEOUT_MS,
    signal: step.leash ?? step.signal,
    leftovers: 'terminate',
    limits: parts.limits,
  })
}

function launchCommand(
  { file, args, verbatim, paths }: InlineCommand,
  { step, parts, cwd, script, form }: Job,
): Promise<Outcome> {
  return parts.launch({
    file,
    args,
    cwd,
    env: paths === 'posix' ? withPosixPaths(step.env, form?.pathVariables ?? []) : step.env,
    input: step.input,
    timeoutMs: step.timeoutMs,
    signal: step.leash ?? step.signal,
    leftovers: step.hook.detach ? 'leave' : 'terminate',
    // A detached hook ends with its first process: what it leaves running may hold stdout open.
    ...(step.endsAt && !step.hook.detach && { endsAt: step.endsAt }),
    ...(step.finalCodes && { finalCodes: step.finalCodes }),
    ...(step.talk && { talk: step.talk }),
    ...(step.onOutput && { onOutput: step.onOutput }),
    limits: parts.limits,
    ...(parts.records && { records: parts.records }),
    ...(script && { giveFiles: script.give }),
    ...(verbatim && { verbatim }),
  })
}

function isMissing(outcome: Outcome): boolean {
  return outcome.kind === 'not-started' && outcome.issue.code === 'launch.not-found'
}

function hasLostDirectory(outcome: Outcome): boolean {
  return outcome.kind === 'not-started' && outcome.issue.code === 'launch.cwd'
}

function missingShell(programs: readonly string[], install: string, { step }: Job): Issue {
  const names = programs.map((program) => `"${program}"`).join(', then ')
  return issue(
    'shell.missing',
    placeOf(step.hook),
    `The shell of this hook was not found: tried ${names}.`,
    install,
  )
}

function unknownForm({ form }: Starts['inline'], hook: Hook): Issue {
  const what = `Hooks of the wire "${hook.wire}" have no way "${form}" to start a command.`
  return issue('shell.form', placeOf(hook), what, 'Update Hookwright, or name a `shell` for the hook.')
}

function cannotWrite(error: unknown, { step, parts }: Job): Issue {
  const why = error instanceof Error ? error.message : String(error)
  const message = `The hook's script could not be written below "${parts.scratchRoot}": ${why}.`
  return issue(
    'shell.scratch',
    placeOf(step.hook),
    message,
    'Check that directory, its owner and the free space.',
  )
}

function shownToOthers({ place, message, hint }: Issue): Issue {
  const what = `${message} It was given to the shell as an argument, which other users of this machine can see.`
  return warning('shell.scratch', place, what, hint)
}

function placeOf({ id, source }: Hook): Place {
  return { file: source.file, pointer: source.pointer, hook: id }
}

function notStarted(problem: Issue): Outcome {
  return { kind: 'not-started', issue: problem, ms: 0 }
}
