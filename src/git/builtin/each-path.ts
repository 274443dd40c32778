import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { diskPath } from '../contracts/paths.ts'
import type { CallContext, CallResult } from '../contracts/runnable.ts'
import { cancelled } from '../contracts/interrupted.ts'
import { breathe } from './each-file.ts'
import { shownName } from './shown-name.ts'

/** How long the event loop may be kept waiting. */
const SLICE_MS = 10

/** Says something about a file without reading it whole; it may throw what the file system says. */
export type Look = (path: string | Buffer, name: string) => string | undefined

/** Looks at one path after another; what is said about them is the output, and anything said fails. */
export async function eachPath(
  names: readonly string[],
  context: Pick<CallContext, 'cwd' | 'signal'>,
  look: Look,
): Promise<CallResult | Issue> {
  let output = ''
  let yieldAt = performance.now() + SLICE_MS
  for (const name of names) {
    if (performance.now() > yieldAt) {
      await breathe()
      yieldAt = performance.now() + SLICE_MS
    }
    if (context.signal.aborted) return cancelled()
    const said = lookAt(diskPath(`${context.cwd}/${name}`), name, look)
    if (isIssue(said)) return said
    output += said ?? ''
  }
  return { code: output === '' ? 0 : 1, output }
}

function lookAt(path: string | Buffer, name: string, look: Look): string | Issue | undefined {
  try {
    return look(path, name)
  } catch (error) {
    return issue(
      'git.builtin.unreadable',
      { file: shownName(name) },
      `The file "${shownName(name)}" cannot be read: ${(error as Error).message}.`,
      'Make it readable, or leave it out with `exclude`.',
    )
  }
}
