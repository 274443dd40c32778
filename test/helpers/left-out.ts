import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Reporter, Vitest } from 'vitest/node'

const root = join(import.meta.dirname, '../..')

/** Suites that `npm test` leaves to a command of their own, and which files are theirs. */
const SUITES = [
  { project: 'long', has: (file: string) => file.endsWith('.long.test.ts') },
  { project: 'windows', has: (file: string) => file.startsWith('test/windows/') },
  { project: 'powershell', has: (file: string) => file.startsWith('test/powershell/') },
]

/** Prints, behind the summary, which tests did not run because another command runs them. */
export class LeftOut implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(): void {
    const chosen = new Set([this.#vitest?.config.project ?? []].flat())
    if (!chosen.has('source')) return
    const files = testFiles()
    const left = SUITES.filter(({ project }) => !chosen.has(project))
    const lines = left.map(({ project, has }) => line(project, files.filter(has)))
    // After the summary, which the default reporter prints at this moment too.
    process.once('exit', () => this.#vitest?.logger.log(`Not run here:\n${lines.join('\n')}`))
  }
}

function line(project: string, files: readonly string[]): string {
  return `  npm run test:${project}`.padEnd(26) + `${files.length} files: ${files.map(shortName).join(', ')}`
}

function shortName(file: string): string {
  return file.replace(/(?:\.long)?\.test\.ts$/, '')
}

function testFiles(): readonly string[] {
  return ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name.replaceAll(sep, '/')}`)
      .toSorted(),
  )
}
