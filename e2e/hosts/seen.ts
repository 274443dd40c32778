import type { Agent } from './agents/agent.ts'
import type { Body } from './model/wire-api.ts'
import type { Happened } from './run-agent.ts'

/** True when a request of the main conversation holds the text. */
export function modelSaw({ asked }: Pick<Happened, 'asked'>, text: string): boolean {
  return asked.some((each) => textsOf([each.system, each.conversation]).some((said) => said.includes(text)))
}

/** True when the text stands anywhere in what the agent printed. */
export function isPrinted({ stdout, stderr }: Output, text: string): boolean {
  return stdout.includes(text) || stderr.includes(text)
}

/** True when the agent told the user the text. What only repeats the output of a hook's process does not count. */
export function userSaw(agent: Agent, output: Output, text: string): boolean {
  return shownTexts(agent, output).some((shown) => shown.includes(text))
}

type Output = Pick<Happened, 'stdout' | 'stderr'>

/** Every text that the agent printed, without its reports on the processes of hooks. */
export function shownTexts(agent: Agent, { stdout, stderr }: Output): readonly string[] {
  const shown = documents(stdout).filter((value) => !isObject(value) || !agent.isProcessEvent(value))
  const texts = [...shown.flatMap(textsOf), ...stderr.split('\n')]
  return texts.filter((text) => agent.processLine?.test(text) !== true)
}

/** Every text in a JSON value, in the order in which it stands there. */
export function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}

/** The JSON documents of an output: one per line, or a single one; lines that are none stand for themselves. */
function documents(stdout: string): readonly unknown[] {
  const whole = parsed(stdout)
  if (whole !== undefined) return [whole]
  return stdout.split('\n').map((line) => parsed(line) ?? line)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null
}
