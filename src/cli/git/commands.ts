import type { CommandSpec } from '../command.ts'
import { RUNNING, SELECTING, SHARED } from './options.ts'

/** What prek answers to a command line it cannot read. */
const USAGE = { usageExit: 2 } as const

/** Everything below `hookwright git`. */
export const gitCommands: readonly CommandSpec[] = [
  {
    name: 'run',
    usage: 'git run [HOOK|PROJECT]…',
    summary: 'run the hooks of .pre-commit-config.yaml or prek.toml',
    options: [...SELECTING, ...RUNNING, ...SHARED],
    positionals: Number.POSITIVE_INFINITY,
    ...USAGE,
    load: async () => (await import('./run.ts')).run,
  },
]
