import * as path from 'node:path'
import type { Look } from '../projects/look.ts'
import { launchOf } from '../projects/programs.ts'
import { hasSign, type Sign } from '../projects/signs.ts'
import { checkOf, type Check, type CheckKind, type Project } from './check.ts'

/** A check that a language brings along, and what shows that the project has it. */
type LanguageCheck = {
  readonly kind: CheckKind
  readonly words: readonly string[]
  readonly shown: readonly Sign[]
  /** Set: this one must be there too. */
  readonly also?: Sign
}

const file = (...names: readonly string[]): readonly Sign[] => names.map((name) => ({ file: name }))
const CARGO: Sign = { file: 'Cargo.toml' }
const GO: Sign = { file: 'go.mod' }

const CHECKS: readonly LanguageCheck[] = [
  { kind: 'types', words: ['cargo', 'check', '--quiet', '--workspace', '--all-targets'], shown: [CARGO] },
  {
    kind: 'lint',
    words: ['cargo', 'clippy', '--quiet', '--workspace', '--all-targets'],
    shown: [
      ...file('clippy.toml', '.clippy.toml'),
      {
        text: /^\[(?:workspace\.)?lints\.clippy\]|^clippy\.|^#!\[(?:deny|warn)\(clippy/m,
        in: ['Cargo.toml', 'src/lib.rs', 'src/main.rs'],
      },
    ],
    also: CARGO,
  },
  { kind: 'test', words: ['cargo', 'test', '--quiet', '--workspace'], shown: [CARGO] },
  { kind: 'types', words: ['go', 'vet', './...'], shown: [GO] },
  {
    kind: 'lint',
    words: ['golangci-lint', 'run'],
    shown: file('.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'),
    also: GO,
  },
  { kind: 'test', words: ['go', 'test', './...'], shown: [GO] },
]

/** Returns what cargo and go check by themselves. */
export function compiledChecks({ folder, look }: Project): readonly Check[] {
  return CHECKS.filter(
    ({ shown, also }) =>
      shown.some((sign) => hasSign(folder, sign, look)) &&
      (also === undefined || hasSign(folder, also, look)),
  ).map(({ kind, words }) => checkOf(kind, words, folder))
}

const PROJECTS = ['*.sln', '*.slnx', '*.csproj', '*.fsproj', '*.vbproj']
const TEST_PACKAGE = /Microsoft\.NET\.Test\.Sdk|MSTest\.Sdk|TUnit|xunit\.v3/

/** Returns what dotnet builds and tests. */
export function dotnetChecks({ folder, look }: Project): readonly Check[] {
  if (!PROJECTS.some((name) => look.has(folder, name))) return []
  const quiet = ['--nologo', '--verbosity', 'quiet']
  const build = checkOf('types', ['dotnet', 'build', ...quiet], folder)
  return hasTests(folder, look, 2) ? [build, checkOf('test', ['dotnet', 'test', ...quiet], folder)] : [build]
}

const MOST_FOLDERS = 100

function hasTests(folder: string, look: Look, depth: number): boolean {
  const entries = look.entries(folder)
  const isTests = entries.some(
    ({ name }) =>
      /\.(?:cs|fs|vb)proj$/.test(name) && TEST_PACKAGE.test(look.text(path.join(folder, name)) ?? ''),
  )
  if (isTests || depth === 0) return isTests
  const below = entries.filter(
    ({ name, kind }) => kind === 'directory' && !/^(?:\.|bin$|obj$|node_modules$)/.test(name),
  )
  return below.slice(0, MOST_FOLDERS).some(({ name }) => hasTests(path.join(folder, name), look, depth - 1))
}

/** Returns `gradlew check`, which lints too where the build says so. */
export function gradleChecks({ folder, look, context }: Project): readonly Check[] {
  const name = context.platform === 'win32' ? 'gradlew.bat' : 'gradlew'
  if (!look.has(folder, name)) return []
  const check = checkOf('test', [path.join(folder, name), 'check', '--quiet', '--console=plain'], folder)
  return [{ ...check, shown: './gradlew check --quiet --console=plain' }]
}

const MYPY: readonly Sign[] = [
  ...file('mypy.ini', '.mypy.ini'),
  { text: /^\[tool\.mypy\]/m, in: ['pyproject.toml'] },
  { text: /^\[mypy\]/m, in: ['setup.cfg'] },
]
const MYPY_FILES: Sign = {
  text: /^(?:files|packages|modules)\s{0,9}=/m,
  in: ['mypy.ini', '.mypy.ini', 'pyproject.toml', 'setup.cfg'],
}
const PYTEST: readonly Sign[] = [
  ...file('pytest.ini', 'conftest.py'),
  { text: /^\[tool\.pytest\b/m, in: ['pyproject.toml'] },
  { text: /^\[(?:tool:)?pytest\]/m, in: ['setup.cfg', 'tox.ini'] },
]
/** What pytest exits with when it finds no tests. */
const NO_TESTS = 5

const PYTHON_CHECKS: readonly LanguageCheck[] = [
  { kind: 'types', words: ['mypy'], shown: MYPY },
  {
    kind: 'types',
    words: ['pyright'],
    shown: [...file('pyrightconfig.json'), { text: /^\[tool\.pyright\]/m, in: ['pyproject.toml'] }],
  },
  {
    kind: 'lint',
    words: ['ruff', 'check'],
    shown: [...file('ruff.toml', '.ruff.toml'), { text: /^\[tool\.ruff\b/m, in: ['pyproject.toml'] }],
  },
  {
    kind: 'lint',
    words: ['flake8'],
    shown: [...file('.flake8'), { text: /^\[flake8\]/m, in: ['setup.cfg', 'tox.ini'] }],
  },
  { kind: 'test', words: ['pytest', '-q'], shown: [...PYTEST, { python: 'pytest' }] },
]

/** Returns mypy, pyright, ruff, flake8 and pytest as the project configures them; else what tox or nox run. */
export function pythonChecks(project: Project): readonly Check[] {
  const { folder, look } = project
  const found = PYTHON_CHECKS.filter(({ shown }) => shown.some((sign) => hasSign(folder, sign, look)))
  const checks = found.map(({ kind, words }) => pythonCheck(kind, words, project))
  return checks.some(({ kind }) => kind === 'test') ? checks : [...checks, ...sessionChecks(project)]
}

function pythonCheck(kind: CheckKind, words: readonly string[], project: Project): Check {
  const { folder, look } = project
  const isWholeFolder = words[0] === 'mypy' && !hasSign(folder, MYPY_FILES, look)
  const all = isWholeFolder ? [...words, '.'] : words
  const check = { ...checkOf(kind, [...runnerOf(all[0] ?? '', project), ...all.slice(1)], folder) }
  return { ...check, ...(kind === 'test' && { passes: [NO_TESTS] }) }
}

/** Programs that run a tool in the environment of a project, by the lock file that they write. */
const RUNNERS: readonly (readonly [lock: string, words: readonly string[]])[] = [
  ['uv.lock', ['uv', 'run']],
  ['poetry.lock', ['poetry', 'run']],
  ['Pipfile.lock', ['pipenv', 'run']],
]

function runnerOf(name: string, { folder, top, look, context }: Project): readonly string[] {
  const runner = RUNNERS.find(([lock]) => look.has(folder, lock) || look.has(top, lock))
  if (runner !== undefined) return [...runner[1], name]
  const { file: program, args } = launchOf(name, 'python', { place: { folder, top, look }, context })
  return [program, ...args]
}

/** Names of sessions of nox by what they check. */
const SESSIONS: Readonly<Record<CheckKind, readonly string[]>> = {
  types: ['typecheck', 'type_check', 'types', 'mypy', 'typing'],
  lint: ['lint'],
  test: ['tests', 'test'],
}

function sessionChecks(project: Project): readonly Check[] {
  const { folder, look } = project
  if (look.has(folder, 'tox.ini')) return [checkOf('test', [...runnerOf('tox', project), '-q'], folder)]
  const text = look.text(path.join(folder, 'noxfile.py')) ?? ''
  return Object.entries(SESSIONS).flatMap(([kind, names]) => {
    const name = names.find((each) => text.includes(`def ${each}(`))
    return name === undefined
      ? []
      : [checkOf(kind as CheckKind, [...runnerOf('nox', project), '-s', name], folder)]
  })
}
