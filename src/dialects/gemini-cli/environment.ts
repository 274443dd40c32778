import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import { unseal } from '../../core/sealed.ts'

type Variables = Record<string, string | undefined>

/**
 * Returns what the host sets for its hooks, as far as it can be known here. The folder for plans is the host's secret:
 * hooks have it only where the host itself is calling.
 */
export function environment({ cwd, sessionId }: Event, { source: { owner } }: Hook): Variables {
  const isPlugin = owner?.kind === 'plugin'
  return {
    ...(isPlugin && { extensionPath: owner.root, workspacePath: cwd }),
    ...(isPlugin && owner.options && unseal(owner.options)),
    GEMINI_PROJECT_DIR: cwd,
    GEMINI_CWD: cwd,
    GEMINI_SESSION_ID: sessionId ?? '',
    CLAUDE_PROJECT_DIR: cwd,
  }
}
