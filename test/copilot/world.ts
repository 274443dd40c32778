import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { openWorkspace } from '../../src/workspace/open.ts'
import type { WorkspaceOptions } from '../../src/workspace/options.ts'
import { isIssue } from '../../src/core/issue.ts'
import { dialectsAs } from '../helpers/dialects.ts'
import { systemEnv } from '../../src/ports/env.ts'

/** A repository and a home in a folder of their own; files whose text begins with `#!` may be executed. */
export function createWorld(files: Readonly<Record<string, string | object>>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-copilot-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [home, project] = [join(root, 'home'), join(root, 'project')]
  mkdirSync(home)
  execFileSync('git', ['init', '--quiet', project])
  for (const [path, content] of Object.entries(files)) {
    const file = path.startsWith('~/') ? join(home, path.slice(2)) : resolve(project, path)
    mkdirSync(dirname(file), { recursive: true })
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    writeFileSync(file, text)
    if (text.startsWith('#!')) chmodSync(file, 0o755)
  }
  const { CI: _, ...variables } = systemEnv().variables
  const env = { ...systemEnv(), cwd: project, home, variables: { ...variables, HOME: home } }

  /** One event of a host, with the project's hooks approved. */
  async function run(payload: object, options: WorkspaceOptions & { readonly event?: string }) {
    const { event: said, ...rest } = options
    const workspace = await openWorkspace({ env, trustProject: true, ...rest })
    const dialect = dialectsAs(rest.profile).get(rest.host ?? '')
    const { startDir, projectDir } = workspace.places
    const event = dialect?.decodeEvent({
      bytes: new TextEncoder().encode(JSON.stringify(payload)),
      startDir,
      projectDir,
      at: 1,
      ...(said !== undefined && { event: said }),
    })
    if (event === undefined || isIssue(event)) throw new Error(event?.message ?? 'no such host')
    const done = await workspace.core.run(event)
    await workspace.close()
    return { ...done, reply: dialect?.encodeReply(event, done.verdict), loaded: workspace.loaded }
  }

  return {
    home,
    project,
    run,
    exists: (path: string): boolean => existsSync(join(project, path)),
    read: (path: string): string => readFileSync(join(project, path), 'utf8'),
  }
}

/** A hook file with these lists of entries. */
export function hookFile(hooks: Readonly<Record<string, readonly object[]>>): object {
  return { version: 1, hooks }
}
