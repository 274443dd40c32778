import * as path from 'node:path'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import { compileFiles } from './compile.ts'
import { asPolicy, withPolicy, type LoadRequest } from './gather.ts'
import { gatherGiven } from './given.ts'
import { comesWithPlugin } from './plugins.ts'
import { join, readFiles, type BrokenFile } from './read-files.ts'

export type FrontmatterRequest = Omit<LoadRequest, 'state' | 'sources'> & {
  /** The Markdown file; relative to where the session runs. */
  readonly file: string
  readonly kind: 'skill' | 'agent'
  /** Absent: the name in the frontmatter, else the file's or folder's. */
  readonly name?: string
  /** The agent is the main thread, so its `Stop` stays one. */
  readonly isMain?: boolean
}

export type FrontmatterHooks = {
  readonly hooks: readonly Hook[]
  readonly issues: readonly Issue[]
  readonly broken: readonly BrokenFile[]
}

/**
 * Hooks of a skill, slash command or agent, read when it is invoked. All settings are read with it, for what they say
 * about it. The caller adds the audience: which session, or which agent in it.
 */
export async function readFrontmatterHooks(request: FrontmatterRequest): Promise<FrontmatterHooks> {
  const { places, dialects, kind, name, isMain } = request
  const file = path.resolve(places.startDir, request.file)
  const dialect = [...dialects.values()].find((each) => each.sessionFilePattern?.test(file))
  if (dialect === undefined) throw new TypeError(`"${request.file}" is no file of a skill or agent.`)
  const isShipped = comesWithPlugin(file, request)
  const found = {
    dialect: dialect.name,
    path: file,
    scope: 'session' as const,
    owner: { kind, root: path.dirname(file), ...(name !== undefined && { name }) },
    ...(isShipped && { isShipped }),
    ...(isMain !== undefined && { isMain }),
  }
  const own = join([readFiles([found], request), asPolicy(gatherGiven(request))])
  const gathered = withPolicy(own, { ...request, sources: [] })
  const { loaded } = await compileFiles(gathered, request)
  return { hooks: loaded.hooks, issues: loaded.issues, broken: loaded.broken }
}
