import type { Gone, Review, Reviewed } from './review.ts'

/** What `trust show --json` prints. */
export function reviewJson({ hooks, gone, digest }: Review, project: string): object {
  return { project, digest, hooks: hooks.map(hookJson), gone: gone.map(goneJson) }
}

function hookJson(reviewed: Reviewed): object {
  const { hook, state, why, digest, changed, differences, powers, off, at } = reviewed
  return {
    id: hook.id,
    event: hook.event,
    handler: hook.handler,
    source: hook.source,
    state,
    why,
    digest: digest.digest,
    scripts: digest.scripts,
    changed,
    uncovered: digest.gaps,
    differences,
    powers,
    enabled: off === undefined,
    ...(off && { off: off.why }),
    ...(off?.until !== undefined && { until: timeOf(off.until) }),
    ...(at !== undefined && { approvedAt: timeOf(at) }),
  }
}

function goneJson({ id, status: { approval, why } }: Gone): object {
  return {
    id,
    state: 'gone',
    why,
    ...(approval && { file: approval.file, approvedAt: timeOf(approval.at) }),
    ...(approval?.form && { event: approval.form.event, definition: approval.form.definition }),
  }
}

/** A store that somebody wrote by hand may have any number. */
function timeOf(at: number): string | undefined {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
