import type { WorkspaceOptions } from '../compose.ts'
import { lastValue } from './args.ts'
import type { Invocation } from './command.ts'

/** The options that say whose hooks, where. */
export function workspaceOptions({ args, env }: Invocation, host?: string): WorkspaceOptions {
  const cwd = lastValue(args, 'cwd')
  const sources = args.options.get('source')
  const consent = lastValue(args, 'trust-project')
  return {
    env,
    ownsProcess: true,
    ...(host !== undefined && { host }),
    ...(cwd !== undefined && { cwd }),
    ...(sources !== undefined && { sources }),
    ...(consent !== undefined && { trustProject: consent === '' ? true : consent }),
  }
}
