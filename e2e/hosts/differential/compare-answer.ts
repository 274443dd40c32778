import { join } from 'node:path'
import type { Agent } from '../agents/agent.ts'
import { bridgeHooks } from '../bridge.ts'
import { runAgent } from '../run-agent.ts'
import type { Place } from '../task.ts'
import { commandsOf, type OddAnswer } from './answer.ts'
import { beforeTool } from './before-tool.ts'
import { differences, type Difference } from './compare.ts'
import { factsOf, type Facts } from './facts.ts'
import { reasonFor } from './intended.ts'
import { otherEvents } from './other-events.ts'

/** What became of one answer: differences, each with its reason when it is intended. */
export type Compared = {
  readonly name: string
  readonly differences: readonly (Difference & { readonly reason?: string })[]
}

/** Every odd answer for an agent. */
export function answersFor(agent: Agent): readonly OddAnswer[] {
  return [...beforeTool(agent, agent.shapes), ...otherEvents(agent, agent.shapes)]
}

/** Gives one answer natively and through the bridge with the native file as its source. */
export async function compareAnswer(agent: Agent, answer: OddAnswer, place: Place): Promise<Compared> {
  const native = await nativeFacts(agent, answer, place)
  const bridge = await bridgeFacts(agent, answer, place)
  const found = differences(native, bridge).map((difference) => {
    const reason = reasonFor(agent.name, answer.name, difference)
    return { ...difference, ...(reason !== undefined && { reason }) }
  })
  return { name: answer.name, differences: found }
}

async function nativeFacts(agent: Agent, answer: OddAnswer, { modules, keeps }: Place): Promise<Facts> {
  const happened = await runAgent(agent, modules, {
    keep: keeps,
    failsTool: answer.failsTool === true,
    hooks: ({ root }) => commandsOf(answer, root).commands,
    files: ({ root }) => commandsOf(answer, root).files,
  })
  return factsOf(agent, happened, Object.values(commandsOf(answer, happened.root).commands).flat())
}

/** The native file lies where only the bridge reads it. */
async function bridgeFacts(agent: Agent, answer: OddAnswer, { cli, modules, keeps }: Place): Promise<Facts> {
  const path = `kept/${agent.hookFile.tail}`
  const bridges = (root: string) =>
    bridgeHooks(agent, root, { cli, source: join(root, path), events: Object.keys(answer.hooks) })
  const happened = await runAgent(agent, modules, {
    keep: keeps,
    failsTool: answer.failsTool === true,
    hooks: ({ root }) => bridges(root),
    files: ({ root }) => {
      const { commands, files } = commandsOf(answer, root)
      return { ...files, [path]: agent.hookFile.text(commands) }
    },
  })
  const commands = [bridges(happened.root), commandsOf(answer, happened.root).commands]
  return factsOf(
    agent,
    happened,
    commands.flatMap((each) => Object.values(each).flat()),
  )
}
