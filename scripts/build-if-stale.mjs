// Builds when dist/ is missing or older than the source. npx links a checkout into its cache before it runs our command,
// and runs "prepare" for that: a second build would make `npx hookwright demo` slow for nothing.
import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const SOURCES = [
  'src',
  'scripts/docs-on-own-lines.ts',
  'scripts/licences',
  'package.json',
  'tsconfig.json',
  'tsdown.config.ts',
]
const BUILT = ['dist/index.mjs', 'dist/cli/cli.cjs', 'dist/THIRD-PARTY-NOTICES.md']

if (oldest(BUILT) <= newest(SOURCES)) {
  execFileSync('npm', ['run', 'build'], {
    cwd: fileURLToPath(root),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
}

function oldest(paths) {
  return Math.min(
    ...paths.map((path) => statSync(new URL(path, root), { throwIfNoEntry: false })?.mtimeMs ?? 0),
  )
}

function newest(paths) {
  return Math.max(...paths.flatMap(filesBelow).map((path) => statSync(new URL(path, root)).mtimeMs))
}

function filesBelow(path) {
  if (!statSync(new URL(path, root)).isDirectory()) return [path]
  const names = readdirSync(new URL(path, root), { recursive: true })
  return names.filter((name) => !name.endsWith('.test.ts')).map((name) => `${path}/${name}`)
}
