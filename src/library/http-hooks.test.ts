import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DENY, end, serve, setVariables } from '../../test/helpers/http.ts'
import { engineIn, engineWith } from '../../test/helpers/library.ts'

const bash = { name: 'PreToolUse', tool: { name: 'Bash', input: { command: 'rm -rf build' } } } as const

/** An engine that reads this hookwright.json, approved or not. */
async function engineOver(file: unknown, approval: { trustProject?: true } = { trustProject: true }) {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-http-')))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const path = join(dir, 'hookwright.json')
  writeFileSync(path, JSON.stringify(file))
  return engineIn({ cwd: dir, sources: [{ path }], ...approval })
}

describe('an http hook of a settings file', () => {
  test('gets the payload and refuses the call', async () => {
    const { url, seen } = await serve(end(200, DENY))
    const { engine } = await engineWith('PreToolUse', [{ type: 'http', url }])
    expect(await engine.dispatch(bash)).toMatchObject({ decision: 'deny', reason: 'no' })
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: bash.tool.input,
    })
  })

  test('S37 that answers with a 500 has no say, whatever is in it', async () => {
    const { url } = await serve(end(500, DENY))
    const { engine } = await engineWith('PreToolUse', [{ type: 'http', url }])
    const { decision, issues } = await engine.dispatch(bash)
    expect(decision).toBe('none')
    expect(issues).toMatchObject([{ code: 'http.status', message: `HTTP 500 from ${url}` }])
  })
})

describe('an http hook of hookwright.yaml', () => {
  test('sends the variables it was allowed to', async () => {
    setVariables({ HOOKWRIGHT_TEST_TOKEN: 'canary' })
    const { url, seen } = await serve(end(200, DENY))
    const headers = { Authorization: 'Bearer ${HOOKWRIGHT_TEST_TOKEN}' }
    const entry = { url, headers, allowedEnvVars: ['HOOKWRIGHT_TEST_TOKEN'] }
    const { engine } = await engineOver({ hooks: { PreToolUse: [entry] } })
    expect((await engine.dispatch(bash)).decision).toBe('deny')
    expect(seen[0]?.headers.authorization).toBe('Bearer canary')
  })

  test('fails as its entry says', async () => {
    const { url } = await serve(end(404))
    const { engine } = await engineOver({ hooks: { PreToolUse: [{ id: 'gate', url, onFailure: 'deny' }] } })
    expect(await engine.dispatch(bash)).toMatchObject({
      decision: 'deny',
      reason: `Hook gate could not decide: HTTP 404 from ${url}`,
    })
  })

  test('S01 of a project nobody approved is not called', async () => {
    const { url, seen } = await serve(end(200, DENY))
    const { engine } = await engineOver({ hooks: { PreToolUse: [{ url }] } }, {})
    expect((await engine.dispatch(bash)).decision).toBe('none')
    expect(seen).toEqual([])
  })
})
