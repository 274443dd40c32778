import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { AGENTS } from './agents/all.ts'
import type { Agent } from './agents/agent.ts'

export const USAGE = `npm run e2e:hosts -- [options]

  --agent NAME,…    only these: ${AGENTS.map(({ name }) => name).join(', ')}
  --case TEXT       only cases (or, with --differential, answers) whose name holds the text; may be repeated
  --differential    give odd answers natively and through the bridge, and compare what the agent does
  --installed       install the bridge with \`hookwright install\`, change an approved guard between two commands
  --terminal        the same in a terminal, where a person says no when asked; needs tmux
  --latest          the newest releases instead of the pinned ones
  --json            print the results as JSON
  --write-docs      put the table into docs/hosts/README.md
  --cli FILE        the command line to use as the bridge (default: the one built here)
  --keep            keep the folders of the runs
  --help            print this

Exit code: 0 when all passed, 1 when something failed, 2 when nothing failed but some agent was not run.`

export type Options = {
  readonly agents: readonly Agent[]
  readonly only: readonly string[]
  readonly isDifferential: boolean
  readonly isInstalled: boolean
  readonly isTerminal: boolean
  readonly isLatest: boolean
  readonly isJson: boolean
  readonly writesDocs: boolean
  readonly cli?: string
  readonly keeps: boolean
  readonly isHelp: boolean
  /** Set in the process inside of the network namespace: what the one outside has prepared, as JSON. */
  readonly prepared?: string
}

/** Reads the command line; a text is what is wrong with it. */
export function readOptions(args: readonly string[]): Options | string {
  try {
    const { values } = parseArgs({ args: [...args], options: SPEC })
    const names = values.agent?.flatMap((each) => each.split(',')) ?? AGENTS.map(({ name }) => name)
    const unknown = names.find((name) => !AGENTS.some((agent) => agent.name === name))
    if (unknown !== undefined) return `No agent is called ${JSON.stringify(unknown)}.`
    if (values['write-docs'] === true && (values.agent ?? values.case) !== undefined) {
      return '--write-docs wants every agent and every case: leave out --agent and --case.'
    }
    return {
      agents: AGENTS.filter(({ name }) => names.includes(name)),
      only: values.case ?? [],
      isDifferential: values.differential === true,
      isInstalled: values.installed === true,
      isTerminal: values.terminal === true,
      isLatest: values.latest === true,
      isJson: values.json === true,
      writesDocs: values['write-docs'] === true,
      ...(values.cli !== undefined && { cli: resolve(values.cli) }),
      keeps: values.keep === true,
      isHelp: values.help === true,
      ...(values.prepared !== undefined && { prepared: values.prepared }),
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const SPEC = {
  agent: { type: 'string', multiple: true },
  case: { type: 'string', multiple: true },
  differential: { type: 'boolean' },
  installed: { type: 'boolean' },
  terminal: { type: 'boolean' },
  latest: { type: 'boolean' },
  json: { type: 'boolean' },
  'write-docs': { type: 'boolean' },
  cli: { type: 'string' },
  keep: { type: 'boolean' },
  help: { type: 'boolean' },
  prepared: { type: 'string' },
} as const
