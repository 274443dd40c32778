import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { issue, type Issue } from '../../core/issue.ts'
import type { HookReport } from './report.ts'

/**
 * Adds what a hook wrote to its `log_file`, as it is, without the white space around it. Nothing else shows that output, so
 * a file that cannot be written is an error, also after a hook that passed.
 */
export function appendLog({ hook, output }: HookReport, folder: string): Issue | undefined {
  const text = trimmed(output)
  if (hook.logFile === undefined || text.length === 0) return undefined
  try {
    appendFileSync(resolve(folder, hook.logFile), text)
    return undefined
  } catch (error) {
    return issue(
      'hook.log-file',
      { ...hook.place, hook: hook.id },
      `The output of hook \`${hook.id}\` could not be added to "${hook.logFile}": ${(error as Error).message}.`,
      'Create its folder, or name another file in `log_file`.',
    )
  }
}

function trimmed(output: Buffer): Buffer {
  let start = 0
  let end = output.length
  while (start < end && isSpace(output[start])) start += 1
  while (end > start && isSpace(output[end - 1])) end -= 1
  return output.subarray(start, end)
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d)
}
