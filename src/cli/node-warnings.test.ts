import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { bundled } from '../../test/helpers/bundled.ts'

const WARNINGS = {
  plain: `process.emitWarning('one')`,
  two: `process.emitWarning('one'); process.emitWarning('two')`,
  detail: `process.emitWarning('text', { type: 'HookwrightWarning', detail: 'at a place' })`,
  code: `process.emitWarning('old', 'DeprecationWarning', 'DEP1')`,
  listeners: `for (let n = 0; n < 11; n++) process.on('SIGUSR2', () => {})`,
}

const folder = mkdtempSync(join(tmpdir(), 'hookwright-warnings-'))
let module = ''

beforeAll(async () => {
  module = await bundled(join(import.meta.dirname, 'node-warnings.ts'), folder)
})

afterAll(() => rmSync(folder, { recursive: true }))

/** What a process wrote to stderr, without its number. */
function stderrOf(code: string, env: NodeJS.ProcessEnv = {}): string {
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return stderr.replace(/\(node:\d+\)/g, '(node:PID)')
}

function carried(cause: string, variables: object = {}): string {
  return stderrOf(`
import { carryWarnings } from ${JSON.stringify(module)}
const turn = () => new Promise((resolve) => setImmediate(resolve))
const stop = carryWarnings(${JSON.stringify(variables)}, (text) => process.stderr.write('' + text))
${cause}
await turn()
stop()`)
}

describe('a warning that a call is given', () => {
  test.for(Object.entries(WARNINGS))('is what Node itself writes: %s', ([, cause]) => {
    const own = stderrOf(cause)
    expect(own).not.toBe('')
    expect(carried(cause)).toBe(own)
  })

  test('is left out where its caller wants none', () => {
    expect(stderrOf(WARNINGS.plain, { NODE_NO_WARNINGS: '1' })).toBe('')
    expect(carried(WARNINGS.plain, { NODE_NO_WARNINGS: '1' })).toBe('')
  })

  test('says how to find its place in each call, as each process does', () => {
    const said = stderrOf(`
import { carryWarnings } from ${JSON.stringify(module)}
const turn = () => new Promise((resolve) => setImmediate(resolve))
for (let call = 0; call < 2; call++) {
  const stop = carryWarnings({}, (text) => process.stderr.write(text))
  process.emitWarning('one')
  await turn()
  stop()
}
process.emitWarning('two')`)
    const one = stderrOf(WARNINGS.plain)
    expect(said).toBe(`${one}${one}${one.replace('one', 'two')}`)
  })
})
