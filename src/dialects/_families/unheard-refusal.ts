import type { Hook } from '../../core/hook.ts'
import { warning, type Issue } from '../../core/issue.ts'

/** Keys and words by which hooks of some host say no in JSON. */
const REFUSAL =
  /"(?:permissionDecision|permission|decision|behavior)"\s*:\s*"(?:deny|ask|block)"|"(?:continue)"\s*:\s*false/

/**
 * Returns a warning about output that says no in a way that the host of its file does not read. Hooks written for
 * another host do that, and without a warning the author would take the hook for a guard. `hint`: how to deny here.
 */
export function unheardRefusal(text: string, { id }: Hook, hint: string): readonly Issue[] {
  if (!REFUSAL.test(text)) return []
  const problem = 'The output says no in JSON, which the host does not read, so nothing is refused.'
  return [warning('output.lost-decision', { hook: id }, problem, hint)]
}
