import type { Hook } from '../../src/core/hook.ts'
import { issue } from '../../src/core/issue.ts'
import { noOutput, type Outcome, type Output } from '../../src/core/outcome.ts'

/** What happened to a step, as cases write it down. */
export type OutcomeRecord =
  | ExitRecord
  | SignalRecord
  | { readonly timeout: number }
  | { readonly notStarted: string }
  | { readonly failed: string }
  | { readonly cancelled: 'host' | 'earlier-step' }
  /** What a handler without a process gave back: an http body, the text of a tool, a judgement, a return value. */
  | { readonly answered: unknown }
  /** The event went on without the step, and this came of it later. */
  | { readonly background: OutcomeRecord }

type ExitRecord = {
  readonly exit: number
  /** A text, `$repeat` for a long one, or `$json` for a document. */
  readonly stdout?: string | { readonly $repeat: readonly [string, number] } | { readonly $json: unknown }
  readonly stderr?: string
  readonly droppedBytes?: number
  readonly stderrDropped?: number
  readonly wellFormed?: boolean
  /** The byte order mark before stdout. */
  readonly bom?: Output['bom']
}

type SignalRecord = { readonly signal: string; readonly stdout?: ExitRecord['stdout'] }

export function toOutcome(record: OutcomeRecord, hook: Hook): Outcome {
  const place = { hook: hook.id }
  if ('exit' in record) return exited(record)
  if ('timeout' in record)
    return {
      kind: 'timed-out',
      afterMs: record.timeout,
      stdout: noOutput,
      stderr: noOutput,
      ms: record.timeout,
    }
  if ('answered' in record) return { kind: 'answered', body: grown(record.answered), ms: 1 }
  if ('notStarted' in record)
    return { kind: 'not-started', issue: issue('hook.start', place, record.notStarted), ms: 0 }
  if ('failed' in record) return { kind: 'failed', issue: issue('http.status', place, record.failed), ms: 1 }
  if ('cancelled' in record) return { kind: 'cancelled', by: record.cancelled, ms: 1 }
  if ('background' in record) return { kind: 'backgrounded', ms: 1 }
  return signalled(record)
}

function signalled({ signal, stdout = '' }: SignalRecord): Outcome {
  const said = { ...noOutput, text: textOf(stdout) }
  return { kind: 'exited', code: null, signal, stdout: said, stderr: noOutput, ms: 1 }
}

function exited(record: ExitRecord): Outcome {
  const { exit, stdout = '', stderr = '', droppedBytes = 0, stderrDropped = 0, wellFormed = true } = record
  const { bom } = record
  return {
    kind: 'exited',
    code: exit,
    stdout: { text: textOf(stdout), droppedBytes, wellFormed, ...(bom && { bom }) },
    stderr: { text: stderr, droppedBytes: stderrDropped, wellFormed: true },
    ms: 1,
  }
}

function textOf(stdout: NonNullable<ExitRecord['stdout']>): string {
  if (typeof stdout === 'string') return stdout
  return '$json' in stdout ? JSON.stringify(grown(stdout.$json)) : (grown(stdout) as string)
}

/** The value with every `$repeat` in it spelt out. */
function grown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(grown)
  if (typeof value !== 'object' || value === null) return value
  const { $repeat } = value as { $repeat?: readonly [string, number] }
  if ($repeat !== undefined) return $repeat[0].repeat($repeat[1])
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, grown(each)]))
}
