import { eventSpec } from '../../dialects/event-spec.ts'
import { visibleJson } from '../../core/unseen.ts'
import type { Event } from '../../core/event.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { Plan } from '../../core/plan.ts'
import { openWorkspace, type Workspace } from '../../workspace/open.ts'
import type { Dialect, EventSpec } from '../../dialects/dialect.ts'
import { asksAreDenied, powerHere } from '../../dialects/event-power.ts'
import { limits } from '../../engine/limits.ts'
import { isFileProblem, systemFiles } from '../../ports/files.ts'
import { lastValue, UsageError } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { inspectOwnImports } from '../inspect-imports.ts'
import { issueLine } from '../render/issue-line.ts'
import { renderPlan } from '../render/plan.ts'
import { shownPlan } from '../render/shown-hook.ts'
import { createStyle } from '../render/style.ts'
import { withoutAdvice } from '../without-advice.ts'
import { workspaceOptions } from '../workspace-options.ts'
import { callingHost, decode, dispatchOptions, namedHost } from '../host-call.ts'

/** Stops after the plan: nothing runs, nothing is logged. */
export async function explain(invocation: Invocation): Promise<number> {
  const { args, io } = invocation
  namedHost(args)
  dispatchOptions(args)
  const bytes = readPayload(invocation)
  const dialect = await callingHost(invocation, bytes)
  const workspace = await openWorkspace(workspaceOptions(invocation, dialect.name))
  const event = decode(bytes, { dialect, workspace, args })
  if (isIssue(event)) {
    io.err(`hookwright: ${issueLine(event)}\n`)
    return EXIT.problem
  }
  const plan = await workspace.core.explain(event)
  const honours = eventSpec(dialect, event)
  const issues = await findIssues(workspace, event)
  for (const problem of issues) io.err(`hookwright: ${issueLine(problem)}\n`)
  io.out(
    args.options.has('json')
      ? toJson({ plan, issues }, honours, dialect)
      : `${renderPlan(withProfile(plan, lastValue(args, 'profile')), { ...dialect, spec: honours }, createStyle(io.colour)).join('\n')}\n`,
  )
  return EXIT.ok
}

async function findIssues({ problems, loaded, request }: Workspace, event: Event): Promise<readonly Issue[]> {
  const left = await inspectOwnImports(request, loaded.issues)
  return [...problems, ...withoutAdvice(loaded.issues), ...left, ...(event.issues ?? [])]
}

/** For people: which of the hosts that share a name. */
function withProfile(plan: Plan, profile: string | undefined): Plan {
  if (profile === undefined) return plan
  return { ...plan, event: { ...plan.event, host: `${plan.event.host} (${profile})` } }
}

function readPayload({ args, io }: Invocation): Uint8Array {
  const [file] = args.positionals
  if (file !== undefined) return readPayloadFile(file)
  const bytes = io.readInput(limits.payloadBytes)
  if (bytes === 'terminal') throw new UsageError('explain takes a payload: name a JSON file, or pipe it in.')
  if (bytes === 'too-large') throw new UsageError(`The payload is larger than ${limits.payloadBytes} bytes.`)
  return bytes
}

function readPayloadFile(file: string): Uint8Array {
  const bytes = systemFiles.readBytes(file, limits.payloadBytes) ?? { problem: 'failed', detail: 'ENOENT' }
  if (!isFileProblem(bytes)) return bytes
  throw new UsageError(`The payload "${file}" cannot be read (${bytes.detail}); name a JSON file.`)
}

type Explained = { readonly plan: Plan; readonly issues: readonly Issue[] }

function toJson({ plan, issues }: Explained, honours: EventSpec | undefined, { seen }: Dialect): string {
  const power = honours === undefined ? 'not available' : powerHere(honours)
  const known = seen ?? 'documents'
  const asks = honours !== undefined && asksAreDenied(honours) ? { asksAreDenied: true } : {}
  return `${visibleJson({ ...shownPlan(plan), honours, power, ...asks, known, issues })}\n`
}
