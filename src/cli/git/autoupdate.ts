import { relative } from 'node:path'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { GitConfig } from '../../git/config/config.ts'
import { loadGitConfig } from '../../git/config/find-config.ts'
import { KNOWN } from '../../git/config/known.ts'
import { openGit } from '../../git/repository/open.ts'
import { findProjects, type FoundProject } from '../../git/repository/workspace.ts'
import { updateConfig, type RevUpdate } from '../../git/store/autoupdate.ts'
import { replaceConfig } from '../../git/store/update-file.ts'
import { reportUpdates, type Reported } from '../../git/store/update-report.ts'
import type { UpdateOptions } from '../../git/store/update-rules.ts'
import { systemFiles } from '../../ports/files.ts'
import type { Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { configOf, workingDir } from './request.ts'
import { failed, inSession, type Session } from './session.ts'
import { updateOptions } from './update-options.ts'

/** `hookwright git autoupdate`. */
export async function autoupdate(invocation: Invocation): Promise<number> {
  const { args } = invocation
  const has = (name: string): boolean => args.options.has(name)
  const mode = {
    isDryRun: has('dry-run') || has('check'),
    failsOnUpdates: has('exit-code') || has('check'),
  }
  const options = updateOptions(args)
  return inSession(invocation, async (session) => {
    const files = await readFiles(invocation, session)
    if (isIssue(files)) return failed(session, [files])
    const broken = files.flatMap(({ problems }) => problems)
    if (broken.length > 0) return failed(session, broken)
    // To ask for releases is to fetch from what a config names.
    const refused = await session.ground.gate?.(files.flatMap(({ found }) => asApproved(found)))
    if (isIssue(refused)) return failed(session, [refused])
    const done: Updated[] = []
    for (const file of files) done.push(await updateFile(file, { options, session, mode }))
    const once = new Map(done.flatMap(({ issues }) => issues).map((problem) => [problem.message, problem]))
    // A repository that one file lacks may be in another.
    for (const problem of once.values())
      if (
        isAbout(problem) ||
        done.every(({ issues }) => issues.some((each) => each.message === problem.message))
      )
        session.tell(problem)
    return report(done, { invocation, session, mode })
  })
}

type Mode = { readonly isDryRun: boolean; readonly failsOnUpdates: boolean }

type ConfigFile = {
  readonly found: FoundProject
  readonly name: string
  readonly text?: string
  readonly config?: GitConfig
  readonly problems: readonly Issue[]
}

async function readFiles(
  { args, env }: Invocation,
  session: Session,
): Promise<readonly ConfigFile[] | Issue> {
  const cwd = workingDir(args, env)
  const git = await openGit({ cwd, env: session.ground.env, signal: session.ground.signal })
  if (isIssue(git)) return git
  const workspace = await findProjects(git, { cwd, ...configOf(args, env), files: systemFiles })
  if (isIssue(workspace)) return workspace
  workspace.issues.forEach(session.tell)
  return workspace.projects.map((found) => {
    const name = relative(cwd, found.configFile)
    const read = loadGitConfig(found.configFile, { shownAs: name, files: systemFiles, known: KNOWN })
    const problems = read.issues.filter(({ severity }) => severity === 'error')
    const { text, config } = read
    return { found, name, problems, ...(text !== undefined && { text }), ...(config && { config }) }
  })
}

/** Under its whole path, which approvals know it by. */
function asApproved({ configFile }: FoundProject): readonly GitConfig[] {
  return [loadGitConfig(configFile, { files: systemFiles, known: KNOWN }).config].filter((each) => !!each)
}

type Updated = {
  readonly name: string
  readonly updates: readonly RevUpdate[]
  readonly issues: readonly Issue[]
  readonly isLost: boolean
}

type Updating = { readonly options: UpdateOptions; readonly session: Session; readonly mode: Mode }

async function updateFile(
  { found, name, text = '', config }: ConfigFile,
  { options, session, mode }: Updating,
): Promise<Updated> {
  if (config === undefined) return { name, updates: [], issues: [], isLost: false }
  const { storeDir, env, signal } = session.ground
  const context = { storeDir, env, signal, cwd: found.dir, progress: session.progress }
  const updated = await updateConfig({ text, config, options }, context)
  const isWritten = !mode.isDryRun && updated.text !== text && !signal.aborted
  const problem = isWritten ? replaceConfig(found.configFile, { from: text, to: updated.text }) : undefined
  const issues = [...updated.issues, ...(problem ? [problem] : [])]
  return { name, updates: updated.updates, issues, isLost: problem !== undefined }
}

function isAbout({ place }: Issue): boolean {
  return place.file !== undefined
}

type Reporting = { readonly invocation: Invocation; readonly session: Session; readonly mode: Mode }

function report(done: readonly Updated[], { invocation, session, mode }: Reporting): number {
  const { isVerbose, isJson, quiet } = session.options
  const reports = done.map(({ name, updates }) => ({
    name,
    ...reportUpdates(updates, { ...mode, isVerbose }),
  }))
  const { io } = invocation
  const code = exitCode(done, reports)
  if (isJson) {
    const files = done.map(({ name, updates }) => ({ name, updates }))
    io.out(jsonText({ exitCode: code, isDryRun: mode.isDryRun, files }))
  } else {
    if (quiet === 0) io.out(blocks(reports.map(({ name, stdout }) => ({ name, text: stdout }))))
    if (quiet < 2) io.err(blocks(reports.map(({ name, stderr }) => ({ name, text: stderr }))))
    if (done.every(({ updates }) => updates.length === 0)) session.say('No repository to update')
    else if (!isVerbose && done.every(({ updates }) => updates.every(({ kind }) => kind === 'current')))
      session.say('All repositories are up to date')
  }
  return code
}

function exitCode(done: readonly Updated[], reports: readonly Pick<Reported, 'exitCode'>[]): number {
  if (done.some(({ isLost }) => isLost)) return 2
  return reports.some((each) => each.exitCode !== 0) ? 1 : 0
}

/** Files are named where several have something to tell. */
function blocks(texts: readonly { readonly name: string; readonly text: string }[]): string {
  const shown = texts.filter(({ text }) => text !== '')
  if (shown.length < 2) return shown.map(({ text }) => text).join('')
  return shown.map(({ name, text }) => `${name}\n${text.replaceAll(/^(?=.)/gm, '  ')}`).join('\n')
}
