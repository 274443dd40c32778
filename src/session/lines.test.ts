import { describe, expect, test } from 'vitest'
import { createEvent, createHook, createPlace } from '../../test/shells/steps.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import { claudeCode } from '../dialects/claude-code/index.ts'
import { limits } from '../engine/limits.ts'
import { createCommandHandler } from '../handlers/command.ts'
import { systemFiles } from '../ports/files.ts'
import { launch } from '../process/spawn.ts'
import { runStatusLine, suggestFiles, type LineOptions, type LineParts } from './lines.ts'

function commandHook(command: string, fields: Partial<Hook> = {}): Hook {
  const handler = { type: 'command', start: { kind: 'inline', form: 'sh-c', command } } as const
  return createHook(handler, { id: command, event: 'command:statusLine', wire: 'claude-code', ...fields })
}

function partsOf(more: Partial<LineParts> = {}): { parts: LineParts; issues: Issue[]; dir: string } {
  const place = createPlace()
  const issues: Issue[] = []
  const parts: LineParts = {
    command: createCommandHandler({
      launch,
      scratchRoot: place.scratchRoot,
      platform: process.platform,
      limits,
      files: systemFiles,
      home: place.home,
      variable: () => undefined,
    }),
    hookSide: () => claudeCode.hooks(),
    variables: () => ({ PATH: process.env['PATH'] ?? '' }),
    refuse: () => undefined,
    event: (name) => createEvent(place, { name, sessionId: 's1' }),
    maxTimeoutMs: limits.maxTimeoutMs,
    onIssue: (problem) => issues.push(problem),
    ...more,
  }
  return { parts, issues, dir: place.projectDir }
}

async function lines(command: string, fields: Partial<Hook> = {}, options: LineOptions = {}) {
  const { parts, issues } = partsOf()
  return { shown: await runStatusLine([commandHook(command, fields)], {}, { ...parts, ...options }), issues }
}

describe('runStatusLine', () => {
  test.for([
    ['one line is shown', 'echo main', ['main']],
    ['lines are trimmed and empty ones dropped', String.raw`printf '\n  a \r\n\n\tb\n\n'`, ['a', 'b']],
    ['nothing is no line', 'true', []],
    ['what goes to stderr is not shown', 'echo no >&2; echo yes', ['yes']],
  ] as const)('%s', async ([, command, expected]) => {
    const { shown, issues } = await lines(command)
    expect(shown).toEqual(expected)
    expect(issues).toEqual([])
  })

  test.for([
    ['exit 1', 'echo half; exit 1', {}, 'exited with code 1'],
    ['a signal', 'echo half; kill -9 $$', {}, 'SIGKILL'],
    ['its limit', 'echo half; sleep 30', { timeoutMs: 300 }, 'stopped after 0.3 s'],
    ['a missing program', 'no-such-program-here', {}, 'exited with code 127'],
  ] as const)(
    'a command that ends by %s shows nothing and says why in the log',
    async ([, command, fields, why]) => {
      const { shown, issues } = await lines(command, fields)
      expect(shown).toEqual([])
      expect(issues).toMatchObject([
        { code: 'line.failed', severity: 'notice', message: expect.stringContaining(why) },
      ])
    },
  )

  test("a caller's signal takes the place of the limit", async () => {
    const { signal } = new AbortController()
    expect((await lines('sleep 0.3; echo late', { timeoutMs: 1 }, { signal })).shown).toEqual(['late'])
  })

  test('a signal ends the command', async () => {
    const { shown, issues } = await lines('echo half; sleep 30', {}, { signal: AbortSignal.timeout(300) })
    expect(shown).toEqual([])
    expect(issues).toMatchObject([{ message: expect.stringContaining('cancelled') }])
  })

  test('a signal that was given already starts nothing', async () => {
    const never = (): never => {
      throw new Error('started')
    }
    const { parts } = partsOf({ command: never })
    const options = { ...parts, signal: AbortSignal.abort() }
    expect(await runStatusLine([commandHook('echo x')], {}, options)).toEqual([])
  })

  test('it reads the status as one line of JSON, in the environment hooks have', async () => {
    const { parts, dir } = partsOf()
    const command = 'cat; echo "$CLAUDE_PROJECT_DIR"; echo "${CLAUDE_ENV_FILE-none}"; echo "$CLAUDECODE"; pwd'
    const status = { model: { id: 'm' }, text: 'é"' }
    expect(await runStatusLine([commandHook(command)], status, parts)).toEqual([
      JSON.stringify(status),
      dir,
      'none',
      '1',
      dir,
    ])
  })

  test('the first command that is not refused is the one', async () => {
    const { parts, issues } = partsOf({
      refuse: ({ id }) => (id === 'echo two' ? undefined : { because: 'untrusted', why: 'not approved' }),
    })
    const hooks = ['echo one', 'echo two', 'echo three'].map((command) => commandHook(command))
    expect(await runStatusLine(hooks, {}, parts)).toEqual(['two'])
    expect(issues).toMatchObject([
      { code: 'line.refused', place: { hook: 'echo one' }, message: expect.stringContaining('not approved') },
    ])
  })

  test('when all are refused, or there is none, nothing runs', async () => {
    const { parts } = partsOf({ refuse: () => ({ because: 'disabled', why: 'switched off' }) })
    expect(await runStatusLine([commandHook('echo one')], {}, parts)).toEqual([])
    expect(await runStatusLine([], {}, parts)).toEqual([])
  })
})

test('suggestFiles gives the query as JSON and takes one path per line', async () => {
  const { parts } = partsOf()
  const hooks = [commandHook(`cat; printf ' src/a b.ts \\n\\nsrc/c.ts'`, { event: 'command:fileSuggestion' })]
  expect(await suggestFiles(hooks, 'src/', parts)).toEqual(['{"query":"src/"}', 'src/a b.ts', 'src/c.ts'])
})
