import { warning, type Issue } from '../core/issue.ts'
import { powerHere } from '../dialects/event-power.ts'
import { isDone } from '../install/apply.ts'
import { textsOf } from '../install/compare.ts'
import { offReasons } from '../install/obstacles.ts'
import type { FilePlan, HostPlan } from '../install/plan.ts'
import { exposure } from '../install/via-http.ts'
import { saidCall } from './bridge-call.ts'
import { diffLines } from '../core/diff-lines.ts'
import type { Proven } from './prove.ts'
import { printable } from './render/style.ts'
import { lookUpIn } from './look-up.ts'

/** What will be written for one host. */
export function changeLines(plan: HostPlan): readonly string[] {
  const { request, files, registrations } = plan
  if (files.length === 0) return []
  return [
    `${request.dialect.title}: ${registrations.map(({ event }) => event).join(', ')}`,
    ...files
      .filter(({ file, edited }) => file.text !== edited.text)
      .map(({ path, file }) => `  ${file.text === undefined ? 'new file' : 'change '}  ${printable(path)}`),
    ...foreignLines(plan),
  ]
}

/** Bridges that somebody wrote by hand are left alone. */
function foreignLines({ files, request: { dialect } }: HostPlan): readonly string[] {
  return files.flatMap((each) =>
    foreignIn(each, dialect.name).map(
      ({ line }) =>
        `  A bridge that was written by hand stands in line ${line} and is left alone; remove it, so that hooks run once.`,
    ),
  )
}

/** Entries of others that call the bridge for a host. */
export function foreignIn({ others }: FilePlan, host: string): FilePlan['others'] {
  return others.filter(({ value }) =>
    textsOf(value).some((text) => text.split(/[;&|\n]+/).some((part) => saidCall(part)?.host === host)),
  )
}

/** What was done for one host, what it means, and what only the person can do. */
export function installedLines(plan: HostPlan, proof: Proven): readonly string[] {
  const { request, files } = plan
  const { dialect } = request
  const { off, notes } = notesOf(plan)
  const where = [...new Set(files.map(({ path }) => printable(path)))]
  const state = isDone(plan) ? 'is installed already' : 'installed'
  return [
    `${dialect.title}: ${state} in ${where.join(', ')}`,
    proof.issue === undefined ? `  proof     ${proof.line}` : `  NO PROOF  ${proof.line}`,
    ...(proof.issue === undefined && off.length === 0 ? powerLines(plan) : []),
    ...off.map((reason) => `  OFF       ${reason}`),
    ...notes.map((note) => `  note      ${note}`),
  ]
}

/** What a no can do there, by event. */
export function powersIn({
  request: { dialect },
  registrations,
}: HostPlan): Readonly<Record<string, readonly string[]>> {
  const at = (power: string): readonly string[] =>
    registrations.flatMap(({ event }) => {
      const row = dialect.events[event]
      return row !== undefined && powerHere(row) === power ? [event] : []
    })
  return { prevent: at('prevent'), retry: at('retry'), observe: at('observe') }
}

const MEANS: Readonly<Record<string, string>> = {
  prevent: 'prevents ',
  retry: 'corrects ',
  observe: 'observes ',
}

function powerLines(plan: HostPlan): readonly string[] {
  return Object.entries(powersIn(plan)).flatMap(([power, events]) =>
    events.length === 0 ? [] : [`  ${MEANS[power] ?? power} ${events.join(', ')}`],
  )
}

type Notes = {
  /** Why the host runs no hook at all. */
  readonly off: readonly string[]
  readonly notes: readonly string[]
}

function notesOf({ request, files }: HostPlan): Notes {
  const { spec, scope, places, http } = request
  return {
    off: offReasons(request, lookUpIn),
    notes: [
      ...(spec.notes?.(scope, places, lookUpIn) ?? []),
      ...(http === undefined ? [] : httpNotes(request.dialect.title, files)),
    ],
  }
}

function httpNotes(title: string, files: readonly FilePlan[]): readonly string[] {
  return [
    `While the daemon does not run, ${title} goes on without hooks: docs/install.md, "Through HTTP".`,
    ...files.flatMap(({ path }) => exposure(path) ?? []),
  ]
}

/** A problem for each switch with which somebody has switched the hooks of a host off. */
export function offIssues(plan: HostPlan): readonly Issue[] {
  return notesOf(plan).off.map((message) => warning('bridge.off', {}, message))
}

/** The changes of a plan as lines of a unified diff. */
export function diffOf({ files, request: { http } }: HostPlan): readonly string[] {
  const lines = files.flatMap(({ path, file, edited }) => {
    if (file.text === edited.text) return []
    const before = file.text === undefined ? '/dev/null' : path
    return [`--- ${printable(before)}`, `+++ ${printable(path)}`, ...diffLines(file.text ?? '', edited.text)]
  })
  return http === undefined ? lines : lines.map((line) => line.replaceAll(http.token, 'TOKEN'))
}

/** One host as `--json` has it. */
export function shownHost(plan: HostPlan, proof: Proven | undefined): object {
  const { request, registrations, files, issues } = plan
  const { off, notes } = notesOf(plan)
  return {
    host: request.dialect.name,
    scope: request.scope,
    events: registrations.map(({ event, timeoutSeconds }) => ({ event, timeout: timeoutSeconds })),
    files: files.map(({ path, file, edited }) => ({
      path,
      change: file.text === undefined ? 'created' : file.text === edited.text ? 'none' : 'changed',
    })),
    foreign: files.flatMap((each) =>
      foreignIn(each, request.dialect.name).map(({ line }) => ({ path: each.path, line })),
    ),
    ok: issues.length === 0 && proof?.issue === undefined,
    proven: proof !== undefined && proof.issue === undefined,
    powers: powersIn(plan),
    notes: [...off, ...notes],
  }
}
