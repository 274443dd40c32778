import type { Happened } from './run-agent.ts'

/** True when a request of the main conversation holds the text. */
export function modelSaw({ asked }: Pick<Happened, 'asked'>, text: string): boolean {
  return asked.some((each) => textsOf([each.system, each.conversation]).some((said) => said.includes(text)))
}

/** True when the agent printed the text. */
export function userSaw({ stdout, stderr }: Pick<Happened, 'stdout' | 'stderr'>, text: string): boolean {
  return stdout.includes(text) || stderr.includes(text)
}

/** Every text in a JSON value, in the order in which it stands there. */
export function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}
