import { relative, resolve } from 'node:path'
import { excerpt } from '../../config/locate.ts'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { hideOutside } from '../../git/config/outside.ts'
import { loadGitConfig } from '../../git/config/find-config.ts'
import { KNOWN } from '../../git/config/known.ts'
import { MANIFEST_NAME, readManifest } from '../../git/config/read-manifest.ts'
import { MAX_CONFIG_BYTES } from '../../git/config/read-tree.ts'
import { openGit } from '../../git/repository/open.ts'
import { findProjects } from '../../git/repository/workspace.ts'
import { runProblems } from '../../git/validate/run-problems.ts'
import { readText, systemFiles } from '../../ports/files.ts'
import { EXIT, type Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { renderIssue } from '../render/issue.ts'
import { createStyle } from '../render/style.ts'
import { configOf, workingDir } from './request.ts'
import { inSession, type Session } from './session.ts'

/** What one kind of file is called, and how it is read. */
type Kind = {
  readonly one: string
  readonly many: string
  read(path: string, shownAs: string): Promise<readonly Issue[]>
  find(invocation: Invocation, session: Session): Promise<readonly string[]>
}

/** `hookwright git validate-config`. */
export function validateConfig(invocation: Invocation): Promise<number> {
  return validate(invocation, {
    one: 'config',
    many: 'configs',
    read: readConfigFile,
    find: findConfigs,
  })
}

/** `hookwright git validate-manifest`. */
export function validateManifest(invocation: Invocation): Promise<number> {
  return validate(invocation, {
    one: 'manifest',
    many: 'manifests',
    read: async (path, shownAs) => readManifestFile(path, shownAs),
    find: async ({ args, env }) => {
      const path = resolve(workingDir(args, env), MANIFEST_NAME)
      return systemFiles.kind(path) === undefined ? [] : [path]
    },
  })
}

async function validate(invocation: Invocation, kind: Kind): Promise<number> {
  const { args, env, io } = invocation
  return inSession(invocation, async (session) => {
    const cwd = workingDir(args, env)
    const isNamed = args.positionals.length > 0
    const files = isNamed
      ? args.positionals.map((name) => ({ path: resolve(cwd, name), shownAs: name }))
      : (await kind.find(invocation, session)).map((path) => ({ path, shownAs: relative(cwd, path) }))
    const checked = await Promise.all(
      files.map(async (file) => ({ ...file, issues: await kind.read(file.path, file.shownAs) })),
    )
    const issues = checked.flatMap((file) => file.issues)
    const isOk = !issues.some(({ severity }) => severity === 'error')
    const names = files.map(({ shownAs }) => shownAs)
    if (session.options.isJson) io.out(jsonText({ ok: isOk, files: names, issues }))
    else if (session.options.quiet < 2) io.err(shown(checked, { kind, colour: session.options.colour }))
    return isOk ? EXIT.ok : EXIT.problem
  })
}

type Checked = { readonly path: string; readonly issues: readonly Issue[] }

function shown(
  checked: readonly Checked[],
  { kind, colour }: { readonly kind: Kind; readonly colour: boolean },
): string {
  const style = createStyle(colour)
  if (checked.length === 0) return `${style.yellow('warning')}: No ${kind.many} to check\n`
  const lines = checked.flatMap(({ path, issues }) =>
    issues.flatMap((problem) => [...renderIssue(problem, excerptOf(path, problem), style), '']),
  )
  const errors = checked.filter(({ issues }) => issues.some(({ severity }) => severity === 'error')).length
  const end =
    errors === 0
      ? `${style.green('success')}: All ${kind.many} are valid`
      : `${style.red('error')}: ${errors} of ${checked.length} ${checked.length === 1 ? kind.one : kind.many} cannot be used`
  return `${[...lines, end].join('\n')}\n`
}

function excerptOf(path: string, { place }: Issue): readonly string[] {
  const { line, column = 1, length } = place
  const text = readText(systemFiles, path, MAX_CONFIG_BYTES)
  if (typeof text !== 'string' || line === undefined) return []
  return excerpt(text, { line, column, ...(length !== undefined && { length }) })
}

/** A file that is well written may still hold hooks that no run would start. */
export async function readConfigFile(path: string, shownAs: string): Promise<readonly Issue[]> {
  const { config, text = '', issues } = loadGitConfig(path, { shownAs, files: systemFiles, known: KNOWN })
  if (config === undefined) return issues
  return hideOutside(path, [...issues, ...(await runProblems(config, text))], systemFiles)
}

function readManifestFile(path: string, shownAs: string): readonly Issue[] {
  const text = readText(systemFiles, path, MAX_CONFIG_BYTES)
  if (typeof text === 'string') return readManifest(text, shownAs, KNOWN).issues
  const why = text === undefined ? 'does not exist' : `cannot be read (${text.detail})`
  return [issue('manifest.unreadable', { file: shownAs }, `"${shownAs}" ${why}.`)]
}

/** All configs of the workspace; outside of one there is nothing to check. */
async function findConfigs({ args, env }: Invocation, session: Session): Promise<readonly string[]> {
  const { config } = configOf(args, env)
  if (config !== undefined) return [config]
  const cwd = workingDir(args, env)
  const git = await openGit({ cwd, env: session.ground.env, signal: session.ground.signal })
  if (isIssue(git)) return []
  const workspace = await findProjects(git, { cwd, files: systemFiles })
  if (isIssue(workspace)) return []
  workspace.issues.forEach(session.tell)
  return workspace.projects.map(({ configFile }) => configFile)
}
