import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemEnv } from '../ports/env.ts'
import type { Ancestor } from '../process/ancestors.ts'
import { agentAbove } from './below-agent.ts'
import type { Invocation } from './command.ts'
import { confirm } from './person.ts'

const none = (): readonly Ancestor[] => []
const ancestor = (command: string, variables: readonly string[] = []): Ancestor => ({
  words: command.split(' '),
  variables,
})

test.for([
  ['CLAUDECODE', 'Claude Code'],
  ['CODEX_THREAD_ID', 'Codex CLI'],
  ['GEMINI_CLI', 'Gemini CLI'],
  ['COPILOT_CLI', 'GitHub Copilot'],
  ['CURSOR_AGENT', 'Cursor'],
  ['AI_AGENT', 'an agent'],
  ['HOOKWRIGHT_RUN', 'a hook that hookwright started'],
] as const)('%s says that %s runs us', ([mark, who]) => {
  expect(agentAbove({ [mark]: '1' }, none)).toContain(who)
})

test.for(['CODEX_HOME', 'COPILOT_MODEL', 'CURSOR_TRACE_ID', 'CLAUDE_CONFIG_DIR', 'PATH'])(
  '%s, which people set, says nothing',
  (name) => expect(agentAbove({ [name]: '1' }, none)).toBeUndefined(),
)

test('a bridge above counts, however far away', () => {
  const chain = ['sh x', 'node y', 'node /lib/hookwright/dist/cli.cjs run --host codex-cli'].map((one) =>
    ancestor(one),
  )
  expect(agentAbove({}, () => chain)).toContain('hookwright run')
})

test('a mark that `env -u` took away is still on the shell that the agent started', () => {
  const chain = [
    ancestor('env -u CLAUDECODE x'),
    ancestor('/bin/bash -c x', ['CLAUDECODE=1']),
    ancestor('claude'),
  ]
  expect(agentAbove({}, () => chain)).toContain('Claude Code')
})

test('a mark above a program that is no shell says nothing about us', () => {
  const chain = [ancestor('node /x/vitest/worker.js'), ancestor('bash', ['CLAUDECODE=1'])]
  expect(agentAbove({}, () => chain)).toBeUndefined()
})

function invocation(
  options: readonly string[],
  variables: Record<string, string>,
  config?: string,
): Invocation {
  const home = mkdtempSync(join(tmpdir(), 'hookwright-person-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  if (config !== undefined) {
    mkdirSync(join(home, '.config/hookwright'), { recursive: true })
    writeFileSync(join(home, '.config/hookwright/hookwright.yaml'), config)
  }
  const env = { ...systemEnv({ HOME: '/nowhere', ...variables }), accountHome: () => home }
  const args = { positionals: [], options: new Map(options.map((name) => [name, ['']])) }
  return { args, env, io: { err: () => undefined } } as unknown as Invocation
}

const act = { question: 'Approve?', command: 'hookwright trust add' }

test('an agent is refused, also with --yes, and told why and what to do', () => {
  const refusal = confirm(invocation(['yes'], { CLAUDECODE: '1' }), act)
  expect(refusal).toContain('Claude Code runs it (CLAUDECODE is set)')
  expect(refusal).toContain('allowAgents: [trust]')
})

test("the user's own file lets agents do what it names, and nothing else", () => {
  const given = invocation(['yes'], { CLAUDECODE: '1' }, 'allowAgents: [trust]')
  expect(confirm(given, act)).toBeUndefined()
  expect(confirm(given, { ...act, command: 'hookwright disable' })).toContain('is for a person')
})

test('a file that XDG_CONFIG_HOME leads to does not count: an agent can set that', () => {
  const other = mkdtempSync(join(tmpdir(), 'hookwright-person-'))
  onTestFinished(() => rmSync(other, { recursive: true, force: true }))
  mkdirSync(join(other, 'hookwright'))
  writeFileSync(join(other, 'hookwright/hookwright.yaml'), 'allowAgents: [trust]')
  expect(confirm(invocation(['yes'], { CLAUDECODE: '1', XDG_CONFIG_HOME: other }), act)).toContain(
    'is for a person',
  )
})

test('without an agent --yes agrees, and without a terminal it is needed', () => {
  expect(confirm(invocation(['yes'], {}), act)).toBeUndefined()
  expect(confirm(invocation([], {}), act)).toContain('add --yes')
})
