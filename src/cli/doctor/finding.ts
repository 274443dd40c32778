/** One thing that `doctor` looked at. */
export type Finding = {
  readonly name: string
  /** `note`: worth knowing. `problem`: something does not work as the user has set it up. */
  readonly state: 'ok' | 'note' | 'problem'
  /** One line. */
  readonly text: string
  /** The command that mends it, or the step to take. */
  readonly mend?: string
  /** Because of it, a guard that the user approved cannot act. */
  readonly stopsGuard?: true
}

export type Section = { readonly title: string; readonly findings: readonly Finding[] }

export function ok(name: string, text: string): Finding {
  return { name, state: 'ok', text }
}

export function note(name: string, text: string, mend?: string): Finding {
  return { name, state: 'note', text, ...(mend !== undefined && { mend }) }
}

export function problem(name: string, text: string, mend: string): Finding {
  return { name, state: 'problem', text, mend }
}

/** The same finding, because of which an approved guard cannot act. */
export function stopsGuard(finding: Finding): Finding {
  return { ...finding, stopsGuard: true }
}
