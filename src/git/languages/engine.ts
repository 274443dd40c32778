import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { safePath } from '../../core/search-path.ts'
import { CANCELLED } from '../contracts/interrupted.ts'
import { locate } from '../../process/locate.ts'
import type { GitHook } from '../contracts/model.ts'
import type { PrepareContext } from '../contracts/runnable.ts'
import { runTool } from '../store/tool.ts'

/** A container engine that answers. */
export type Engine = { readonly name: EngineName; readonly file: string; readonly isRootless: boolean }

type EngineName = 'docker' | 'podman'

const ASK: Readonly<Record<EngineName, string>> = {
  docker: '{{ .SecurityOptions }}',
  podman: '{{ .Host.Security.Rootless }}',
}

/** docker before podman, unless PREK_CONTAINER_RUNTIME names one. */
export async function findEngine(hook: GitHook, context: PrepareContext): Promise<Engine | Issue> {
  const wanted = context.env['PREK_CONTAINER_RUNTIME']
  const names = (Object.keys(ASK) as EngineName[]).filter((name) => name === wanted)
  const silent: string[] = []
  const { path } = safePath(context.env['PATH'], { platform: context.platform, isInside: () => false })
  for (const name of names.length > 0 ? names : (Object.keys(ASK) as EngineName[])) {
    const file = locate(name, { cwd: context.cwd, env: { PATH: path } })
    const engine = file === undefined ? `there is no "${name}" on PATH` : await ask(name, file, context)
    if (typeof engine !== 'string') return engine
    silent.push(engine)
  }
  return issue(
    'language.engine',
    { ...hook.place, hook: hook.id },
    `Hook "${hook.id}" (language "${hook.language}") needs a container engine: ${silent.join('; ')}.`,
    `Start docker or podman, or leave the hook out with SKIP=${hook.id}.`,
  )
}

/** A text says why it cannot be used. */
async function ask(
  name: EngineName,
  file: string,
  context: PrepareContext,
): Promise<Engine | Issue | string> {
  const { cwd, env, signal } = context
  const output = await runTool({ file, args: ['info', '--format', ASK[name]], cwd, env, signal })
  if (isIssue(output)) return output.code === CANCELLED ? output : output.message.replace(/\.$/, '')
  if (output.code === 0) return { name, file, isRootless: /name=rootless|^true$/m.test(output.stdout) }
  const said = output.stderr.trim().split('\n').at(-1)?.replace(/[.?]$/, '') ?? ''
  return `"${file}" does not answer (${said || `exit code ${output.code}`})`
}
