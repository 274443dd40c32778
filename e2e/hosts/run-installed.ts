import { execFileSync } from 'node:child_process'
import type { Agent, Sandbox } from './agents/agent.ts'
import { INSTALLED_CASES, PROJECT_FILES, type InstalledCase } from './installed-cases.ts'
import { runAgent, type Environment, type Happened, type Setup } from './run-agent.ts'
import { runEach, type CaseResult } from './run-cases.ts'
import type { Outcome, Place, Task } from './task.ts'

/** The command that the guard lets pass. */
const FIRST = 'touch first.txt'

/** Runs every case with the bridge that `hookwright install` has registered in the user's own file of the agent. */
export function runInstalled(task: Task): Promise<Outcome> {
  return runEach(task, INSTALLED_CASES, runCase)
}

async function runCase(agent: Agent, one: InstalledCase, place: Place): Promise<CaseResult> {
  const happened = await runInstalledCase(agent, one, place)
  const missing = one.missing(happened, agent)
  return { name: one.name, missing, ...(place.keeps && { root: happened.root }) }
}

/** Installs, approves where the case says so, and runs the agent; the guard is changed between its two commands. */
export function runInstalledCase(
  agent: Agent,
  { isApproved, tamper }: InstalledCase,
  { cli, modules, keeps }: Place,
  { files, run }: Pick<Setup, 'files' | 'run'> = {},
): Promise<Happened> {
  const project = Object.entries(PROJECT_FILES).map(([path, text]) => [`work/${path}`, text])
  return runAgent(agent, modules, {
    keep: keeps,
    files: (sandbox) => ({ ...Object.fromEntries(project), ...files?.(sandbox) }),
    prepare: (sandbox, env) => {
      const commands = [
        ['install', agent.dialect, '--yes'],
        ...(isApproved ? [['trust', 'add', '--yes']] : []),
      ]
      for (const words of commands) runCli([cli, ...words], sandbox, env)
    },
    first: { command: FIRST, afterwards: tamper },
    ...(run && { run }),
  })
}

/** As a person would in a terminal of the project, with the home folder of the agent. */
function runCli(words: readonly string[], { work }: Sandbox, env: Environment): void {
  execFileSync(process.execPath, words, { cwd: work, env, stdio: ['ignore', 'ignore', 'inherit'] })
}
