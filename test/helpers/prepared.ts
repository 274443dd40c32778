import { join } from 'node:path'
import { isIssue, issue, type Issue } from '../../src/core/issue.ts'
import type { PrepareContext, Runnable } from '../../src/git/contracts/runnable.ts'
import { collect } from '../../src/process/collect.ts'
import { contextIn } from './mirrors.ts'

/** What a language is given, with a store below `home` and a project folder that is no repository. */
export function prepareIn(home: string): PrepareContext & { readonly said: readonly string[] } {
  const context = contextIn(home)
  const none = async (): Promise<Issue> => issue('test.no-git', {}, 'No repository here.')
  return {
    ...context,
    platform: process.platform,
    scratchDir: join(context.storeDir, 'scratch'),
    git: { root: home, gitDir: home, run: none, read: none },
  }
}

/** Exit code and output of a hook that is ready. */
export async function runReady(
  ready: Runnable | Issue,
  names: readonly string[],
  cwd: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  if (isIssue(ready)) throw new Error(`${ready.message}\n${ready.detail ?? ''}`)
  if (ready.kind !== 'process') throw new Error('not a process')
  const command = ready.argv.command(names)
  if (isIssue(command)) throw new Error(command.message)
  const end = await collect({ file: command.file, args: command.args, cwd, env: ready.env, output: 'joined' })
  if (end.kind !== 'exited') throw new Error(`ended as ${end.kind}`)
  return { code: end.code, output: end.stdout.toString() }
}
