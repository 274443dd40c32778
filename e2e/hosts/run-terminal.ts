import { PROMPT, type Agent, type Sandbox } from './agents/agent.ts'
import { INSTALLED_CASES, type InstalledCase } from './installed-cases.ts'
import { LAST_TEXT, type Ended, type Environment } from './run-agent.ts'
import { runEach, type CaseResult } from './run-cases.ts'
import { runInstalledCase } from './run-installed.ts'
import type { Outcome, Place, Task } from './task.ts'
import { hasTerminal, openTerminal, type Terminal } from './terminal.ts'

/** The cases of installed guards, each in a terminal, with a person who says no when asked. */
export function runInTerminal(task: Task): Promise<Outcome> {
  const missing = 'its terminal needs tmux, which this machine does not have'
  const prepared = hasTerminal() ? task.prepared : task.prepared.map(({ name }) => ({ name, missing }))
  return runEach({ ...task, prepared }, INSTALLED_CASES, runCase)
}

async function runCase(agent: Agent, one: InstalledCase, place: Place): Promise<CaseResult> {
  const happened = await runInstalledCase(agent, one, place, {
    files: (sandbox) => agent.terminal.files?.(sandbox) ?? {},
    run: (program, sandbox, env) => converse(agent, [...program, ...agent.terminal.args], { sandbox, env }),
  })
  const missing = one.missingInTerminal(happened, agent)
  return { name: one.name, missing, ...(place.keeps && { root: happened.root }) }
}

type Around = { readonly sandbox: Sandbox; readonly env: Environment }

/** One prompt, until the model has said its last text or the person its no. What stood on the screen is the output. */
async function converse(agent: Agent, words: readonly string[], { sandbox, env }: Around): Promise<Ended> {
  const terminal = openTerminal(words, sandbox, { ...env, TERM: 'xterm-256color' })
  const screens: string[] = []
  try {
    const isDone = (await prompt(agent, terminal)) && (await finish(agent, terminal, screens))
    screens.push(terminal.screen())
    return { exit: null, isKilled: !isDone, stdout: screens.join('\n'), stderr: '' }
  } finally {
    terminal.close()
  }
}

async function prompt({ terminal: { first = [], ready } }: Agent, terminal: Terminal): Promise<boolean> {
  for (const { sees, keys } of first) {
    if (!(await terminal.until((screen) => screen.includes(sees)))) return false
    terminal.press(keys)
  }
  if (!(await terminal.until((screen) => screen.includes(ready)))) return false
  terminal.type(PROMPT)
  if (!(await terminal.until((screen) => screen.includes(PROMPT)))) return false
  terminal.press(['Enter'])
  return true
}

/** True when the turn came to its end. */
async function finish(agent: Agent, terminal: Terminal, screens: string[]): Promise<boolean> {
  const { question } = agent.terminal
  const asks = (screen: string): boolean => question !== undefined && screen.includes(question.sees)
  if (!(await terminal.until((screen) => asks(screen) || screen.includes(LAST_TEXT)))) return false
  screens.push(terminal.screen())
  if (question === undefined || !asks(terminal.screen())) return true
  terminal.press(question.keys)
  return terminal.until((screen) => !asks(screen))
}
