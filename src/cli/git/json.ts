import type { GitRunEnd } from '../../git/run/request.ts'
import { cleanOutput } from './clean-output.ts'

/** A run for programs. */
export function reportJson({ exitCode, stage, projects, problems, ms }: GitRunEnd): object {
  return {
    exitCode,
    ...(stage !== undefined && { stage }),
    ms: Math.round(ms),
    projects: projects.map(({ path, groups }) => ({
      path,
      hooks: groups.flatMap((group) =>
        group.hooks.map(({ hook, status, code, ms: took, output, isModifying, isWithoutFiles }) => ({
          id: hook.id,
          name: hook.name,
          priority: hook.priority,
          status,
          ...(isWithoutFiles && { because: 'no files' }),
          exitCode: code,
          ms: Math.round(took),
          modified: isModifying || group.isModified,
          output: cleanOutput(output, { colour: false }),
        })),
      ),
    })),
    issues: problems,
  }
}
