import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { shownUrl } from '../../core/url.ts'
import { splitWords } from '../../shells/argv.ts'
import type { GitHook } from '../contracts/model.ts'
import { cleanGitEnv } from '../repository/environment.ts'
import type { Argv, Backend, PrepareContext, Runnable } from '../contracts/runnable.ts'
import { withLock } from '../store/lock.ts'
import { keyOfFolder, lockStem } from '../store/obtain.ts'
import { openStore } from '../store/store.ts'
import { buildStep, runTool, type Tool } from '../store/tool.ts'
import { findEngine, type Engine } from './engine.ts'
import { hostPath } from './host-path.ts'

/** An image built from the hook's repository; the first word of the entry is the entry point. */
export const docker: Backend = {
  async prepare(hook, context) {
    const words = entryWords(hook)
    if (isIssue(words)) return words
    if (hook.repo.kind !== 'remote') return notLocal(hook)
    const engine = await findEngine(hook, context)
    if (isIssue(engine)) return engine
    const tag = `hookwright-${keyOfFolder(hook.repo.clone)}`
    const problem = await ensureImage(hook, { tag, clone: hook.repo.clone, engine, context })
    if (problem !== undefined) return problem
    const [entrypoint = '', ...rest] = words
    return container(hook, { engine, context, words: ['--entrypoint', entrypoint, tag, ...rest] })
  },
}

/** The entry is what follows `run`: options, image, arguments. The engine fetches the image itself. */
export const dockerImage: Backend = {
  async prepare(hook, context) {
    const words = entryWords(hook)
    if (isIssue(words)) return words
    const engine = await findEngine(hook, context)
    return isIssue(engine) ? engine : container(hook, { engine, context, words })
  },
}

type Image = {
  readonly tag: string
  readonly clone: string
  readonly engine: Engine
  readonly context: PrepareContext
}

/** Asked for each time, because images are removed behind our back. */
async function ensureImage(hook: GitHook, image: Image): Promise<Issue | undefined> {
  const { context, tag } = image
  const problem = openStore(context.storeDir)
  if (problem !== undefined) return problem
  const onWait = (owner: string) => context.progress(`Waiting for process ${owner}: image ${tag}`)
  const waiting = { signal: context.signal, onWait }
  return withLock(lockStem(context.storeDir, tag), () => buildIfMissing(hook, image), waiting)
}

async function buildIfMissing(
  hook: GitHook,
  { tag, clone, engine, context }: Image,
): Promise<Issue | undefined> {
  const tool = (args: readonly string[]): Tool => ({
    file: engine.file,
    args,
    cwd: clone,
    env: cleanGitEnv(context.env),
    signal: context.signal,
  })
  const known = await runTool(tool(['image', 'inspect', '--format', '{{.Id}}', tag]))
  if (isIssue(known)) return known
  if (known.code === 0) return undefined
  const from = hook.repo.kind === 'remote' ? `${shownUrl(hook.repo.url)}@${hook.repo.rev}` : ''
  context.progress(`Installing environment for ${from}`)
  const labels = ['--label', 'hookwright.managed=true', '--label', `org.opencontainers.image.source=${from}`]
  return buildStep(tool(['build', '--tag', tag, ...labels, '--pull', '.']), {
    place: { ...hook.place, hook: hook.id },
    what: `Building the image of hook "${hook.id}"`,
    hint: 'Check the Dockerfile of the hook’s repository and the network.',
  })
}

type Container = {
  readonly engine: Engine
  readonly context: PrepareContext
  readonly words: readonly string[]
}

async function container(hook: GitHook, { engine, context, words }: Container): Promise<Runnable | Issue> {
  const root = await hostPath(context.cwd, engine, context)
  if (isIssue(root)) return root
  const variables = Object.entries(hook.env).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  const fixed = ['run', '--rm', ...userArgs(engine), ...initArgs(context.env)]
  const mount = ['--volume', `${root}:/src:rw,Z`, '--workdir', '/src']
  const args = [...fixed, ...mount, ...variables, ...words]
  return { kind: 'process', argv: plainArgv(engine.file, args), env: { ...context.env, ...hook.env } }
}

/** Files that the hook writes are to be the user's; an engine without root maps its root to the user anyway. */
function userArgs({ name, isRootless }: Engine): readonly string[] {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  if (uid === undefined || gid === undefined || (isRootless && name === 'docker')) return []
  const same = ['--user', `${uid}:${gid}`]
  return isRootless && uid !== 0 ? [...same, '--userns', 'keep-id'] : same
}

function initArgs(env: PrepareContext['env']): readonly string[] {
  return env['PREK_DOCKER_NO_INIT'] === undefined ? ['--init'] : []
}

function plainArgv(file: string, args: readonly string[]): Argv {
  return {
    words: [file, ...args],
    command: (more) => ({ file, args: [...args, ...more] }),
    dispose: () => {},
  }
}

function entryWords(hook: GitHook): readonly string[] | Issue {
  const words = splitWords(hook.entry)
  if (!isIssue(words)) return words
  return { ...words, code: 'entry.invalid', place: { ...hook.place, hook: hook.id } }
}

function notLocal(hook: GitHook): Issue {
  return issue(
    'language.local',
    { ...hook.place, hook: hook.id },
    `Hook "${hook.id}": language "docker" cannot work with a local repository, because it builds its image from the hook's own one.`,
    'Use language "docker_image" with the name of an image.',
  )
}
