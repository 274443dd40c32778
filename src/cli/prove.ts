import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import { parseConfig } from '../config/parse.ts'
import type { Event } from '../core/event.ts'
import type { HandlerSpec, Hook } from '../core/hook.ts'
import { issue, type Issue } from '../core/issue.ts'
import type { Outcome } from '../core/outcome.ts'
import { limits } from '../engine/limits.ts'
import { createCommandHandler } from '../handlers/command.ts'
import { isOwnCommand } from '../install/command-line.ts'
import { isOwnUrl } from '../install/via-http.ts'
import type { HostPlan } from '../install/plan.ts'
import { lastRuns } from '../log/store.ts'
import { systemFiles } from '../ports/files.ts'
import { launch } from '../process/spawn.ts'
import type { Workspace } from '../workspace/open.ts'

/** Whether the registered command line does what it should. */
export type Proven = {
  readonly host: string
  /** What was tried, for the person. */
  readonly line: string
  /** Why the proof failed. */
  readonly issue?: Issue
}

/** Sends one harmless call through each registered command line. */
export async function proveAll(plans: readonly HostPlan[], workspace: Workspace): Promise<readonly Proven[]> {
  const proofs: Proven[] = []
  // One after the other: each looks for its own run at the end of the log.
  for (const plan of plans) proofs.push(await prove(plan, workspace))
  return proofs
}

/**
 * Starts the command as the host would: as it stands in the file, with the host's shell, and with a payload in the
 * host's own terms. The run log then has a run of that host with our nonce as its session, or nobody has heard us.
 */
async function prove(plan: HostPlan, workspace: Workspace): Promise<Proven> {
  const { dialect } = plan.request
  const { name: host, title } = dialect
  const native = gateOf(plan)
  const hook = native === undefined ? undefined : await readBack(plan, native)
  if (native === undefined || hook === undefined)
    return failed(host, `no entry of hookwright was found in its file when it was read again`, title)
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'hookwright-proof-'))
  try {
    const nonce = `proof-${randomUUID()}`
    const event = canary(plan, { native, folder, nonce })
    const outcome = await runAsHost(hook, event, workspace, dialect)
    const run = lastRuns(workspace.state, LOOKED_AT).runs.findLast(
      ({ session, project }) => session === nonce || project === event.projectDir,
    )
    if (run === undefined) return failed(host, said(outcome), title)
    if (run.host !== host) return failed(host, `the call was taken for one of ${run.host}`, title)
    return { host, line: `a harmless ${native} went through the registered command and was answered` }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Other sessions may write to the log at the same time. */
const LOOKED_AT = 200

function gateOf({ registrations, request: { dialect } }: HostPlan): string | undefined {
  const tool = registrations.find(
    ({ event, isGate }) => isGate && dialect.events[event]?.event === 'PreToolUse',
  )
  return (tool ?? registrations.find(({ isGate }) => isGate) ?? registrations[0])?.event
}

/** The hook as the dialect reads it from the file that was written. */
async function readBack(
  { request: { dialect, places, scope }, files }: HostPlan,
  native: string,
): Promise<Hook | undefined> {
  const side = await dialect.config()
  const name = dialect.events[native]?.event
  const hooks = files.flatMap(({ path: file, format }) => {
    const text = systemFiles.readBytes(file, limits.configBytes)
    if (!(text instanceof Uint8Array)) return []
    const value =
      format === 'program'
        ? {}
        : parseConfig(Buffer.from(text).toString(), file, {
            maxBytes: limits.configBytes,
            maxDepth: limits.configDepth,
            format,
          }).value
    return side.read({ file, scope, value }, places).hooks
  })
  const isIts = (hook: Hook): boolean =>
    hook.event === name && (hook.native === undefined || hook.native === native)
  return hooks.find((hook) => isIts(hook) && isOwn(hook, files)) ?? hooks.find((hook) => isOwn(hook, files))
}

function isOwn({ handler, source }: Hook, files: HostPlan['files']): boolean {
  if (handler.type === 'http') return isOwnUrl(handler.url)
  if (handler.type !== 'command') return false
  const { start } = handler
  const text =
    start.kind === 'argv' ? start.words.join(' ') : start.kind === 'inline' ? start.command : start.source
  return (
    isOwnCommand(text) || files.some(({ path: file, format }) => format === 'program' && file === source.file)
  )
}

type Canary = { readonly native: string; readonly folder: string; readonly nonce: string }

/** A look at a file that is not there. */
function canary({ request: { dialect } }: HostPlan, { native, folder, nonce }: Canary): Event {
  const file = path.join(folder, 'canary.txt')
  const input = { file_path: file }
  const name = dialect.events[native]?.event ?? native
  const tool = { name: 'Read', nativeName: 'Read', input, nativeInput: input, useId: nonce }
  return {
    name,
    native,
    host: dialect.name,
    sessionId: nonce,
    cwd: folder,
    projectDir: folder,
    at: Date.now(),
    fields: {},
    ...(name === 'PreToolUse' && { tool }),
    ...(name === 'UserPromptSubmit' && { prompt: 'hookwright proof' }),
  }
}

type HttpSpec = Extract<HandlerSpec, { type: 'http' }>

const PATIENCE_MS = 30_000

async function runAsHost(
  hook: Hook,
  event: Event,
  { env, places }: Workspace,
  dialect: HostPlan['request']['dialect'],
): Promise<Outcome> {
  const side = await dialect.hooks()
  if (hook.handler.type === 'http') return callAsHost(hook.handler, side.encodeInput(event, hook))
  const handle = createCommandHandler({
    launch,
    scratchRoot: event.cwd,
    platform: places.platform,
    limits,
    files: systemFiles,
    home: places.home,
    variable: (name) => env.variables[name],
  })
  const inherited: Record<string, string | undefined> = {
    ...env.variables,
    ...side.environment(event, hook, env.variables),
  }
  const variables = Object.fromEntries(
    Object.entries(inherited).filter((each): each is [string, string] => each[1] !== undefined),
  )
  return handle({
    hook,
    event,
    input: side.encodeInput(event, hook),
    env: variables,
    signal: AbortSignal.timeout(PATIENCE_MS),
    timeoutMs: PATIENCE_MS,
    ...(side.inlineForms && { inlineForms: side.inlineForms }),
    ...(side.endsAt && { endsAt: side.endsAt }),
  })
}

async function callAsHost({ url, headers }: HttpSpec, input: string | Uint8Array): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: Buffer.from(input),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (response.ok) return { kind: 'answered', body: await response.text(), ms: 0 }
    return notReached(`the daemon answered with status ${response.status}`)
  } catch (error) {
    const { cause = error } = error as Error
    return notReached(
      `the daemon was not reached (${(cause as NodeJS.ErrnoException).code ?? String(cause)})`,
    )
  }
}

function notReached(why: string): Outcome {
  return { kind: 'not-started', issue: issue('install.unproven', {}, why), ms: 0 }
}

function said(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'exited':
      return `the command ended with exit code ${outcome.code ?? 'none'}${outcome.stderr.text.trim() === '' ? '' : `: ${outcome.stderr.text.trim().split('\n')[0] ?? ''}`}`
    case 'not-started':
      return outcome.issue.message
    case 'timed-out':
      return 'the command did not end within 30 seconds'
    case 'answered':
    case 'failed':
    case 'cancelled':
    case 'backgrounded':
      return `the command was ${outcome.kind}`
  }
}

function failed(host: string, why: string, title: string): Proven {
  return {
    host,
    line: why,
    issue: issue(
      'install.unproven',
      {},
      `The bridge is registered with ${title}, but a call through the registered command did not reach hookwright: ${why}.`,
      'Run: hookwright doctor',
    ),
  }
}
