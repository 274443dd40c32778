import { making, calling } from './command-options.ts'
import { EXIT, type CommandSpec } from './command.ts'
import { run } from './commands/run.ts'

/** The command that hosts call. It runs in a new process or in a worker of the daemon. */
export const runSpec: CommandSpec = {
  name: 'run',
  usage: 'run --host HOST [--event EVENT] < payload',
  summary: "one event in, the host's own reply out",
  options: [...calling, ...making],
  positionals: 0,
  // Not lazy: a host waits for this one on every tool call, and a second file costs it.
  exits: "the host's own contract, 64 a bad command line; with --json 0 done, 1 a problem",
  load: () => Promise.resolve(run),
  // Every host that knows exit code 2 takes it for a no, and 0 lets every host go on.
  crashExit: (words) => (/--on-error[ =]deny(?: |$)/.test(words.join(' ')) ? 2 : EXIT.ok),
}
