import { metrics, trace } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Engine } from '../../src/library/engine.ts'
import type { EventInput } from '../../src/library/event-input.ts'

/** Part of every secret of these tests; found anywhere it is a leak. */
export const MARK = 'canary5ecret'

export type Collected = {
  readonly decision: string
  readonly codes: readonly string[]
  readonly text: string
}

const spans = new InMemorySpanExporter()
let measured: InMemoryMetricExporter
let reader: PeriodicExportingMetricReader

export function watchTelemetry(): void {
  beforeAll(() => {
    trace.setGlobalTracerProvider(
      new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
    )
    measured = new InMemoryMetricExporter(AggregationTemporality.DELTA)
    reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 })
    metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
  })
  beforeEach(() => spans.reset())
  afterAll(async () => {
    trace.disable()
    metrics.disable()
    await reader.shutdown()
  })
}

/** Runs one event and returns every word the engine has said about it, as JSON and as Node prints it. */
export async function collect(engine: Engine, event: EventInput): Promise<Collected> {
  const heard: unknown[] = []
  engine.background.subscribe((change) => heard.push(change))
  const plan = await engine.explain(event)
  const run = await engine.run(event, { onProgress: (progress) => heard.push(progress) })
  heard.push(engine.background.list())
  await engine.background.settled()
  await reader.forceFlush()
  const told = [run, plan, heard, engine.hooks, engine.issues, telemetry()]
  const finished = heard.flatMap((one) => issuesIn(one))
  return {
    decision: run.verdict.decision,
    codes: [...new Set([...run.verdict.issues, ...finished].map(({ code }) => code))],
    text: told.flatMap((value) => [JSON.stringify(value), printed(value)]).join('\n'),
  }
}

function issuesIn(heard: unknown): readonly { readonly code: string }[] {
  const { kind, answer } = heard as { kind?: string; answer?: { issues: readonly { code: string }[] } }
  return kind === 'finished' ? (answer?.issues ?? []) : []
}

function telemetry(): unknown {
  const seen = spans
    .getFinishedSpans()
    .map(({ name, attributes, status, events }) => ({ name, attributes, status, events }))
  return [seen, measured.getMetrics().map(({ scopeMetrics }) => scopeMetrics)]
}

function printed(value: unknown): string {
  return inspect(value, { depth: 30, maxStringLength: null, maxArrayLength: null, showHidden: true })
}

/** All files below a folder, as one text. */
export function filesIn(folder: string): string {
  if (!existsSync(folder)) return ''
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => `${file}\n${readFileSync(file, 'utf8')}`)
    .join('\n')
}
