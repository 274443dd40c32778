import { diag, DiagConsoleLogger, DiagLogLevel, metrics, trace } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { command, engineIn } from '../../test/helpers/library.ts'
import { deny } from '../core/decision.ts'

const spans = new InMemorySpanExporter()
const measured = new InMemoryMetricExporter(AggregationTemporality.DELTA)
const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 })

beforeAll(() => {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }))
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
})
beforeEach(() => spans.reset())
afterAll(async () => {
  trace.disable()
  metrics.disable()
  await reader.shutdown()
})

const SECRET = 'canary-4711'
const bash = { name: 'PreToolUse', tool: { name: 'Bash', input: { command: `echo ${SECRET}` } } } as const

test('an event is one span with counts, and each hook one below it', async () => {
  const { engine } = await engineIn()
  engine.on('PreToolUse', { id: 'guard' }, () => deny(`never ${SECRET}`))
  engine.on('PreToolUse', { id: 'broken' }, () => {
    throw new Error(SECRET)
  })
  await engine.addHooks({ hooks: { PreToolUse: [{ hooks: [command(`echo ${SECRET}`)] }] } })
  await engine.dispatch(bash)
  const finished = spans.getFinishedSpans()
  const event = finished.find((span) => span.name === 'hooks PreToolUse')
  expect(event?.attributes).toMatchObject({
    hook_event: 'PreToolUse',
    hook_name: 'PreToolUse:Bash',
    num_hooks: 3,
    managed_only: false,
    hook_source: 'merged',
    hook_decision: 'deny',
    num_success: 1,
    num_blocking: 1,
    num_non_blocking_error: 1,
    num_cancelled: 0,
  })
  const hooks = finished.filter((span) => span !== event)
  expect(hooks.map((span) => span.parentSpanContext?.spanId)).toEqual(
    Array(3).fill(event?.spanContext().spanId),
  )
  expect(
    hooks.map(({ attributes }) => [attributes['hook_type'], attributes['hook_result']].join(' ')).toSorted(),
  ).toEqual(['command success', 'function blocking', 'function nonBlockingError'])
})

test('S33 nothing of payload, command, reason or error reaches a span', async () => {
  const { engine } = await engineIn()
  engine.on('PreToolUse', {}, () => deny(SECRET))
  await engine.addHooks({ hooks: { PreToolUse: [{ hooks: [command(`echo ${SECRET} >&2; exit 1`)] }] } })
  await engine.dispatch(bash)
  const told = spans
    .getFinishedSpans()
    .map(({ name, attributes, status, events }) => ({ name, attributes, status, events }))
  expect(JSON.stringify(told)).not.toContain(SECRET)
  expect(told).toHaveLength(3)
})

test('the wall time of an event goes into a histogram', async () => {
  const { engine } = await engineIn()
  engine.on('Stop', {}, () => undefined)
  await engine.dispatch({ name: 'Stop' })
  await reader.forceFlush()
  const points = measured
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap((scope) => scope.metrics)
    .filter((metric) => metric.descriptor.name === 'hook_duration_ms')
    .flatMap((metric) => metric.dataPoints.map((point) => point.attributes))
  expect(points).toContainEqual({ hook_event: 'Stop', num_hooks: 1 })
})

test('an event without hooks makes no span', async () => {
  const { engine } = await engineIn()
  await engine.dispatch({ name: 'Stop' })
  expect(spans.getFinishedSpans()).toEqual([])
})

test('a program in which only a logger is registered pays for no spans', async () => {
  trace.disable()
  metrics.disable()
  diag.setLogger(new DiagConsoleLogger(), DiagLogLevel.ERROR)
  const began = vi.spyOn(trace, 'getTracer')
  const { engine } = await engineIn()
  engine.on('PreToolUse', {}, () => deny('no'))
  expect(await engine.dispatch(bash)).toMatchObject({ decision: 'deny' })
  expect(began).not.toHaveBeenCalled()
  diag.disable()
})
