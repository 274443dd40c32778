import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'

/** What the host sets for its hooks, as far as it is known here. Its version is known only when it is calling itself. */
export function environment(
  { projectDir, transcriptPath, fields }: Event,
  _hook: Hook,
): Record<string, string | undefined> {
  const { cursor_version: version, user_email: email } = fields
  return {
    CURSOR_PROJECT_DIR: projectDir,
    CLAUDE_PROJECT_DIR: projectDir,
    ...(typeof version === 'string' && { CURSOR_VERSION: version }),
    ...(typeof email === 'string' && { CURSOR_USER_EMAIL: email }),
    ...(transcriptPath !== undefined && { CURSOR_TRANSCRIPT_PATH: transcriptPath }),
  }
}
