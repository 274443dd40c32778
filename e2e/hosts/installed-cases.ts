import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Agent, Sandbox } from './agents/agent.ts'
import type { Happened } from './run-agent.ts'
import { modelSaw, userSaw } from './seen.ts'

/** What is done to an approved guard while a session runs, and what must come of it. */
export type InstalledCase = {
  readonly name: string
  /** Whether the hooks of the project are approved before the session begins. */
  readonly isApproved: boolean
  /** Done between the first command of the model, which the guard lets pass, and the second, which it forbids. */
  tamper(sandbox: Sandbox): void
  /** What did not happen, one sentence each; empty when everything did. */
  missing(happened: Happened, agent: Agent): readonly string[]
}

/** In the text of the guard. */
const MARK = 'MARK-REASON'

const GUARD = `payload=$(cat)
case "$payload" in *made.txt*) echo ${MARK} >&2; exit 2 ;; esac
`

const CONFIG = `version: 1
hooks:
  PreToolUse:
    - id: no-made
      matcher: Bash
      command: sh ./guard.sh
`

/** Files of the project, by their path in it. */
export const PROJECT_FILES: Readonly<Record<string, string>> = {
  'hookwright.yaml': CONFIG,
  'guard.sh': GUARD,
}

/** One claim: true, or the sentence that says what is missing. */
type Claim = (happened: Happened, agent: Agent) => readonly [boolean, string]

const ended: Claim = ({ isKilled }) => [!isKilled, 'the agent did not end by itself']
const stayed: Claim = ({ made }) => [!made, 'the forbidden command ran']
const ran: Claim = ({ made }) => [made, 'the command did not run']
const toldModel = (text: string): Claim => {
  return (happened) => [modelSaw(happened, text), `the model did not read "${text}"`]
}
const toldUser = (text: string): Claim => {
  return (happened) => [userSaw(happened, text), `the user did not read "${text}"`]
}

function all(...claims: readonly Claim[]): InstalledCase['missing'] {
  return (happened, agent) =>
    [ended, ...claims]
      .map((claim) => claim(happened, agent))
      .filter(([holds]) => !holds)
      .map(([, sentence]) => sentence)
}

/** Nobody can answer here, so every agent turns the question into a no; one has words of its own for the model. */
const toldOfQuestion = (text: string): Claim => {
  return (happened, agent) => {
    const [holds, sentence] = toldModel(text)(happened, agent)
    return [holds || !agent.tellsModelQuestion, sentence]
  }
}

function asked(text: string): InstalledCase['missing'] {
  return all(stayed, toldOfQuestion(text), toldUser(text))
}

const toldInMessage = (text: string): Claim => {
  return (happened, agent) => {
    const [holds, sentence] = toldUser(text)(happened, agent)
    return [holds || !agent.showsMessages, sentence]
  }
}

export const INSTALLED_CASES: readonly InstalledCase[] = [
  {
    name: 'approved guard acts',
    isApproved: true,
    tamper: () => undefined,
    missing: all(stayed, toldModel(MARK), toldUser(MARK)),
  },
  {
    name: 'definition edited',
    isApproved: true,
    tamper: ({ work }) => write(work, 'hookwright.yaml', CONFIG.replace('sh ./guard.sh', 'true')),
    missing: asked('has changed'),
  },
  {
    name: 'script edited',
    isApproved: true,
    tamper: ({ work }) => write(work, 'guard.sh', 'exit 0\n'),
    missing: asked('has changed'),
  },
  {
    name: 'file deleted',
    isApproved: true,
    tamper: ({ work }) => rmSync(join(work, 'hookwright.yaml')),
    missing: asked('is gone'),
  },
  {
    name: 'never approved',
    isApproved: false,
    tamper: () => undefined,
    missing: all(ran, toldInMessage('hookwright trust show')),
  },
]

function write(work: string, name: string, text: string): void {
  writeFileSync(join(work, name), text)
}
