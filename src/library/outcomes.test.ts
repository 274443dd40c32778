import { mkdirSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import { engineOf } from '../../test/helpers/engine.ts'
import { runIn, settings, SETTINGS, workspaceIn } from '../../test/helpers/session.ts'
import { testFolder, type TestFolder } from '../../test/helpers/watching.ts'
import { addContext, noAnswer } from '../core/decision.ts'
import type { Run } from '../engine/run.ts'
import {
  compactInstructions,
  compactLines,
  elicitationReply,
  ranAnyHook,
  sessionEndLines,
  worktreePath,
} from './outcomes.ts'

/** Runs commands of a settings file for one event. */
async function ran(
  event: string,
  commands: readonly string[],
  {
    folder = testFolder(),
    fields = {},
    handler = {},
  }: { folder?: TestFolder; fields?: Readonly<Record<string, unknown>>; handler?: object } = {},
): Promise<Run> {
  folder.write(SETTINGS, settings({ [event]: commands.map((command) => ['', command, handler]) }))
  const { core } = await workspaceIn(folder)
  return runIn(core, folder.dir)({ name: event, fields })
}

describe('worktreePath', () => {
  test.for([
    ['the first path in configuration order counts', ['sleep 0.2; echo /one', 'echo /two'], '/one'],
    ['a failure beside a success does not matter', ['echo no >&2; exit 1', 'echo /two'], '/two'],
    ['a hook without a path is passed over', ['true', 'echo /two'], '/two'],
    ['the last line that is not empty is the path', ['echo Preparing; echo /one; echo'], '/one'],
  ] as const)('%s', async ([, commands, path]) =>
    expect(worktreePath(await ran('WorktreeCreate', commands))).toMatchObject({ path }),
  )

  test('a relative path starts where the hook ran', async () => {
    const folder = testFolder()
    expect(worktreePath(await ran('WorktreeCreate', ['echo trees/a'], { folder }))).toMatchObject({
      path: folder.at('trees/a'),
    })
  })

  test.for([
    [
      'each failed hook is told with its output',
      ['echo boom >&2; exit 1', 'exit 3'],
      'WorktreeCreate hook failed: echo boom >&2; exit 1: boom; exit 3: no output',
    ],
    ['hooks that said nothing failed nothing', ['true'], 'WorktreeCreate hook failed: no successful output'],
    ['no hook at all', [], 'WorktreeCreate hook failed: no successful output'],
    [
      'exit 2 is a failure like any other',
      ['echo /one; echo stop >&2; exit 2'],
      'WorktreeCreate hook failed: echo /one; echo stop >&2; exit 2: stop',
    ],
  ] as const)('%s', async ([, commands, failure]) =>
    expect(worktreePath(await ran('WorktreeCreate', commands))).toEqual({ path: undefined, failure }),
  )

  test('an absolute path with dots is refused', async () => {
    const made = worktreePath(await ran('WorktreeCreate', ['echo /tmp/../etc']))
    expect(made).toMatchObject({ path: undefined, failure: expect.stringContaining('/tmp/../etc') })
  })

  test('a path through a symlink below the root is refused, the next hook counts', async () => {
    const folder = testFolder()
    const outside = testFolder()
    symlinkSync(outside.dir, folder.at('trees'))
    mkdirSync(folder.at('own'))
    const refused = await ran('WorktreeCreate', ['echo trees/a'], { folder })
    expect(worktreePath(refused)).toMatchObject({ failure: expect.stringContaining('symlink') })
    const next = await ran('WorktreeCreate', ['echo trees/a', 'echo own/b'], { folder })
    expect(worktreePath(next)).toMatchObject({ path: folder.at('own/b') })
  })

  test('a symlink above the root, or outside of it, is nobody else’s business', async () => {
    const outside = testFolder()
    mkdirSync(outside.at('real'))
    symlinkSync('real', outside.at('link'))
    const path = outside.at('link/a')
    expect(worktreePath(await ran('WorktreeCreate', [`echo ${path}`]))).toMatchObject({ path })
  })
})

test.for([
  ['no hook leaves the work to the host', [], false],
  ['a hook that ran has done it', ['true'], true],
  ['a hook that failed has done it too', ['exit 1'], true],
] as const)('WorktreeRemove: %s', async ([, commands, expected]) =>
  expect(ranAnyHook(await ran('WorktreeRemove', commands))).toBe(expected),
)

describe('compaction', () => {
  test('successful hooks add to the instructions, with a blank line between', async () => {
    const run = await ran('PreCompact', ['echo keep names', 'echo half; exit 1', 'echo keep dates'], {
      fields: { trigger: 'manual' },
    })
    expect(compactInstructions(run)).toBe('keep names\n\nkeep dates')
  })

  test('nothing said is no instructions', async () =>
    expect(compactInstructions(await ran('PreCompact', ['true']))).toBeUndefined())

  test('a function adds its context', async () => {
    const run = () => addContext('keep it')
    const core = engineOf([hook({ event: 'PreCompact', handler: { type: 'function', run } })])
    expect(compactInstructions(await runIn(core, '/')({ name: 'PreCompact' }))).toBe('keep it')
  })

  test.for(['PreCompact', 'PostCompact'])('%s shows a line per hook', async (event) => {
    const run = await ran(event, ['echo fine', 'true', 'echo bad >&2; exit 1'])
    expect(compactLines(run)).toEqual([
      `${event} [echo fine] completed successfully: fine`,
      `${event} [true] completed successfully`,
      `${event} [echo bad >&2; exit 1] failed: bad`,
    ])
  })
})

test('SessionEnd tells of hooks that failed and said why', async () => {
  const commands = ['echo fine', 'exit 1', 'echo bad >&2; exit 1', 'echo two >&2; exit 2']
  const run = await ran('SessionEnd', commands, { handler: { timeout: 15 } })
  expect(sessionEndLines(run)).toEqual([
    'SessionEnd hook [echo bad >&2; exit 1] failed: bad',
    'SessionEnd hook [echo two >&2; exit 2] failed: two',
  ])
})

test('a SessionEnd hook that takes too long was cancelled', async () => {
  const run = await ran('SessionEnd', ['sleep 30'])
  expect(sessionEndLines(run)).toEqual(['SessionEnd hook [sleep 30] failed: Hook cancelled'])
})

describe('elicitationReply', () => {
  const says = (action: string, content?: object): string => {
    const specific = { hookEventName: 'Elicitation', action, ...(content && { content }) }
    return `echo '${JSON.stringify({ hookSpecificOutput: specific })}'`
  }

  test('the last reply and the last no count, in configuration order', async () => {
    const commands = [
      says('accept', { a: 1 }),
      'echo one >&2; exit 2',
      says('accept', { b: 2 }),
      'echo two >&2; exit 2',
    ]
    const { reply, block } = elicitationReply(await ran('Elicitation', commands))
    expect(reply).toMatchObject({ action: 'accept', content: { b: 2 } })
    expect(block?.reason).toContain('two')
  })

  test('a decline is a reply and a no', async () => {
    const { reply, block } = elicitationReply(await ran('Elicitation', [says('decline')]))
    expect(reply).toMatchObject({ action: 'decline' })
    expect(block).toMatchObject({ reason: 'Elicitation denied by hook' })
  })

  test('silence is neither', async () =>
    expect(elicitationReply(await ran('Elicitation', ['true']))).toEqual({}))
})

test('a cancelled run has run nothing', async () => {
  const core = engineOf([
    hook({ event: 'WorktreeRemove', handler: { type: 'function', run: () => noAnswer } }),
  ])
  const { plan } = await runIn(core, '/')({ name: 'WorktreeRemove' })
  expect(ranAnyHook(await core.run(plan.event, { signal: AbortSignal.abort() }))).toBe(false)
})
