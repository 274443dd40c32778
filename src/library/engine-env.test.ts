import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { engineIn, engineWith } from '../../test/helpers/library.ts'
import { serve } from '../../test/helpers/http.ts'
import { bash, gateSays, livingEngine } from '../../test/helpers/living.ts'
import { startModelServer } from '../../test/helpers/model-server.ts'
import { createEngine } from './create-engine.ts'
import type { EngineOptions } from './engine.ts'

const PATH = process.env['PATH'] ?? ''
const stop = (sessionId: string) => ({ name: 'Stop', sessionId }) as const
const shout = (text: string) => ({ type: 'command', command: `echo "${text}" >&2; exit 2` })

const TOKENS: Readonly<Record<string, string>> = { s1: 'alpha', s2: 'beta' }
const perSession: EngineOptions['env'] = ({ sessionId = '' }) => ({ PATH, TOKEN: TOKENS[sessionId] })

describe('variables given as a value', () => {
  test('take the place of those of the process', async () => {
    vi.stubEnv('LEAK', 'leaked')
    const { engine } = await engineWith('Stop', [shout('[$TOKEN][$LEAK]')], { env: { PATH, TOKEN: 'mine' } })
    expect((await engine.dispatch(stop('s1'))).reason).toContain('[mine][]')
  })

  test('say where the home and its files are', async () => {
    const { dir } = await engineIn()
    mkdirSync(join(dir, 'home/.claude'), { recursive: true })
    const settings = { hooks: { Stop: [{ hooks: [shout('from that home')] }] } }
    writeFileSync(join(dir, 'home/.claude/settings.json'), JSON.stringify(settings))
    mkdirSync(join(dir, 'project'))
    const engine = await createEngine({
      cwd: join(dir, 'project'),
      sources: ['claude-code'],
      env: { PATH, HOME: join(dir, 'home') },
    })
    expect((await engine.dispatch(stop('s1'))).reason).toContain('from that home')
    await engine.dispose()
  })

  test('are copied when the engine is made', async () => {
    const env: Record<string, string> = { PATH, TOKEN: 'before' }
    const { engine } = await engineWith('Stop', [shout('$TOKEN')], { env })
    env['TOKEN'] = 'after'
    expect((await engine.dispatch(stop('s1'))).reason).toContain('before')
  })
})

describe('variables given by a function', () => {
  test('are those of each event', async () => {
    const { engine } = await engineWith('Stop', [shout('token:$TOKEN:')], { env: perSession })
    const reasons = await Promise.all(['s1', 's2', 's3'].map((id) => engine.dispatch(stop(id))))
    expect(reasons.map(({ reason }) => /token:(\w*):/.exec(reason ?? '')?.[1])).toEqual(['alpha', 'beta', ''])
  })

  test('are asked for once per event, with the whole event, and not when nothing runs', async () => {
    const env = vi.fn<(event: object) => Record<string, string>>(() => ({ PATH }))
    const { engine, dir } = await engineWith('Stop', [shout('a'), shout('b')], { env })
    await engine.dispatch({ name: 'UserPromptSubmit', prompt: 'hi' })
    expect(env).not.toHaveBeenCalled()
    await engine.dispatch(stop('s1'))
    expect(env.mock.calls).toEqual([[expect.objectContaining({ name: 'Stop', sessionId: 's1', cwd: dir })]])
  })

  test('say where programs are found', async () => {
    let folder = ''
    const { engine } = await engineWith('Stop', [{ type: 'command', command: 'which-one' }], {
      env: () => ({ PATH: `${folder}:${PATH}` }),
    })
    // Outside the project: a hook that is not its own finds no program in it.
    const dir = mkdtempSync(join(tmpdir(), 'hookwright-programs-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    for (const name of ['one', 'two']) {
      mkdirSync(join(dir, name))
      writeFileSync(join(dir, name, 'which-one'), `#!/bin/sh\necho ${name} >&2\nexit 2\n`)
      chmodSync(join(dir, name, 'which-one'), 0o755)
      folder = join(dir, name)
      expect((await engine.dispatch(stop('s1'))).reason).toContain(name)
    }
  })

  test('fill the headers of http hooks', async () => {
    const server = await serve((response) => void response.end('{}'))
    const handler = {
      type: 'http',
      url: server.url,
      headers: { Authorization: 'Bearer $TOKEN' },
      allowedEnvVars: ['TOKEN'],
    }
    const { engine } = await engineWith('Stop', [handler], { env: perSession })
    for (const id of ['s1', 's2']) await engine.dispatch(stop(id))
    expect(server.seen.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer alpha',
      'Bearer beta',
    ])
  })

  test('name the endpoint of models', async () => {
    const server = await startModelServer({ text: '{"ok":true}' })
    const env: EngineOptions['env'] = ({ sessionId = '' }) => ({
      ANTHROPIC_API_KEY: `key-${TOKENS[sessionId]}`,
      ANTHROPIC_BASE_URL: server.url,
    })
    const { engine } = await engineWith('Stop', [{ type: 'prompt', prompt: 'Done?' }], { env })
    for (const id of ['s1', 's2']) await engine.dispatch(stop(id))
    expect(server.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['key-alpha', 'key-beta'])
  })

  test('reach the status line', async () => {
    const { engine } = await engineIn({
      settings: { statusLine: { type: 'command', command: 'echo "$TOKEN"' } },
      env: () => ({ PATH, TOKEN: 'shown' }),
    })
    expect(await engine.statusLine({})).toEqual(['shown'])
  })

  test('leave the home and the state folder as they were when the engine was made', async () => {
    const { engine, sandbox } = await livingEngine({
      env: () => ({ PATH, HOME: '/nowhere', XDG_STATE_HOME: '/nowhere/state' }),
    })
    for (const { digest } of engine.trust.list()) engine.trust.approve(digest)
    expect(await gateSays(engine)).toBe('first')
    expect(existsSync(join(sandbox.state, 'trust.json'))).toBe(true)
  })

  test('are the same for the second look after a rewrite', async () => {
    let count = 0
    const { engine } = await livingEngine({ sources: [], env: () => ({ PATH, COUNT: String((count += 1)) }) })
    const rewrite = {
      hookSpecificOutput: { hookEventName: 'PreToolUse' as const, updatedInput: { command: 'ls -a' } },
    }
    engine.onCallbacks({ PreToolUse: [{ hooks: [() => rewrite] }] })
    await engine.addHooks({ hooks: { PreToolUse: [{ hooks: [shout('$COUNT')] }] } })
    expect((await engine.dispatch(bash)).reason).toContain('1')
    expect(count).toBe(1)
  })
})

describe('a function that knows its sessions only', () => {
  const strict: EngineOptions['env'] = ({ name, sessionId = '' }) => {
    if (TOKENS[sessionId] === undefined) throw new Error(`${name} of no known session "${sessionId}"`)
    return { PATH, TOKEN: TOKENS[sessionId], CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '2500' }
  }

  test('is asked for the budget of a session', async () => {
    const { engine } = await engineIn({ env: strict })
    engine.on('SessionEnd', {}, () => undefined)
    expect(engine.budgetMs('SessionEnd', 's1')).toBe(2_500)
    expect(engine.session('s2').budgetMs('SessionEnd')).toBe(2_500)
    expect(() => engine.budgetMs('SessionEnd')).toThrow('SessionEnd of no known session ""')
  })

  test('is asked for the status line of the session that the status names', async () => {
    const { engine } = await engineIn({
      settings: { statusLine: { type: 'command', command: 'echo "$TOKEN"' } },
      env: strict,
    })
    expect(await engine.statusLine({ session_id: 's1' })).toEqual(['alpha'])
    expect(await engine.statusLine({ session_id: 's2' })).toEqual(['beta'])
    await expect(engine.statusLine({ session_id: 7 })).rejects.toThrow('no known session ""')
  })

  test('is asked for the file suggestions of a session', async () => {
    const { engine } = await engineIn({
      settings: { fileSuggestion: { type: 'command', command: 'echo "$TOKEN"' } },
      env: strict,
    })
    expect(await engine.suggestFiles('a', { sessionId: 's2' })).toEqual(['beta'])
  })

  test('lets the hooks of a session end with it, also when it throws', async () => {
    const { engine } = await engineIn({ env: strict })
    engine.on('Stop', { sessionId: 's9' }, () => undefined)
    engine.on('SessionEnd', { sessionId: 's9' }, () => undefined)
    engine.on('Stop', { sessionId: 's1' }, () => undefined)
    await expect(engine.dispatch({ name: 'SessionEnd', sessionId: 's9' })).rejects.toThrow('no known session')
    expect(engine.hooks.map(({ audience }) => audience)).toEqual([{ sessionId: 's1' }])
  })
})

describe('variables that cannot be used', () => {
  test.for<[string, unknown, string]>([
    ['a number', 5, 'env'],
    ['a text', 'swordfish', 'must be an object of texts by name, not a text.'],
    ['a list', [], 'env'],
    ['nothing', null, 'env'],
    ['a number as a value', { PORT: 80 }, '"PORT"'],
    [
      'a NUL in a value',
      { SECRET: 'swordfish\0' },
      '"SECRET" must be a text without NUL characters, not a text with one.',
    ],
    ['an equals sign in a name', { 'A=B': 'swordfish' }, '"A=B"'],
    ['an empty name', { '': 'swordfish' }, '""'],
  ])('%s is refused when the engine is made, and no value is quoted', async ([, env, named]) => {
    const made = createEngine({ env: env as Record<string, string> })
    await expect(made).rejects.toThrow(TypeError)
    await expect(made).rejects.toThrow(named)
    await expect(made).rejects.not.toThrow('swordfish')
  })

  test.for<[string, () => unknown, string]>([
    ['nothing', () => undefined, 'env'],
    ['a promise', () => Promise.resolve({}), 'promise'],
    ['a number as a value', () => ({ PORT: 80 }), '"PORT"'],
    [
      'an error',
      () => {
        throw new Error('no token today')
      },
      'no token today',
    ],
  ])('%s from the function rejects the dispatch, and no hook runs', async ([, env, said]) => {
    const { engine, dir } = await engineWith('Stop', [{ type: 'command', command: 'touch ran' }], {
      env: env as () => Record<string, string>,
    })
    await expect(engine.dispatch(stop('s1'))).rejects.toThrow(said)
    expect(existsSync(join(dir, 'ran'))).toBe(false)
  })
})
