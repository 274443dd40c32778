import { expect, test } from 'vitest'
import { renderReport } from './render.ts'
import type { HookRow, Report } from './report.ts'

const ROW: HookRow = {
  id: 'format-files',
  host: 'claude-code',
  event: 'PostToolUse',
  tool: 'Edit',
  mode: 'wait',
  type: 'command',
  runs: 20,
  p50Ms: 306,
  p95Ms: 31.2,
  spawnMs: 3,
  engineMs: 1,
  hookMs: 302,
  share: { spawn: 1, engine: 0, hook: 99 },
  failures: {},
}

function shownOf(...hooks: readonly HookRow[]): readonly string[] {
  const event = { ...ROW, engineMs: 1, hooksMs: 306, bridgeMs: 65 }
  const report: Report = { ended: 'done', via: 'node', hooks, events: [event], skipped: [], advice: [] }
  return renderReport(report, { colour: false, columns: 80 })
}

test('a terminal of 80 columns has one line per hook and no longer line', () => {
  const lines = shownOf(ROW, { ...ROW, id: 'no-rm' })
  expect(lines[1]).toMatch(/^HOOK +EVENT +RUNS +P50 +P95 +SPAWN +ENGINE +OWN$/)
  expect(lines[2]).toMatch(/^format-files +PostToolUse Edit +20 +306 ms +31\.2 ms +1 % +0 % +99 %$/)
  expect(lines.filter(({ length }) => length > 80)).toEqual([])
})

test('failures and hooks in the background are told below the table', () => {
  const lines = shownOf({ ...ROW, failures: { crash: 3 } }, { ...ROW, id: 'late', mode: 'background' })
  expect(lines).toContain('format-files (claude-code PostToolUse): crash in 3 of 20 runs.')
  expect(lines).toContain('late (claude-code PostToolUse): runs in the background.')
})

test('the host is shown where hooks ran on several', () => {
  expect(shownOf(ROW, { ...ROW, host: 'cursor' }).join('\n')).toMatch(/host cursor|HOST/)
})
