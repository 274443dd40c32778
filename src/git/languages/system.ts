import { isIssue } from '../../core/issue.ts'
import { makeArgv } from './entry.ts'
import type { Backend } from '../contracts/runnable.ts'

/** A program that is there already. */
export const system: Backend = {
  async prepare(hook, context) {
    const env = { ...context.env, ...hook.env }
    const argv = makeArgv(hook, { ...context, env })
    return isIssue(argv) ? argv : { kind: 'process', argv, env }
  },
}
