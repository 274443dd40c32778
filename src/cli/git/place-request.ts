import { resolve } from 'node:path'
import type { PlaceRequest } from '../../git/install/open.ts'
import type { HookType } from '../../git/contracts/model.ts'
import { lastValue } from '../args.ts'
import type { Invocation } from '../command.ts'
import { configOf, workingDir } from './request.ts'

/** Which hooks of which repository a command line means. */
export function placeRequest(
  { args, env }: Pick<Invocation, 'args' | 'env'>,
  action: 'install' | 'uninstall',
): PlaceRequest {
  const gitDir = lastValue(args, 'git-dir')
  const cwd = workingDir(args, env)
  return {
    action,
    cwd,
    ...configOf(args, env),
    types: (args.options.get('hook-type') ?? []) as readonly HookType[],
    force: args.options.has('force'),
    ...(gitDir !== undefined && { gitDir: resolve(cwd, gitDir) }),
  }
}
