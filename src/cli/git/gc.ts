import { collectGarbage, type Removed } from '../../git/store/gc.ts'
import { describeGarbage, showBytes } from '../../git/store/gc-report.ts'
import type { Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { printable } from '../render/style.ts'
import { inSession } from './session.ts'

/** `hookwright git gc`. */
export async function gc(invocation: Invocation): Promise<number> {
  const { args, io } = invocation
  return inSession(invocation, async ({ ground, options, say, tell }) => {
    const isDryRun = args.options.has('dry-run')
    const { clock, signal, storeDir } = ground
    const garbage = await collectGarbage(storeDir, { now: clock.now(), isDryRun, signal })
    garbage.issues.forEach(tell)
    const { removed, bytes } = garbage
    if (options.isJson) io.out(jsonText({ isDryRun, bytes, removed, issues: garbage.issues }))
    else {
      say(describeGarbage(garbage, { isDryRun }))
      if (options.isVerbose) removed.forEach((each) => say(lineOf(each)))
    }
    return garbage.issues.some(({ severity }) => severity === 'error') ? 1 : 0
  })
}

function lineOf({ kind, what, path, bytes }: Removed): string {
  return printable(`- ${kind} ${what} (${showBytes(bytes)}): ${path}`)
}
