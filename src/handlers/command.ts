import { resolve } from 'node:path'
import type { HandlerSpec, Hook, Start } from '../core/hook.ts'
import { isIssue, issue, type Issue, type Place } from '../core/issue.ts'
import type { Outcome } from '../core/outcome.ts'
import { createScratchFile, type ScratchFile } from '../ports/scratch.ts'
import type { Launch, ProcessLimits } from '../process/spawn.ts'
import { INLINE_FORMS } from '../shells/inline.ts'
import { SCRIPT_SHELLS, scriptCommand } from '../shells/script.ts'
import type { Command } from '../shells/shell.ts'
import type { Handler, StepInput } from './handler.ts'

export type CommandParts = {
  readonly launch: (launch: Launch) => Promise<Outcome>
  /** Where temporary scripts live. */
  readonly scratchRoot: string
  readonly platform: NodeJS.Platform
  readonly limits: ProcessLimits
  /** The engine's own environment, never a project's. */
  readonly variable: (name: string) => string | undefined
}

type Spec = Extract<HandlerSpec, { type: 'command' }>
type Starts = { [Kind in Start['kind']]: Extract<Start, { kind: Kind }> }
/** One step, where it runs, and how to start its process. */
type Job = { readonly step: StepInput; readonly parts: CommandParts; readonly cwd: string }

/** Runs a hook's command as a supervised process. */
export function createCommandHandler(parts: CommandParts): Handler {
  return async (step) => {
    const { handler } = step.hook
    if (handler.type !== 'command') throw new TypeError(`not a command hook: ${handler.type}`)
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

function workingDirectory({ cwd }: Spec, { event }: StepInput): string {
  return cwd === undefined ? event.cwd : resolve(event.projectDir, cwd)
}

async function runWords({ words: [program, ...args] }: Starts['argv'], job: Job): Promise<Outcome> {
  if (!program) return notStarted(issue('command.empty', placeOf(job.step.hook), 'The command is empty.'))
  const isPath = program.includes('/') || (job.parts.platform === 'win32' && program.includes('\\'))
  return start({ file: isPath ? resolve(job.cwd, program) : program, args }, job)
}

async function runScript(spec: Starts['script'], job: Job): Promise<Outcome> {
  const { program, install } = SCRIPT_SHELLS[spec.shell]
  const script = writeScript(spec, job)
  if (isIssue(script)) return notStarted(script)
  try {
    const command = scriptCommand(spec.shell, script.path, { args: spec.args, platform: job.parts.platform })
    if (isIssue(command)) return notStarted({ ...command, place: placeOf(job.step.hook) })
    const outcome = await start(command, job)
    return isMissing(outcome) ? notStarted(missingShell([program], install, job)) : outcome
  } finally {
    script.remove()
  }
}

function writeScript({ shell, source }: Starts['script'], job: Job): ScratchFile | Issue {
  try {
    return createScratchFile(job.parts.scratchRoot, SCRIPT_SHELLS[shell].scriptFile, source)
  } catch (error) {
    return cannotWrite(error, job)
  }
}

async function runInline({ form, command }: Starts['inline'], job: Job): Promise<Outcome> {
  const { commands, install, lostDirectory } = INLINE_FORMS[form]
  const choices = commands(command, job.parts)
  for (const choice of choices) {
    const outcome = await start(choice, job)
    if (isMissing(outcome)) continue
    const { projectDir } = job.step.event
    const lost = lostDirectory === 'project' && hasLostDirectory(outcome) && job.cwd !== projectDir
    return lost ? start(choice, { ...job, cwd: projectDir }) : outcome
  }
  return notStarted(
    missingShell(
      choices.map((choice) => choice.file),
      install,
      job,
    ),
  )
}

function start({ file, args, verbatim }: Command, { step, parts, cwd }: Job): Promise<Outcome> {
  return parts.launch({
    file,
    args,
    cwd,
    env: step.env,
    input: step.input,
    timeoutMs: step.timeoutMs,
    signal: step.signal,
    leftovers: step.hook.detach ? 'leave' : 'terminate',
    ...(step.talk && { talk: step.talk }),
    limits: parts.limits,
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

function placeOf({ id, source }: Hook): Place {
  return { file: source.file, pointer: source.pointer, hook: id }
}

function notStarted(problem: Issue): Outcome {
  return { kind: 'not-started', issue: problem, ms: 0 }
}
