import type { Approval } from './approve-written.ts'
import type { Shown } from './show-deny.ts'

export const NEXT =
  'Next: edit the file, then hookwright check and hookwright trust add. hookwright doctor shows whether all of it works.'

/** What was approved, and what nobody has looked at yet. `review`: the command that shows it. */
export function approvalLines({ approved, waiting }: Approval, review: string): readonly string[] {
  return [
    ...(approved.length === 0 ? [] : [`Approved ${counted(approved.length)}: ${approved.join(', ')}.`]),
    ...(waiting.length === 0
      ? []
      : [
          `${counted(waiting.length)} of this project ${waiting.length === 1 ? 'waits' : 'wait'} for your approval and will not run before: ${waiting.join(', ')}. Look with ${review}, then approve with hookwright trust add.`,
        ]),
  ]
}

function counted(count: number): string {
  return count === 1 ? '1 hook' : `${count} hooks`
}

/** `titles`: the agents that call us. */
export function denyLines(
  { command, decision, reason }: Shown,
  titles: readonly string[],
): readonly string[] {
  if (decision !== 'deny')
    return [`A test call of "${command}" was not denied, and should have been. hookwright doctor says why.`]
  const [first] = titles
  return [
    `Tried it: "${command}" → deny: ${reason}`,
    ...(first === undefined ? [] : [`See it yourself: start ${first} here and ask it to run ${command}.`]),
  ]
}
