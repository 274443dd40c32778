import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Agent } from './agents/agent.ts'
import { AGENTS } from './agents/all.ts'
import { INSTALLED_CASES, PROJECT_FILES, type InstalledCase } from './installed-cases.ts'
import type { Happened } from './run-agent.ts'

const agent = AGENTS[0] as Agent
const request = { tools: ['Bash'], results: 0, system: '', conversation: ['make the file'] }

/** An agent on which a changed guard has become quiet. */
const quiet: Happened = {
  exit: 0,
  isKilled: false,
  made: true,
  changed: false,
  asked: [request, { ...request, results: 1 }, { ...request, results: 2 }],
  stdout: 'All done.',
  stderr: '',
  calls: [],
  root: '/tmp/run',
}

/** Agents that tell of everything. */
const talkative: Agent = { ...agent, showsMessages: true, tellsModelQuestion: true }

it.each(INSTALLED_CASES)('$name: fails where the agent tells nobody', ({ missing, missingInTerminal }) => {
  expect(missing(quiet, talkative)).not.toEqual([])
  expect(missingInTerminal(quiet, agent)).not.toEqual([])
})

it('what only repeats the output of a hook is not told to the user', () => {
  const { missingInTerminal } = INSTALLED_CASES.find(({ name }) => name === 'never approved') as InstalledCase
  const told = 'review with `hookwright trust show`'
  const report = JSON.stringify({ type: 'system', subtype: 'hook_response', output: told })
  expect(missingInTerminal({ ...quiet, stdout: told }, agent)).toEqual([])
  expect(missingInTerminal({ ...quiet, stdout: report }, agent)).toEqual([
    'the user did not read "hookwright trust show"',
  ])
})

it.each(INSTALLED_CASES.filter(({ isApproved }) => isApproved))(
  '$name: fails where the forbidden command runs',
  ({ missing, missingInTerminal }) => {
    expect(missing(quiet, agent)).toContain('the forbidden command ran')
    expect(missingInTerminal(quiet, agent)).toContain('the forbidden command ran')
  },
)

it.each(INSTALLED_CASES)('$name: fails where the agent has to be killed', ({ missing }) => {
  expect(missing({ ...quiet, isKilled: true }, agent)).toContain('the agent did not end by itself')
})

it('the edited definition is a file that can be read, with another command', () => {
  const root = mkdtempSync(join(tmpdir(), 'hookwright-installed-'))
  try {
    const work = join(root, 'work')
    mkdirSync(work)
    for (const [path, text] of Object.entries(PROJECT_FILES)) writeFileSync(join(work, path), text)
    INSTALLED_CASES.find(({ name }) => name === 'definition edited')?.tamper({ root, home: root, work })
    expect(parse(readFileSync(join(work, 'hookwright.yaml'), 'utf8'))).toMatchObject({
      hooks: { PreToolUse: [{ id: 'no-made', command: 'sh -c true' }] },
    })
  } finally {
    rmSync(root, { recursive: true })
  }
})
