import { resolve } from 'node:path'
import { hasLegacy } from '../../git/install/legacy.ts'
import type { HookType } from '../../git/contracts/model.ts'
import { realPath } from '../../git/repository/program.ts'
import type { Env } from '../../ports/env.ts'
import { lastValue, type ParsedArgs } from '../args.ts'
import { gitCommands } from '../git/commands.ts'
import type { CallableCommand } from './answer.ts'

/** Commands of `hookwright git` that a worker of the daemon answers. */
export const gitCalls: readonly CallableCommand[] = ['run', 'hook-impl'].flatMap((name) => {
  const spec = gitCommands.find((each) => each.name === name)
  return spec === undefined ? [] : [{ words: ['git', name], spec, isLeft }]
})

/** A hook that was there before ours has the streams of git itself, which only the caller can hand on. */
function isLeft(args: ParsedArgs, { cwd }: Env): boolean {
  const [dir, type] = [lastValue(args, 'hook-dir'), lastValue(args, 'hook-type')]
  if (dir === undefined || type === undefined) return false
  return hasLegacy({ dir: realPath(resolve(cwd, dir)), type: type as HookType })
}
