import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Files } from '../ports/files.ts'
import { systemStamps } from '../ports/stamps.ts'
import type { State } from '../ports/state.ts'
import { keptScript, readScripts, type KeptBytes } from './approved-bytes.ts'
import { definitionOf } from './definition.ts'
import { formOf, type ApprovedForm } from './approved-form.ts'
import { digestHook, type Digest, type Follow } from './digest.ts'
import { hookStates } from './hook-states.ts'
import type { Project } from './meaning.ts'
import { strayFiles } from './strays.ts'
import { changeApprovals, type ChangeTerms, type NextApprovals } from './trust-changes.ts'
import type { Approval } from './trust-store.ts'
import { createLooks, type Looks } from './watch-scripts.ts'

/** A hook with the digest it had when somebody looked at it. */
export type Seen = { readonly hook: Hook; readonly digest: Digest; readonly commit?: string }

/** Looks at the files that approvals cover, and writes approvals. */
export type Covering = Pick<Looks, 'pass' | 'watch'> & {
  digest(hook: Hook, follow: Follow): Digest
  /** Files that the hook would meet in the event's directory and that nobody approved. */
  strays(hook: Hook, cwd: Event['cwd'], take: () => Digest): readonly string[]
  /** The definition of a hook as text, as approvals keep it in `form.definition`. */
  definition(hook: Hook): string
  /** What an approval keeps of a hook. */
  approval(seen: Seen, at: number): Approval
  /** The bytes of its scripts, as far as they are kept. */
  bytesOf(seen: Seen): KeptBytes
  /** Approved bytes by their SHA-256. Undefined: they were not kept. */
  keptScript(sha256: string): Uint8Array | undefined
  states: typeof hookStates
  /** Adds to approvals that lack it what these hooks, by their meaning, are for. Waits for nobody. */
  complete(hooks: ReadonlyMap<string, Hook>): void
  change(next: NextApprovals, terms?: ChangeTerms): Issue | undefined
}

type Keeping = {
  readonly state: State
  /** Files that others import. */
  readonly imported: ReadonlySet<string>
}

export function createCovering(project: Project, files: Files, { state, imported }: Keeping): Covering {
  const looks = createLooks({ files, stamps: systemStamps, root: project.dir })
  return {
    pass: looks.pass,
    watch: looks.watch,
    digest: (hook, follow) =>
      looks.digest((through) => digestHook(hook, { project, files: through, follow })),
    strays: (hook, cwd, take) =>
      looks.add(hook, (through) => strayFiles(hook, cwd, { digest: take(), files: through, project })),
    definition: definitionOf,
    approval: (seen, at) => approvalOf(seen, at, formOf(seen.hook, imported)),
    bytesOf: ({ digest }) => readScripts(digest.scripts, project.dir, files),
    states: hookStates,
    keptScript: (sha256) => keptScript(state, sha256),
    complete(hooks) {
      const whole = (approval: Approval): Approval => {
        const hook = approval.form === undefined ? hooks.get(approval.meaning) : undefined
        return hook === undefined ? approval : { ...approval, form: formOf(hook, imported) }
      }
      const next: NextApprovals = (now) =>
        Object.fromEntries(Object.entries(now).map(([key, approval]) => [key, whole(approval)]))
      changeApprovals(state, { projectDir: project.dir, next, waitMs: 0 })
    },
    change: (next, terms) => changeApprovals(state, { projectDir: project.dir, next, ...terms }),
  }
}

function approvalOf(
  { hook, digest: { meaning, scripts, followed }, commit }: Seen,
  at: number,
  form: ApprovedForm,
): Approval {
  return {
    id: hook.id,
    file: hook.source.file,
    meaning,
    scripts,
    ...(Object.keys(followed).length > 0 && { followed }),
    ...(commit !== undefined && { commit }),
    form,
    at,
  }
}
