import { allowedActs } from './allowed-agents.ts'
import { agentAbove } from './below-agent.ts'
import type { Invocation } from './command.ts'

type Act = {
  /** What is about to happen, as a question, such as `Approve 2 hooks?`. */
  readonly question: string
  /** The command as the person typed it, such as `hookwright trust add`. */
  readonly command: string
}

/** Asks the person on their terminal; `--yes` answers for them. Returns why nothing may be done; undefined: they agree. */
export function confirm(invocation: Invocation, { question, command }: Act): string | undefined {
  const { args, io } = invocation
  const refusal = refuseBelowAgent(invocation, command)
  if (refusal !== undefined) return refusal
  if (args.options.has('yes')) return undefined
  if (io.readLine === undefined)
    return `\`${command}\` needs a person, and stdin is not a terminal. Run it in a terminal, or add --yes.`
  io.err(`${question} [y/N] `)
  const isYes = /^y(?:es)?$/i.test((io.readLine() ?? '').trim())
  return isYes ? undefined : 'Nothing was changed.'
}

/** The agent is not the user: whatever options it gives, a person's act is not its own. Undefined: it may be done. */
export function refuseBelowAgent({ env }: Invocation, command: string): string | undefined {
  const how = agentAbove(env.variables)
  if (how === undefined) return undefined
  const act = actOf(command)
  if (allowedActs(env).includes(act)) return undefined
  return `\`${command}\` is for a person, and ${how}. Nothing was changed. Run it in a terminal of your own; to let agents do it, write \`allowAgents: [${act}]\` in your user hookwright.yaml.`
}

/** `hookwright git trust add` is as much an act of trust as `hookwright trust add`. */
function actOf(command: string): string {
  const [, first = '', second = ''] = command.split(' ')
  return first === 'git' ? second : first
}
