/** Why a call is asked about. */
export type Finding = {
  /** What it would do, as the end of "this call would …". */
  readonly what: string
  /** What a person should know. Absent: nothing more. */
  readonly next?: string
}

/** What the guard does with a call that it finds something in. */
export type SelfGuardMode = 'ask' | 'deny' | 'off'

export function reasonOf({ what, next }: Finding): string {
  const advice = next ?? 'Only a person should do that: let them decide, or do it in a terminal of their own.'
  return `Hookwright guards its own switches: this call would ${what}. ${advice}`
}
