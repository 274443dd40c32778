import { execFileSync } from 'node:child_process'
import type { Agent, Sandbox } from './agents/agent.ts'
import { INSTALLED_CASES, PROJECT_FILES, type InstalledCase } from './installed-cases.ts'
import { runAgent } from './run-agent.ts'
import { runEach, type CaseResult } from './run-cases.ts'
import type { Outcome, Place, Task } from './task.ts'

/** The command that the guard lets pass. */
const FIRST = 'touch first.txt'

/** Runs every case with the bridge that `hookwright install` has registered in the user's own file of the agent. */
export function runInstalled(task: Task): Promise<Outcome> {
  return runEach(task, INSTALLED_CASES, runCase)
}

async function runCase(
  agent: Agent,
  { name, isApproved, tamper, missing }: InstalledCase,
  { cli, modules, keeps }: Place,
): Promise<CaseResult> {
  const files = Object.entries(PROJECT_FILES).map(([path, text]) => [`work/${path}`, text])
  const happened = await runAgent(agent, modules, {
    keep: keeps,
    files: () => Object.fromEntries(files) as Record<string, string>,
    prepare: (sandbox, env) => {
      const commands = [
        ['install', agent.dialect, '--yes'],
        ...(isApproved ? [['trust', 'add', '--yes']] : []),
      ]
      for (const words of commands) runCli([cli, ...words], sandbox, env)
    },
    first: { command: FIRST, afterwards: tamper },
  })
  return { name, missing: missing(happened, agent), ...(keeps && { root: happened.root }) }
}

/** As a person would in a terminal of the project, with the home folder of the agent. */
function runCli(words: readonly string[], { work }: Sandbox, env: Readonly<Record<string, string>>): void {
  execFileSync(process.execPath, words, { cwd: work, env, stdio: ['ignore', 'ignore', 'inherit'] })
}
