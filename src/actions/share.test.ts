import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyVerdict, type Verdict } from '../core/decision.ts'
import { openClaims } from '../ports/claims.ts'
import { shareAction, type ActionIdentity } from './share.ts'

const NEVER = new AbortController().signal
const identity: ActionIdentity = {
  host: 'h',
  event: 'PreToolUse',
  action: 's t1',
  call: { native: 'PreToolUse', useId: 't1' },
  settings: [],
}
const no: Verdict = { ...emptyVerdict, decision: 'deny', reason: 'no' }

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hw-actions-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const share = (more: Partial<ActionIdentity> = {}) => shareAction({ ...identity, ...more }, openClaims(dir))

describe('calls about one action', () => {
  test('the first decides', async () => {
    expect(await share().earlier(NEVER)).toBeUndefined()
  })

  test('the second gets what the first has decided', async () => {
    const first = share()
    await first.earlier(NEVER)
    first.keep(no)
    expect(await share().earlier(NEVER)).toEqual(no)
  })

  test('one that comes meanwhile waits for the first', async () => {
    const first = share()
    await first.earlier(NEVER)
    const second = share().earlier(NEVER)
    let isAnswered = false
    void second.then(() => (isAnswered = true))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(isAnswered).toBe(false)
    first.keep(no)
    expect(await second).toEqual(no)
  })

  test('when the first ends without a verdict, the second decides', async () => {
    const first = share()
    await first.earlier(NEVER)
    const second = share().earlier(NEVER)
    first.release()
    expect(await second).toBeUndefined()
  })

  test.each([
    ['host', { host: 'other' }],
    ['event', { event: 'PostToolUse' }],
    ['action', { action: 's t2' }],
    ['settings', { settings: ['--headless'] }],
  ])('another %s is another action', async (_, more) => {
    const first = share()
    await first.earlier(NEVER)
    first.keep(no)
    expect(await share(more).earlier(NEVER)).toBeUndefined()
  })

  test.each([
    ['without an id', { call: { native: 'PreToolUse' } }],
    ['with another id', { call: { native: 'PreToolUse', useId: 't2' } }],
  ])('the same event %s is another action, though all else is equal', async (_, more) => {
    const first = share({ call: { native: 'PreToolUse' } })
    await first.earlier(NEVER)
    first.keep(no)
    expect(await share(more).earlier(NEVER)).toBeUndefined()
  })

  test('a call without an id does not wait: what is under way may be another action', async () => {
    await share({ call: { native: 'PreToolUse' } }).earlier(NEVER)
    const patience = AbortSignal.timeout(10_000)
    expect(await share({ call: { native: 'PreToolUse' } }).earlier(patience)).toBeUndefined()
    expect(patience.aborted).toBe(false)
  })

  test('two events of the host may tell of one action', async () => {
    const first = share({ call: { native: 'preToolUse', useId: 't1' } })
    await first.earlier(NEVER)
    first.keep(no)
    expect(await share({ call: { native: 'beforeShellExecution' } }).earlier(NEVER)).toEqual(no)
  })

  test('the first of two events may have no id', async () => {
    const first = share({ call: { native: 'preToolUse' } })
    await first.earlier(NEVER)
    first.keep(no)
    expect(await share({ call: { native: 'PreToolUse' } }).earlier(NEVER)).toEqual(no)
  })

  test('what the first event had no place for is said to the second', async () => {
    const first = share({ call: { native: 'afterShellExecution' } })
    await first.earlier(NEVER)
    const context = { kind: 'add-context', text: 'c' } as const
    first.keep({
      ...emptyVerdict,
      answers: [{ hook: 'a', answer: { decision: 'deny', reason: 'no', effects: [context], issues: [] } }],
      lost: [
        { what: 'deny', why: 'w' },
        { what: 'add-context', why: 'w', hook: 'a' },
      ],
    })
    expect(await share({ call: { native: 'postToolUse' } }).earlier(NEVER)).toEqual({
      ...no,
      effects: [context],
    })
  })

  test('texts for model and user are said once, what holds back or changes the call to everybody', async () => {
    const first = share()
    await first.earlier(NEVER)
    const rewrite = { kind: 'rewrite-input', input: { command: 'ls' } } as const
    first.keep({
      ...no,
      decision: 'ask',
      effects: [{ kind: 'add-context', text: 'c' }, { kind: 'message', text: 'm' }, rewrite],
    })
    expect(await share().earlier(NEVER)).toEqual({ ...no, decision: 'ask', effects: [rewrite] })
  })

  test('a verdict that is some seconds old is not used: the call may be a new try', async () => {
    const first = share()
    await first.earlier(NEVER)
    first.keep(no)
    const old = new Date(Date.now() - 3_000)
    for (const name of readdirSync(dir)) utimesSync(join(dir, name), old, old)
    expect(await share().earlier(NEVER)).toBeUndefined()
  })

  test('what counts is its age when the process started, which may have taken long to get here', async () => {
    const first = share()
    await first.earlier(NEVER)
    first.keep(no)
    const old = new Date(Date.now() - 3_000)
    for (const name of readdirSync(dir)) utimesSync(join(dir, name), old, old)
    expect(await shareAction(identity, openClaims(dir), 2_000).earlier(NEVER)).toEqual(no)
  })

  test.each([
    '',
    '{',
    'null',
    '{"decision":"no"}',
    '{"decision":"allow"}',
    '{"decision":"allow","effects":[1]}',
  ])('a file that holds %j is no verdict', async (text) => {
    const first = share()
    await first.earlier(NEVER)
    first.keep(no)
    const file = readdirSync(dir).find((name) => name.endsWith('.json')) ?? ''
    writeFileSync(join(dir, file), text)
    expect(await share().earlier(NEVER)).toBeUndefined()
  })

  test('a process that died with its claim is not waited for', async () => {
    const first = share()
    await first.earlier(NEVER)
    const [claim = ''] = readdirSync(dir)
    writeFileSync(join(dir, claim), '2147483646')
    expect(await share().earlier(NEVER)).toBeUndefined()
  })

  test('a folder that cannot be written lets every call decide', async () => {
    const blocked = join(dir, 'file')
    writeFileSync(blocked, '')
    const claims = openClaims(join(blocked, 'below'))
    expect(await shareAction(identity, claims).earlier(NEVER)).toBeUndefined()
    expect(await shareAction(identity, claims).earlier(NEVER)).toBeUndefined()
  })

  test('a file in place of the folder lets every call decide', { timeout: 5_000 }, async () => {
    const file = join(dir, 'file')
    writeFileSync(file, '')
    const claims = openClaims(file)
    expect(await shareAction(identity, claims).earlier(NEVER)).toBeUndefined()
    expect(await shareAction(identity, claims).earlier(NEVER)).toBeUndefined()
  })

  test('a folder in place of a claim lets every call decide', { timeout: 5_000 }, async () => {
    await share().earlier(NEVER)
    const claim = join(dir, readdirSync(dir)[0] ?? '')
    rmSync(claim)
    mkdirSync(join(claim, 'below'), { recursive: true })
    expect(await share().earlier(NEVER)).toBeUndefined()
  })

  test('an aborted call does not wait', async () => {
    await share().earlier(NEVER)
    expect(await share().earlier(AbortSignal.abort())).toBeUndefined()
  })

  test('what is long over is removed', async () => {
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, 'old.json'), '{}')
    const old = new Date(Date.now() - 120_000)
    utimesSync(join(dir, 'old.json'), old, old)
    const first = share()
    await first.earlier(NEVER)
    first.keep(no)
    expect(readdirSync(dir)).not.toContain('old.json')
    expect(readdirSync(dir)).toHaveLength(1)
  })
})
