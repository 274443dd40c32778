import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import {
  bash,
  GATE,
  gateSays,
  livingEngine,
  livingProject,
  says,
  writeSkill,
} from '../../test/helpers/living.ts'
import { deny } from '../core/decision.ts'
import type { Engine } from './engine.ts'

const only = (engine: Engine) => {
  const [entry, ...rest] = engine.trust.list()
  if (entry === undefined || rest.length > 0) throw new Error(`${rest.length} hooks besides the first`)
  return entry
}

describe('the list of hooks that need an approval', () => {
  test('has the digest, the file, the scripts and the state of each', async () => {
    const { engine, sandbox } = await livingEngine()
    expect(engine.trust.list()).toEqual([
      {
        hook: engine.hooks[0],
        file: sandbox.path('hookwright.yaml'),
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        scripts: [{ path: GATE, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
        uncovered: [{ kind: 'own-files', what: GATE }],
        state: 'unapproved',
        changes: [],
      },
    ])
  })

  test('leaves out what needs none: the user’s own files, functions and hooks the program adds', async () => {
    const sandbox = livingProject()
    sandbox.write(
      '~/.config/hookwright/hookwright.yaml',
      'version: 1\nhooks:\n  Stop:\n    - { ask: Really? }\n',
    )
    const { engine } = await livingEngine({}, sandbox)
    engine.on('Stop', {}, () => undefined)
    await engine.addHooks({ hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } })
    expect(engine.trust.list().map(({ hook }) => hook.id)).toEqual(['gate'])
  })

  test('says of a script that changed since the approval what it was and what it is', async () => {
    const { engine, sandbox } = await livingEngine()
    const [was] = only(engine).scripts
    engine.trust.approve(only(engine).digest)
    sandbox.write(GATE, says('second'))
    const { state, scripts, changes } = only(engine)
    expect(state).toBe('changed')
    expect(changes).toEqual([{ path: GATE, was: was?.sha256, is: scripts[0]?.sha256 }])
  })

  test('shows the status line of a project’s settings, which runs by the same rules', async () => {
    const sandbox = livingProject()
    const statusLine = { type: 'command', command: 'echo line' }
    sandbox.write('.claude/settings.json', JSON.stringify({ statusLine }))
    const { engine } = await livingEngine({ sources: ['claude-code'] }, sandbox)
    expect(await engine.statusLine({})).toEqual([])
    engine.trust.approve(only(engine).digest)
    expect(await engine.statusLine({})).toEqual(['line'])
  })
})

describe('an approval', () => {
  test('is in force with the next event, and is there for the next engine', async () => {
    const { engine, sandbox } = await livingEngine()
    expect(await gateSays(engine)).toBe('none')
    engine.trust.approve(only(engine).digest)
    expect(only(engine).state).toBe('approved')
    expect(await gateSays(engine)).toBe('first')
    const next = await livingEngine({}, sandbox)
    expect(await gateSays(next.engine)).toBe('first')
  })

  test('keeps functions, callbacks, session hooks and what runs in the background', async () => {
    const { engine } = await livingEngine()
    engine.on('PreToolUse', {}, () => deny('function'))
    engine.onCallbacks({ PreToolUse: [{ hooks: [() => ({ decision: 'block', reason: 'callback' })] }] })
    await engine.addHooks({
      hooks: {
        PreToolUse: [{ hooks: [{ type: 'command', command: 'echo session >&2; exit 2' }] }],
        Stop: [{ hooks: [{ type: 'command', command: 'sleep 60', async: true }] }],
      },
    })
    await engine.dispatch({ name: 'Stop', sessionId: 's1' })
    const running = engine.background.list().map(({ id }) => id)
    engine.trust.approve(only(engine).digest)
    const { reason } = await engine.dispatch(bash)
    for (const said of ['first', 'function', 'callback', 'session']) expect(reason).toContain(said)
    engine.trust.revoke()
    const after = await engine.dispatch(bash)
    expect(after.reason).not.toContain('first')
    for (const said of ['function', 'callback', 'session']) expect(after.reason).toContain(said)
    expect(engine.background.list().map(({ id }) => id)).toEqual(running)
    expect(running).toHaveLength(1)
  })

  test('of a script that changed after it was listed is refused, and the error names the script', async () => {
    const { engine, sandbox } = await livingEngine()
    const { digest } = only(engine)
    sandbox.write(GATE, says('swapped'))
    expect(() => engine.trust.approve(digest)).toThrow(
      expect.objectContaining({
        code: 'trust.changed',
        message: expect.stringMatching(/"gate".*not approved.*"scripts\/gate\.sh" changed.*trust\.list/s),
      }),
    )
    expect(only(engine).state).toBe('unapproved')
    expect(await gateSays(engine)).toBe('none')
  })

  test.for([
    ['is gone', true, 'is gone'],
    ['was added', false, 'was added'],
  ] as const)('of a hook whose script %s since it was listed says so', async ([, isThere, said]) => {
    const { engine, sandbox } = await livingEngine()
    const script = sandbox.path(GATE)
    if (!isThere) rmSync(script)
    const { digest } = only(engine)
    if (isThere) rmSync(script)
    else sandbox.write(GATE, says('new'))
    expect(() => engine.trust.approve(digest)).toThrow(`"${GATE}" ${said}`)
  })

  test('of an older digest of a changed hook says what changed, also without a listing', async () => {
    const { engine, sandbox } = await livingEngine()
    const { digest } = only(engine)
    engine.trust.approve(digest)
    sandbox.write(GATE, says('second'))
    const later = await livingEngine({}, sandbox)
    expect(() => later.engine.trust.approve(digest)).toThrow('"scripts/gate.sh" changed')
  })

  test.for(['', 'abc', '0'.repeat(64), 7, undefined])(
    'of %o, which no hook has, is refused',
    async (digest) => {
      const { engine } = await livingEngine()
      expect(() => engine.trust.approve(digest as string)).toThrow(/digest.*trust\.list/s)
      expect(only(engine).state).toBe('unapproved')
    },
  )

  test('of one of two hooks that differ only in their scripts leaves that of the other', async () => {
    const sandbox = livingProject()
    const hooks = {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: '${CLAUDE_PLUGIN_ROOT}/x.sh' }] }] },
    }
    for (const name of ['one', 'two']) {
      sandbox.write(`plugins/${name}/hooks/hooks.json`, JSON.stringify(hooks))
      sandbox.write(`plugins/${name}/x.sh`, says(name))
    }
    const plugins = ['one', 'two'].map((name) => ({ root: sandbox.path(`plugins/${name}`) }))
    const { engine } = await livingEngine({ sources: [], plugins }, sandbox)
    for (const { digest } of engine.trust.list()) engine.trust.approve(digest)
    expect(engine.trust.list().map(({ state }) => state)).toEqual(['approved', 'approved'])
  })

  test.for([
    ['skill', { sessionId: 's1' }, { sessionId: 's2' }],
    ['agent', { agentId: 'a' }, { agentId: 'b', sessionId: 's2' }],
  ] as const)('of a %s holds for every session and agent it is added for', async ([kind, first, later]) => {
    const sandbox = livingProject()
    const file = writeSkill(sandbox)
    const { engine } = await livingEngine({ sources: [] }, sandbox)
    await engine.addFrontmatter(file, { kind, ...first })
    engine.trust.approve(only(engine).digest)
    const next = await livingEngine({ sources: [] }, sandbox)
    await next.engine.addFrontmatter(file, { kind, ...later })
    expect(only(next.engine).state).toBe('approved')
    const { sessionId } = later
    const agent = 'agentId' in later ? { agent: { id: later.agentId } } : {}
    expect(await next.engine.dispatch({ ...bash, sessionId, ...agent })).toMatchObject({
      decision: 'deny',
      issues: [],
    })
  })

  test('that cannot be written down is an error, and nothing runs', async () => {
    const sandbox = livingProject()
    vi.stubEnv('XDG_STATE_HOME', join(sandbox.project, 'state'))
    const { engine } = await livingEngine({}, sandbox)
    expect(() => engine.trust.approve(only(engine).digest)).toThrow(
      expect.objectContaining({ code: 'state.inside-project' }),
    )
    expect(await gateSays(engine)).toBe('none')
  })
})

describe('a revocation', () => {
  test('of one digest leaves the others', async () => {
    const sandbox = livingProject()
    sandbox.write(
      'hookwright.yaml',
      'version: 1\nhooks:\n  PreToolUse:\n    - { id: gate, command: ./scripts/gate.sh }\n    - { id: rule, deny: by rule }\n',
    )
    const { engine } = await livingEngine({}, sandbox)
    for (const { digest } of engine.trust.list()) engine.trust.approve(digest)
    const [gate] = engine.trust.list()
    engine.trust.revoke(gate?.digest)
    expect(engine.trust.list().map(({ state }) => state)).toEqual(['unapproved', 'approved'])
    expect(await gateSays(engine)).toBe('by rule')
  })

  test('by the present digest of a changed hook ends its old approval', async () => {
    const { engine, sandbox } = await livingEngine()
    engine.trust.approve(only(engine).digest)
    sandbox.write(GATE, says('second'))
    engine.trust.revoke(only(engine).digest)
    sandbox.write(GATE, says('first'))
    expect(only(engine).state).toBe('unapproved')
  })

  test('ends the consent of `trustProject` too, at once', async () => {
    const { engine } = await livingEngine({ trustProject: true })
    expect(only(engine).state).toBe('approved')
    expect(await gateSays(engine)).toBe('first')
    engine.trust.revoke(only(engine).digest)
    expect(await gateSays(engine)).toBe('none')
    expect(only(engine).state).toBe('unapproved')
  })

  test('of the consent alone needs no store', async () => {
    const sandbox = livingProject()
    vi.stubEnv('XDG_STATE_HOME', join(sandbox.project, 'state'))
    const { engine } = await livingEngine({ trustProject: true }, sandbox)
    engine.trust.revoke()
    expect(await gateSays(engine)).toBe('none')
    expect(() => engine.trust.revoke()).toThrow(expect.objectContaining({ code: 'state.inside-project' }))
  })

  test('of a digest nothing was approved under is an error', async () => {
    const { engine } = await livingEngine()
    expect(() => engine.trust.revoke(only(engine).digest)).toThrow('is not approved')
  })
})

describe('two engines of one project', () => {
  test('see the approvals and revocations of each other through the store alone', async () => {
    const one = await livingEngine()
    const two = await livingEngine({}, one.sandbox)
    one.engine.trust.approve(only(one.engine).digest)
    expect(await gateSays(two.engine)).toBe('first')
    two.engine.trust.revoke()
    expect(await gateSays(one.engine)).toBe('none')
  })

  test('do not share the consent one of them was given', async () => {
    const one = await livingEngine({ trustProject: true })
    const two = await livingEngine({}, one.sandbox)
    expect([await gateSays(one.engine), await gateSays(two.engine)]).toEqual(['first', 'none'])
  })
})

test('a store that becomes unreadable while the engine lives keeps an approved guard from going quiet', async () => {
  const sandbox = livingProject()
  sandbox.write(
    'hookwright.yaml',
    'version: 1\nhooks:\n  PreToolUse:\n    - { id: gate, command: ./scripts/gate.sh, onFailure: deny }\n',
  )
  const { engine } = await livingEngine({}, sandbox)
  engine.trust.approve(only(engine).digest)
  expect(await gateSays(engine)).toBe('first')
  writeFileSync(join(sandbox.state, 'trust.json'), '{ torn')
  const verdict = await engine.dispatch(bash)
  expect(verdict.decision).toBe('deny')
  expect(JSON.stringify(verdict)).toContain('trust store')
})

describe('`engine.issues` tells of the trust store as it is now', () => {
  const codes = (engine: Engine) => engine.issues.map(({ code }) => code)

  test('a store that is mended is a problem no longer', async () => {
    const sandbox = livingProject()
    const first = await livingEngine({}, sandbox)
    first.engine.trust.approve(only(first.engine).digest)
    const store = join(sandbox.state, 'trust.json')
    const text = readFileSync(store)
    writeFileSync(store, '{ torn')
    const { engine } = await livingEngine({}, sandbox)
    expect(codes(engine)).toContain('trust.unreadable')
    writeFileSync(store, text)
    expect(await gateSays(engine)).toBe('first')
    expect(codes(engine)).toEqual([])
  })

  test('a store that is broken later is one', async () => {
    const { engine, sandbox } = await livingEngine()
    engine.trust.approve(only(engine).digest)
    expect(codes(engine)).toEqual([])
    writeFileSync(join(sandbox.state, 'trust.json'), '{ torn')
    expect(codes(engine)).toContain('trust.unreadable')
  })

  test.skipIf(process.platform === 'win32')(
    'a folder that others can write to is refused from then on',
    async () => {
      const { engine, sandbox } = await livingEngine()
      engine.trust.approve(only(engine).digest)
      expect(await gateSays(engine)).toBe('first')
      chmodSync(sandbox.state, 0o777)
      expect(await gateSays(engine)).toBe('ask')
      expect(codes(engine)).toContain('state.refused')
      expect(() => engine.trust.approve(only(engine).digest)).toThrow(
        expect.objectContaining({ code: 'state.refused' }),
      )
      chmodSync(sandbox.state, 0o700)
      expect(await gateSays(engine)).toBe('first')
      expect(codes(engine)).toEqual([])
    },
  )

  test.skipIf(process.platform === 'win32')('also where nothing was approved', async () => {
    const { engine, sandbox } = await livingEngine()
    mkdirSync(sandbox.state, { recursive: true })
    expect(codes(engine)).toEqual(['trust.untrusted'])
    chmodSync(sandbox.state, 0o777)
    expect(codes(engine)).toContain('state.refused')
  })
})
