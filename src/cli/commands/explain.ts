import { CANONICAL } from '../../dialects/canonical.ts'
import { eventSpec } from '../../dialects/event-spec.ts'
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
import { jsonText } from '../json.ts'
import { inspectOwnImports } from '../inspect-imports.ts'
import { issueLine } from '../render/issue-line.ts'
import { renderPlan } from '../render/plan.ts'
import { shownPlan } from '../render/shown-hook.ts'
import { createStyle } from '../render/style.ts'
import { fitLines } from '../render/wrap.ts'
import { withoutAdvice } from '../without-advice.ts'
import { workspaceOptions } from '../workspace-options.ts'
import { wouldMatch } from '../would-match.ts'
import { callingHost, decode, dispatchOptions, madeCall, namedHost } from '../host-call.ts'

/** Stops after the plan: nothing runs, nothing is logged. */
export async function explain(given: Invocation): Promise<number> {
  const asked = withHost(given)
  namedHost(asked.args)
  dispatchOptions(asked.args)
  const made = await madeCall(asked)
  const invocation = made?.invocation ?? asked
  const { args, io } = invocation
  const bytes = made?.bytes ?? readPayload(invocation)
  const dialect = await callingHost(invocation, bytes)
  const workspace = await openWorkspace({
    ...workspaceOptions(invocation, dialect.name),
    selfGuard: true,
    isDry: true,
  })
  const event = decode(bytes, { dialect, workspace, args })
  if (isIssue(event)) {
    io.err(`hookwright: ${issueLine(event)}\n`)
    return EXIT.problem
  }
  const plan = await withMatches(await workspace.core.explain(event), workspace)
  const honours = eventSpec(dialect, event)
  const issues = await findIssues(workspace, event)
  for (const problem of issues) io.err(`hookwright: ${issueLine(problem)}\n`)
  io.out(
    args.options.has('json')
      ? toJson({ plan, issues }, honours, dialect)
      : `${fitLines(renderPlan(withProfile(plan, lastValue(args, 'profile')), { ...dialect, spec: honours }, createStyle(io.colour)), io.columns).join('\n')}\n`,
  )
  return EXIT.ok
}

/** Without `--host` the payload is in the contract that hookwright.yaml itself speaks. */
function withHost(invocation: Invocation): Invocation {
  const { args } = invocation
  if (args.options.has('host')) return invocation
  const options = new Map([...args.options, ['host', [CANONICAL.dialect]]])
  return { ...invocation, args: { ...args, options } }
}

const UNAPPROVED: ReadonlySet<string> = new Set(['untrusted', 'changed'])

/** Says of hooks that wait for an approval whether they would have run. */
async function withMatches(plan: Plan, { run }: Workspace): Promise<Plan> {
  if (!plan.skipped.some(({ because }) => UNAPPROVED.has(because))) return plan
  const condition = await run.loadConditions()
  const skipped = plan.skipped.map((skip) =>
    UNAPPROVED.has(skip.because)
      ? { ...skip, why: `${skip.why}; ${wouldMatch(plan.event, skip.hook, condition)}` }
      : skip,
  )
  return { ...plan, skipped }
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
  return jsonText({ ...shownPlan(plan), honours, power, ...asks, known, issues })
}
