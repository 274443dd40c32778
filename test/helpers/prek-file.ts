import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Why nothing is compared with prek. */
export const NO_PREK = `prek is not installed for ${process.platform}-${process.arch}`

/** The native program of the prek that is installed for comparison, where there is one for this machine. */
export function prekFile(): string | undefined {
  const { resolve } = createRequire(import.meta.url)
  const packages = ['gnu', 'musl'].map((libc) => `@j178/prek-${process.platform}-${process.arch}-${libc}`)
  for (const name of [...packages, `@j178/prek-${process.platform}-${process.arch}`]) {
    try {
      const file = join(dirname(resolve(`${name}/package.json`)), 'prek')
      if (existsSync(file)) return file
    } catch {
      // Not for this machine.
    }
  }
  return undefined
}
