import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'

const payload = {
  session_id: 's',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
}
const LONG = `'HEAD' + 'x'.repeat(29_992) + 'TAIL'`
const MIB = 1_048_576

type Document = {
  hookSpecificOutput?: {
    permissionDecision?: string
    permissionDecisionReason?: string
    additionalContext?: string
  }
  systemMessage?: string
}

/** A user's settings of Claude Code, which need no approval, with one hook in JavaScript. */
function settingsWith(script: string, fields: object = {}, event = 'PreToolUse'): Sandbox {
  const sandbox = createSandbox()
  sandbox.write('hook.mjs', script)
  const command = `"${process.execPath}" "${sandbox.path('hook.mjs')}"`
  const hooks = { [event]: [{ hooks: [{ type: 'command', command, ...fields }] }] }
  sandbox.write('~/.claude/settings.json', JSON.stringify({ hooks }))
  return sandbox
}

async function told(
  sandbox: Sandbox,
  changes: object = {},
  env: Record<string, string> = {},
): Promise<Document> {
  const given = { ...payload, cwd: sandbox.project, ...changes }
  const { stdout } = await sandbox.event(given, ['--source', 'claude-code'], { env })
  return JSON.parse(stdout || '{}') as Document
}

const say = (document: string): string => `process.stdout.write(JSON.stringify(${document}))`
const specific = (fields: string): string =>
  say(`{ hookSpecificOutput: { hookEventName: 'PreToolUse', ${fields} } }`)

describe('a reason reaches the host whole', () => {
  test.for([
    ['of a deny', specific(`permissionDecision: 'deny', permissionDecisionReason: ${LONG}`)],
    ['of exit 2', `process.stderr.write(${LONG}); process.exitCode = 2`],
  ] as const)('%s', async ([, script]) => {
    const { hookSpecificOutput } = await told(settingsWith(script))
    expect(hookSpecificOutput?.permissionDecision).toBe('deny')
    expect(hookSpecificOutput?.permissionDecisionReason).toMatch(/HEADx{29992}TAIL$/)
  })
})

describe('context that is too long for the host', () => {
  const contextIn = ({ hookSpecificOutput }: Document): string => hookSpecificOutput?.additionalContext ?? ''

  test('is in a private file that outlives the call, and shows its two ends', async () => {
    const sandbox = settingsWith(specific(`additionalContext: ${LONG}`))
    const shown = contextIn(await told(sandbox))
    expect(shown.length).toBeLessThan(10_000)
    expect(shown).toMatch(/HEADx+.*TAIL$/s)
    const [, file = ''] = /whole in (.*)\]/.exec(shown) ?? []
    expect(file.startsWith(join(sandbox.state, 'texts'))).toBe(true)
    expect(readFileSync(file, 'utf8')).toMatch(/^HEADx{29992}TAIL$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('is in a file too when it is plain text on stdout', async () => {
    const sandbox = settingsWith(`process.stdout.write(${LONG})`, {}, 'UserPromptSubmit')
    const shown = contextIn(await told(sandbox, { hook_event_name: 'UserPromptSubmit', prompt: 'p' }))
    expect(existsSync(/whole in (.*)\]/.exec(shown)?.[1] ?? '')).toBe(true)
  })

  test('says what is lost where no file can be written', async () => {
    const sandbox = settingsWith(specific(`additionalContext: ${LONG}`))
    const blocked = join(sandbox.root, 'blocked')
    writeFileSync(blocked, '')
    const shown = contextIn(await told(sandbox, {}, { XDG_STATE_HOME: blocked }))
    expect(shown).toMatch(/the rest is lost.*HEADx+.*TAIL$/s)
  })

  test('costs nothing where nothing is too long', async () => {
    const sandbox = settingsWith(specific(`additionalContext: 'short'`))
    expect(contextIn(await told(sandbox))).toBe('short')
    expect(existsSync(join(sandbox.state, 'texts'))).toBe(false)
  })
})

describe('R12 an answer that is too long to be read', () => {
  const big = `'x'.repeat(${2 * MIB})`
  const rewrite = specific(`updatedInput: { command: 'true', description: ${big} }`)

  test.for([
    ['a rewrite', rewrite],
    ['a deny', specific(`permissionDecision: 'deny', permissionDecisionReason: ${big}`)],
  ] as const)('of the host’s own file lets nothing pass: %s', async ([, script]) =>
    expect((await told(settingsWith(script))).hookSpecificOutput?.permissionDecision).toBe('deny'),
  )

  test('follows `onFailure` where the hook has one', async () => {
    const { hookSpecificOutput, systemMessage } = await told(settingsWith(rewrite, { onFailure: 'continue' }))
    expect(hookSpecificOutput).toBeUndefined()
    expect(systemMessage).toContain('overflow')
  })

  test.for([
    ['deny', 'deny'],
    ['ask', 'ask'],
    ['ignore', undefined],
  ] as const)('of hookwright.yaml follows `onFailure: %s`', async ([onFailure, decision]) => {
    const sandbox = createSandbox()
    const script = sandbox.write('hook.mjs', rewrite)
    const entry = { id: 'h', command: `${process.execPath} ${script}`, onFailure }
    sandbox.write('~/.config/hookwright/hookwright.json', JSON.stringify({ hooks: { PreToolUse: [entry] } }))
    const { stdout } = await sandbox.event({ ...payload, cwd: sandbox.project })
    const { hookSpecificOutput, systemMessage } = JSON.parse(stdout) as Document
    expect(hookSpecificOutput?.permissionDecision).toBe(decision)
    expect(systemMessage).toContain('overflow')
  })

  test('is no answer of a flood of plain text, which the host ignores too', async () =>
    expect((await told(settingsWith(`process.stdout.write(${big})`))).hookSpecificOutput).toBeUndefined())
})
