// Runs released agents offline with the bridge as their only hook: see README.md.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importSource } from '../../scripts/bundle.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
execFileSync(process.execPath, [join(root, 'scripts/build-if-stale.mjs')], {
  stdio: ['ignore', 'ignore', 'inherit'],
})

const { main } = await importSource('e2e/hosts/main.ts')
process.exitCode = await main(process.argv.slice(2), { root, self: fileURLToPath(import.meta.url) })
