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
  /** In a run without a person: what did not happen, one sentence each; empty when everything did. */
  missing(happened: Happened, agent: Agent): readonly string[]
  /** The same in a terminal, where a person answers no when asked. */
  missingInTerminal(happened: Happened, agent: Agent): readonly string[]
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
  return (happened, agent) => [userSaw(agent, happened, text), `the user did not read "${text}"`]
}

function all(...claims: readonly Claim[]): InstalledCase['missing'] {
  return (happened, agent) =>
    [ended, ...claims]
      .map((claim) => claim(happened, agent))
      .filter(([holds]) => !holds)
      .map(([, sentence]) => sentence)
}

/** Nobody can answer here, so every agent takes the question for a no; one of them then ends without a word to the model. */
const toldOfQuestion = (text: string): Claim => {
  return (happened, agent) => {
    const [holds, sentence] = toldModel(text)(happened, agent)
    return [holds || !agent.tellsModelQuestion, sentence]
  }
}

type Claims = Pick<InstalledCase, 'missing' | 'missingInTerminal'>

/** Whoever is asked in a terminal decides himself what the model hears. */
function asked(text: string): Claims {
  return {
    missing: all(stayed, toldOfQuestion(text), toldUser(text)),
    missingInTerminal: all(stayed, toldUser(text)),
  }
}

function denied(text: string): Claims {
  const missing = all(stayed, toldModel(text), toldUser(text))
  return { missing, missingInTerminal: missing }
}

const toldInMessage = (text: string): Claim => {
  return (happened, agent) => {
    const [holds, sentence] = toldUser(text)(happened, agent)
    return [holds || !agent.showsMessages, sentence]
  }
}

function skipped(text: string): Claims {
  return { missing: all(ran, toldInMessage(text)), missingInTerminal: all(ran, toldUser(text)) }
}

export const INSTALLED_CASES: readonly InstalledCase[] = [
  {
    name: 'approved guard acts',
    isApproved: true,
    tamper: () => undefined,
    ...denied(MARK),
  },
  {
    name: 'definition edited',
    isApproved: true,
    tamper: ({ work }) => write(work, 'hookwright.yaml', CONFIG.replace('./guard.sh', '-c true')),
    ...asked('has changed (its definition'),
  },
  {
    name: 'script edited',
    isApproved: true,
    tamper: ({ work }) => write(work, 'guard.sh', 'exit 0\n'),
    ...asked('has changed (changed since it was approved: guard.sh'),
  },
  {
    name: 'guard taken out',
    isApproved: true,
    tamper: ({ work }) => write(work, 'hookwright.yaml', 'version: 1\nhooks: {}\n'),
    ...asked('is gone'),
  },
  {
    name: 'file broken',
    isApproved: true,
    tamper: ({ work }) => write(work, 'hookwright.yaml', CONFIG.replace('sh ./guard.sh', '[')),
    ...asked('its file cannot be read'),
  },
  {
    name: 'file deleted',
    isApproved: true,
    tamper: ({ work }) => rmSync(join(work, 'hookwright.yaml')),
    ...asked('is gone'),
  },
  {
    name: 'never approved',
    isApproved: false,
    tamper: () => undefined,
    ...skipped('hookwright trust show'),
  },
]

function write(work: string, name: string, text: string): void {
  writeFileSync(join(work, name), text)
}
