import { isIssue, type Issue } from '../../core/issue.ts'
import { openGit, type OpenedGit } from '../../git/repository/open.ts'
import { openProjects, type OpenProjects, type Opened } from '../../git/run/open-projects.ts'
import type { RunGround } from '../../git/run/request.ts'
import { openStore } from '../../git/store/store.ts'
import { EXIT, type Invocation } from '../command.ts'
import { watchInterruption } from '../signals.ts'
import { gatedGround } from './ground.ts'
import { issueText } from './issues.ts'
import { createProgress } from './progress.ts'
import { workingDir } from './request.ts'
import { useScratch } from './scratch-use.ts'
import { screenOptions, type ScreenOptions } from './screen.ts'

/** What prek answers where it could not do what was asked. */
export const FAILED = 2

/** What git commands besides `run` say and stand on. */
export type Session = {
  readonly ground: RunGround
  readonly options: ScreenOptions
  say(line: string): void
  tell(problem: Issue): void
  progress(text: string): void
}

/** The work of one command; signals end it, and nothing of it stays in the scratch folder. */
export async function inSession(
  { args, io, env, signal }: Invocation,
  work: (session: Session) => Promise<number>,
): Promise<number> {
  const interruption = watchInterruption(signal, async () => {})
  const ground = gatedGround(env, workingDir(args, env), interruption.signal)
  const leaveScratch = useScratch(ground.scratchDir)
  const options = screenOptions(args, { io, variables: env.variables })
  const progress = createProgress(io, options.hasProgress)
  const code = await work({
    ground,
    options,
    say: (line) => {
      if (options.quiet === 0 && !options.isJson) progress.aside(() => io.out(`${line}\n`))
    },
    tell: (problem) => {
      if (options.quiet < 2) progress.aside(() => io.err(issueText(problem, options)))
    },
    progress: (text) => progress.note(text),
  })
  progress.note('')
  interruption.stop()
  leaveScratch()
  return interruption.signal.aborted ? EXIT.interrupted : code
}

/** Tells all of them, and the exit code for it. */
export function failed({ tell }: Session, problems: readonly Issue[]): number {
  problems.forEach(tell)
  return FAILED
}

export type Workspace = { readonly git: OpenedGit; readonly opened: Opened }

/** The hooks of this workspace. Undefined: it was told why not. */
export async function openWorkspace(
  request: OpenProjects['request'],
  session: Session,
): Promise<Workspace | undefined> {
  const { ground, tell, progress } = session
  const git = await openGit({ cwd: request.cwd, env: ground.env, signal: ground.signal })
  if (isIssue(git)) return told(tell, [git])
  const unusable = openStore(ground.storeDir)
  if (unusable) return told(tell, [unusable])
  const opened = await openProjects(git, { request, ground, observer: { notice: tell, progress } })
  if (isIssue(opened)) return told(tell, [opened])
  return 'problems' in opened ? told(tell, opened.problems) : { git, opened }
}

function told(tell: Session['tell'], problems: readonly Issue[]): undefined {
  problems.forEach(tell)
  return undefined
}
