import { expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../test/helpers/cli.ts'
import { callHost } from '../../test/helpers/host.ts'
import { systemEnv } from '../ports/env.ts'
import type { CommandRun } from './command.ts'
import { check } from './commands/check.ts'
import { list } from './commands/list.ts'
import { trust } from './commands/trust.ts'

const OPTIONS = '--source copilot --profile cli'
const GOOD = '{"version":1,"hooks":{"preToolUse":[{"matcher":"bash","bash":"true","timeoutSec":5}]}}'
const BROKEN = '{"hooks":'

/** The output of a command with these options. */
async function told(
  command: CommandRun,
  { sandbox, words = [] }: { sandbox: Sandbox; words?: readonly string[] },
): Promise<string> {
  const said: string[] = []
  const out = (text: string): undefined => void said.push(text)
  const io = {
    colour: false,
    columns: 500,
    watched: false,
    shown: false,
    out,
    err: out,
    readInput: () => new Uint8Array(),
  }
  const options = new Map([
    ['source', ['copilot']],
    ['profile', ['cli']],
  ])
  const env = { ...systemEnv(), cwd: sandbox.project, home: sandbox.home, variables: variablesOf(sandbox) }
  await command({ args: { positionals: [...words], options }, env, io })
  return said.join('')
}

function variablesOf({ env }: Sandbox): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function sandboxWith(file: string, text: string): Sandbox {
  const sandbox = createSandbox()
  sandbox.write(file, text)
  return sandbox
}

const project = (text: string): Sandbox => sandboxWith('.github/hooks/p.json', text)
const show = ['show']

test('check names the command that shows its own hooks', async () =>
  expect(await told(check, { sandbox: project(GOOD) })).toContain(
    `1 hook does not run until approved: hookwright trust show ${OPTIONS}\n`,
  ))

test('trust show names the command that approves what it shows', async () =>
  expect(await told(trust, { sandbox: project(GOOD), words: show })).toMatch(
    new RegExp(`hookwright trust add --digest \\w+ ${OPTIONS}\\n`),
  ))

test.for([
  ['list', list, []],
  ['trust show', trust, show],
] as const)('%s names the command that tells why nothing was loaded', async ([, command, words]) =>
  expect(await told(command, { sandbox: project(BROKEN), words })).toContain(
    `\`hookwright check ${OPTIONS}\``,
  ),
)

test('so does the question that stands in for a broken file', async () => {
  const sandbox = sandboxWith('~/.copilot/hooks/u.json', BROKEN)
  const { verdict } = await callHost({
    host: 'copilot',
    profile: 'cli',
    event: 'preToolUse',
    payload: { sessionId: 's', timestamp: 1, cwd: sandbox.project, toolName: 'bash', toolArgs: '{}' },
    cwd: sandbox.project,
    sources: ['copilot'],
    variables: { ...variablesOf(sandbox), HOME: sandbox.home },
  })
  expect(verdict).toMatchObject({
    decision: 'ask',
    reason: expect.stringContaining(`Run \`hookwright check ${OPTIONS}\`.`) as unknown,
  })
})

test.for([
  [
    'the gates it had hooks for',
    '{"hooks":{"preToolUse":[{"matcher":"","bash":"true"}]}}',
    / PreToolUse +\* /,
  ],
  ['every gate', BROKEN, / every gate +\* /],
] as const)('list says of a broken file that it stands before %s', async ([, text, row]) =>
  expect(await told(list, { sandbox: sandboxWith('~/.copilot/hooks/u.json', text) })).toMatch(row),
)
