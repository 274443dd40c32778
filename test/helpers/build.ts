import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The command line is tested as users get it, so it is built first when the sources are younger than it. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/build-if-stale.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
