import { openWorkspace } from '../../src/workspace/open.ts'
import type { Reply } from '../../src/core/decision.ts'
import { isIssue } from '../../src/core/issue.ts'
import { dialectsAs } from './dialects.ts'
import type { Run } from '../../src/engine/run.ts'
import { systemEnv } from '../../src/ports/env.ts'

export type HostCall = {
  readonly host: string
  readonly profile?: string
  readonly event: string
  readonly payload: object
  /** A repository; its hooks are trusted. */
  readonly cwd: string
  readonly sources: readonly string[]
  readonly variables: Readonly<Record<string, string>>
}

export type Called = Pick<Run, 'verdict' | 'results'> & {
  readonly reply: Reply
  /** Everything odd that was seen on the way, by code. */
  readonly issues: readonly string[]
}

/** One call of a host, by the way `hookwright run` takes. */
export async function callHost(call: HostCall): Promise<Called> {
  const { host: name, profile, event, payload, cwd, sources, variables } = call
  const host = dialectsAs(profile).get(name)
  if (host === undefined) throw new Error(`there is no dialect ${name}`)
  const env = { ...systemEnv(), cwd, variables, home: variables['HOME'] ?? cwd }
  const workspace = await openWorkspace({
    env,
    host: name,
    sources,
    trustProject: true,
    ...(profile !== undefined && { profile }),
  })
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  const { startDir, projectDir } = workspace.places
  const decoded = host.decodeEvent({ bytes, startDir, projectDir, at: workspace.clock.now(), event })
  if (isIssue(decoded)) throw new Error(decoded.message)
  const { verdict, results } = await workspace.core.run(decoded)
  await workspace.close()
  const issues = [...workspace.problems, ...workspace.loaded.issues, ...verdict.issues]
  const reply = host.encodeReply(decoded, verdict)
  return { verdict, results, reply, issues: issues.map(({ code }) => code) }
}
