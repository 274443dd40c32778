import { isIssue } from '../../core/issue.ts'
import { makeArgv } from './entry.ts'
import type { Backend } from '../contracts/runnable.ts'

/** A script of the hook's repository; a local hook's is the project itself. With `shell` the entry is no path. */
export const script: Backend = {
  async prepare(hook, context) {
    const env = { ...context.env, ...hook.env }
    const base = hook.repo.kind === 'remote' ? hook.repo.clone : context.cwd
    const argv = makeArgv(hook, { ...context, env, base })
    return isIssue(argv) ? argv : { kind: 'process', argv, env }
  },
}
