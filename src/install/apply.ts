import * as fs from 'node:fs'
import type { Issue } from '../core/issue.ts'
import { writeInstalled } from './edit/config-file.ts'
import { keyOf, type FilePlan, type HostPlan } from './plan.ts'
import { recordRegistered, type Registered } from './registered.ts'
import { writeProgram } from './version-copy.ts'

/** True when everything is as the plan wants it. */
export function isDone({ files, issues }: HostPlan): boolean {
  return issues.length === 0 && files.every(({ file, edited }) => file.text === edited.text)
}

/** Writes the files of a plan. What cannot be written is returned; the rest is. */
export function applyPlan(plan: HostPlan, now: number): readonly Issue[] {
  const { request, programs } = plan
  const { state } = request
  for (const [path, text] of programs) writeProgram(path, text)
  const problems = plan.files.flatMap((each) => writeFile(each, { state, now }) ?? [])
  const isWritten = plan.issues.length + problems.length === 0
  const recorded = isWritten ? recordRegistered(state, keyOf(request), recordOf(plan)) : undefined
  return [...problems, ...(recorded === undefined ? [] : [recorded])]
}

type Writing = Parameters<typeof writeInstalled>[2]

function writeFile({ file, edited, format }: FilePlan, writing: Writing): Issue | undefined {
  const problem = writeInstalled(file, edited, writing)
  if (problem === undefined && format === 'program') fs.chmodSync(file.file, 0o755)
  return problem
}

function recordOf({ request, registrations, files }: HostPlan): Registered {
  const { isAll, onError } = request
  return {
    ...keyOf(request),
    events: Object.fromEntries(registrations.map(({ event, deadlineSeconds }) => [event, deadlineSeconds])),
    files: files.map(({ path }) => path),
    isAll,
    ...(onError && { onError }),
  }
}
