import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The command line is tested as users get it, so it is built first when the sources are younger than it. */
export function setup(): void {
  const built = modified(join(root, 'dist/cli/cli.mjs'))
  if (built > newestInput()) return
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

function newestInput(): number {
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const inputs = ['package.json', 'tsdown.config.ts', ...sources.map((name) => join('src', name))]
  return Math.max(...inputs.map((name) => modified(join(root, name))))
}

function modified(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
