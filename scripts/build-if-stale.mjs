// Builds when dist/ is missing or older than the source. npm runs this as "dependencies" after `npm ci` in a checkout, and
// as "prepack". Neither is a script of whoever installs the package, as "prepare" would be: npm asks about those.
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

if (oldest(BUILT) <= newest(SOURCES)) build()

/** Only a failure is shown: whoever runs `npm ci` or the tests has not asked for a list of files. */
function build() {
  try {
    execFileSync('npm', ['run', '--silent', 'build'], {
      cwd: fileURLToPath(root),
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
  } catch (error) {
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}${error.message}\n`)
    process.exitCode = 1
  }
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
