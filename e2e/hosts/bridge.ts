import { join } from 'node:path'
import type { Agent, NativeHooks } from './agents/agent.ts'

/** Where the bridge finds hooks and the built command line. */
export type BridgeParts = {
  readonly cli: string
  readonly source: string
  readonly events: readonly string[]
}

/**
 * The bridge as the only hook of each event. Around it the shell notes that it was called and how it ended; its streams
 * are those that the agent gave.
 */
export function bridgeHooks(agent: Agent, root: string, { cli, source, events }: BridgeParts): NativeHooks {
  const calls = join(root, 'calls.txt')
  const command = (event: string) =>
    `echo bridge ${event} >> ${calls}; ${process.execPath} ${cli} run --host ${agent.dialect} --event ${event} --source ${source}; code=$?; echo bridge ${event} $code >> ${calls}; exit $code`
  return Object.fromEntries(events.map((event) => [event, [command(event)]]))
}

/** Every event that a run of the agent fires. */
export function allEvents({ events, moreEvents }: Agent): readonly string[] {
  return [...Object.values(events), ...moreEvents]
}
