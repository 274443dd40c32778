import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import { systemFiles } from '../ports/files.ts'
import type { Workspace } from '../workspace/open.ts'
import { createEntryPlaces } from './entry-places.ts'
import { formsOf } from './hook-forms.ts'
import { inspectScripts } from './inspect-scripts.ts'

/** Returns a problem for each script of these hooks that its shell cannot parse. Nothing of the scripts is run. */
export async function unparsedScripts(
  hooks: readonly Hook[],
  workspace: Workspace,
): Promise<readonly Issue[]> {
  const { places, dialects } = workspace
  const formOf = await formsOf({ workspace, ours: hooks, dialects })
  const at = createEntryPlaces({ files: systemFiles, places, dialects })
  const found = await inspectScripts(hooks, { places, files: systemFiles, dialects, formOf, at })
  return found.filter(({ code }) => code === 'shell.syntax')
}
