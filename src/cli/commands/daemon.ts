import { unknownAction } from '../args.ts'
import { EXIT, type CommandRun, type Invocation } from '../command.ts'
import { endDaemon, logsOf, startDaemon, statusOf } from '../daemon/control.ts'
import { serveHere, workHere } from '../daemon/resident.ts'

/** The first two are for people, the others start themselves. */
const ACTIONS: Readonly<Record<string, CommandRun>> = {
  start: startDaemon,
  stop: endDaemon,
  status: statusOf,
  logs: logsOf,
  serve: serveHere,
  work: workHere,
}

/** The resident process that answers launchers. */
export async function daemon(invocation: Invocation): Promise<number> {
  const [action = 'status'] = invocation.args.positionals
  const run = ACTIONS[action]
  if (run === undefined) throw unknownAction(action, SHOWN_ACTIONS)
  return (await run(invocation)) ?? EXIT.ok
}

export const SHOWN_ACTIONS = ['start', 'stop', 'status', 'logs'] as const
