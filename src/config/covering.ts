import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import type { Files } from '../ports/files.ts'
import { systemStamps } from '../ports/stamps.ts'
import { digestHook, type Digest, type Follow } from './digest.ts'
import type { Project } from './meaning.ts'
import { strayFiles } from './strays.ts'
import { createLooks, type Looks } from './watch-scripts.ts'

/** Looks at the files that approvals cover. */
export type Covering = Pick<Looks, 'pass' | 'watch'> & {
  digest(hook: Hook, follow: Follow): Digest
  /** Files that the hook would meet in the event's directory and that nobody approved. */
  strays(hook: Hook, cwd: Event['cwd'], take: () => Digest): readonly string[]
}

export function createCovering(project: Project, files: Files): Covering {
  const looks = createLooks({ files, stamps: systemStamps, root: project.dir })
  return {
    pass: looks.pass,
    watch: looks.watch,
    digest: (hook, follow) =>
      looks.digest((through) => digestHook(hook, { project, files: through, follow })),
    strays: (hook, cwd, take) =>
      looks.add(hook, (through) => strayFiles(hook, cwd, { digest: take(), files: through, project })),
  }
}
