import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { gitHook } from '../../../test/helpers/git-hooks.ts'
import { appendLog } from './log-file.ts'
import type { HookReport } from './report.ts'

function report(output: string, logFile?: string): HookReport {
  const hook = gitHook({ id: 'h', ...(logFile !== undefined && { logFile }) })
  const rest = { isWithoutFiles: false, code: 1, ms: 1, isModifying: false }
  return { hook, status: 'failed', output: Buffer.from(output, 'latin1'), ...rest }
}

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-log-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}

test('bytes are added as they are, without the white space around them', () => {
  const dir = folder()
  expect(appendLog(report('\n\n a \u001B[31m\xFF \r\n', 'x.log'), dir)).toBeUndefined()
  appendLog(report(' b ', 'x.log'), dir)
  appendLog(report(' \n ', 'x.log'), dir)
  expect(readFileSync(join(dir, 'x.log'), 'latin1')).toBe('a \u001B[31m\xFFb')
})

test('a hook without a log file writes none', () => {
  expect(appendLog(report('text'), '/nowhere')).toBeUndefined()
})

test('a file that cannot be written is an error that names the hook', () => {
  expect(appendLog(report('text', 'no/folder/x.log'), folder())).toMatchObject({
    severity: 'error',
    code: 'hook.log-file',
    place: { hook: 'h' },
  })
})
