import * as fs from 'node:fs'
import { issue, type Issue } from '../core/issue.ts'
import { writeInstalled } from './edit/config-file.ts'
import { keyOf, type FilePlan, type HostPlan } from './plan.ts'
import { findRegistered, readRegistered, recordRegistered, type Registered } from './registered.ts'
import { isExecutable, writePrograms } from './version-copy.ts'
import { TOKEN_MODE } from './via-http.ts'

/** True when everything is as the plan wants it. */
export function isDone({ files, issues }: HostPlan): boolean {
  return issues.length === 0 && files.every((each) => each.file.text === each.edited.text && mayStart(each))
}

/**
 * Writes the files of a plan. What cannot be written is returned; the rest is. The record is written first: who is killed
 * in between leaves no entry that an uninstallation of other hosts does not know of when it removes the launcher.
 */
export function applyPlan(plan: HostPlan, now: number): readonly Issue[] {
  const { request, programs, files, issues } = plan
  const { state } = request
  if (issues.length > 0 && files.length === 0) return []
  const key = keyOf(request)
  const known = findRegistered(readRegistered(state), key)
  const unable = writePrograms(programs, state) ?? recordRegistered(state, key, recordOf(plan))
  if (unable !== undefined) return [unable]
  const writing = { state, now, ...(request.http && { mode: TOKEN_MODE }) }
  const problems = files.flatMap((each) => writeFile(each, writing) ?? [])
  const undone = problems.length < files.length ? undefined : recordRegistered(state, key, known)
  return [...problems, ...(undone === undefined ? [] : [undone])]
}

type Writing = Parameters<typeof writeInstalled>[2]

const PROGRAM_MODE = 0o755

function writeFile(plan: FilePlan, writing: Writing): Issue | undefined {
  const { file, edited, format } = plan
  if (format !== 'program') return writeInstalled(file, edited, writing)
  const problem = writeInstalled(file, edited, { ...writing, mode: PROGRAM_MODE })
  return problem ?? (mayStart(plan) ? undefined : allowStart(file.file))
}

function allowStart(file: string): Issue | undefined {
  try {
    fs.chmodSync(file, PROGRAM_MODE)
    return undefined
  } catch {
    const hint = `Run: chmod +x '${file}'`
    return issue('write.failed', { file }, `"${file}" could not be made executable.`, hint)
  }
}

function mayStart({ format, file }: FilePlan): boolean {
  return format !== 'program' || isExecutable(file.file)
}

function recordOf({ request, registrations, files }: HostPlan): Registered {
  const { isAll, onError, http } = request
  return {
    ...keyOf(request),
    events: Object.fromEntries(registrations.map(({ event, deadlineSeconds }) => [event, deadlineSeconds])),
    files: files.map(({ path }) => path),
    isAll,
    ...(onError && { onError }),
    ...(http && { via: 'http' as const }),
  }
}
