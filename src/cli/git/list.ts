import { visibleJson } from '../../core/unseen.ts'
import type { Issue } from '../../core/issue.ts'
import { STAGES, type GitHook } from '../../git/contracts/model.ts'
import { wantedHooks } from '../../git/run/wanted.ts'
import { lastValue } from '../args.ts'
import type { Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { printable } from '../render/style.ts'
import { runRequest } from './request.ts'
import { FAILED, inSession, openWorkspace } from './session.ts'

type Listed = { readonly fullId: string; readonly hook: GitHook }

/** `hookwright git list`. */
export async function list(invocation: Invocation): Promise<number> {
  const { args, env, io } = invocation
  return inSession(invocation, async (session) => {
    const { isJson } = session.options
    // What prek prints, for whoever reads that.
    const isPrek = !isJson && lastValue(args, 'output-format') === 'json'
    const problems: Issue[] = []
    const tell = (problem: Issue): void => {
      problems.push(problem)
      session.tell(problem)
    }
    const workspace = await openWorkspace(runRequest(args, env), { ...session, tell })
    if (workspace === undefined) {
      if (isPrek) io.out(`${visibleJson({ problems })}\n`)
      else if (isJson) io.out(jsonText({ hooks: [], issues: problems }))
      return FAILED
    }
    const { projects, warnings } = wantedHooks(workspace.opened.projects, workspace.opened.wish)
    warnings.forEach(session.tell)
    const language = lastValue(args, 'language')?.replace('-', '_')
    const hooks = projects.flatMap(({ path, hooks: own }) =>
      own.map((hook) => ({ fullId: `${path === '' ? '.' : path}:${hook.id}`, hook })),
    )
    const listed = hooks.filter(({ hook }) => language === undefined || hook.language === language)
    if (isPrek) io.out(`${visibleJson(listed.map(asPrek), 2)}\n`)
    else if (isJson) io.out(jsonText({ hooks: listed.map(asJson), issues: [...problems, ...warnings] }))
    else listed.forEach((each) => session.say(asText(each, session.options.isVerbose)))
    return 0
  })
}

function asJson({ fullId, hook }: Listed): object {
  const { id, name, alias, language, description } = hook
  return {
    id,
    fullId,
    name,
    alias,
    language,
    ...(description !== undefined && { description }),
    stages: stagesOf(hook),
  }
}

function asPrek({ fullId, hook }: Listed): object {
  const { id, name, alias, language, description } = hook
  const stages = stagesOf(hook)
  return { id, full_id: fullId, name, alias, language, description: description ?? null, stages }
}

function asText({ fullId, hook }: Listed, isVerbose: boolean): string {
  if (!isVerbose) return printable(fullId)
  const stages = stagesOf(hook)
  const facts = [
    ['ID', hook.id],
    ['Alias', hook.alias],
    ['Name', hook.name],
    ['Description', hook.description ?? ''],
    ['Language', hook.language],
    ['Stages', stages.length === STAGES.length ? 'all' : stages.join(', ')],
  ] as const
  const lines = facts
    .filter(([, value]) => value !== '')
    .map(([label, value]) => printable(`  ${label}: ${value}`))
  return [printable(fullId), ...lines, ''].join('\n')
}

/** In a fixed order, however the config has them. */
function stagesOf({ stages }: GitHook): readonly string[] {
  return STAGES.filter((stage) => stages.includes(stage))
}
