// Puts our own command into node_modules/.bin, so that `npx hookwright` in this checkout starts at once. Without the
// link npx installs the folder into its cache first, which builds it again.
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'

const bin = new URL('../node_modules/.bin/', import.meta.url)
try {
  mkdirSync(bin, { recursive: true })
  rmSync(new URL('hookwright', bin), { force: true })
  symlinkSync('../../dist/cli/cli.mjs', new URL('hookwright', bin))
} catch (error) {
  console.warn(
    `node_modules/.bin/hookwright was not linked (${error.code}); npx hookwright works, only slower.`,
  )
}
