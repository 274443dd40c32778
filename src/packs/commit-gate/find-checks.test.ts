import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packContext, packPlace } from '../../../test/helpers/pack-context.ts'
import { lookAt } from '../projects/look.ts'
import { findChecks, type Wanted } from './find-checks.ts'
import { commitGate } from './manifest.ts'

const ALL: Wanted = { off: new Set(), lines: { types: [], lint: [], test: [] } }

function checksOf(
  files: Readonly<Record<string, string>>,
  wanted: Partial<Wanted> = {},
  from = '',
): readonly string[] {
  const place = packPlace(files)
  const context = packContext(commitGate, { place })
  const top = { folder: place.projectDir, top: place.projectDir, look: lookAt(context.files), context }
  const checks = findChecks(top, join(place.projectDir, from), { ...ALL, ...wanted })
  return checks.map(({ kind, shown, folder }) => {
    const below = folder.slice(place.projectDir.length + 1)
    return `${kind}: ${shown.replaceAll(`${place.projectDir}/`, '')}${below === '' ? '' : ` in ${below}`}`
  })
}

const scripts = (texts: Readonly<Record<string, string>>): string => JSON.stringify({ scripts: texts })

test.for<[string, Record<string, string>, readonly string[]]>([
  ['nothing', { 'README.md': '' }, []],
  [
    'scripts of package.json, in the order in which they run',
    { 'package.json': scripts({ test: 'vitest', lint: 'oxlint', typecheck: 'tsc', build: 'x' }) },
    ['types: npm run --silent typecheck', 'lint: npm run --silent lint', 'test: npm run --silent test'],
  ],
  [
    'the placeholder of npm and scripts that watch are not run',
    { 'package.json': scripts({ test: 'echo "Error: no test specified" && exit 1', types: 'tsc --watch' }) },
    [],
  ],
  [
    'another script that ends is taken in place of one that watches',
    { 'package.json': scripts({ test: 'jest --watch', 'test:ci': 'jest' }) },
    ['test: npm run --silent test:ci'],
  ],
  [
    'a script that says that it does not watch is run',
    { 'package.json': scripts({ test: 'react-scripts test --watchAll=false' }) },
    ['test: npm run --silent test'],
  ],
  ['pnpm', { 'package.json': scripts({ lint: 'x' }), 'pnpm-lock.yaml': '' }, ['lint: pnpm run lint']],
  ['yarn', { 'package.json': scripts({ lint: 'x' }), 'yarn.lock': '' }, ['lint: yarn run lint']],
  ['bun', { 'package.json': scripts({ lint: 'x' }), 'bun.lock': '' }, ['lint: bun run lint']],
  [
    'the manager that package.json names where there is no lock file',
    { 'package.json': JSON.stringify({ packageManager: 'pnpm@9.1.0', scripts: { lint: 'x' } }) },
    ['lint: pnpm run lint'],
  ],
  [
    'targets of a Makefile',
    { Makefile: 'CC := gcc\n.PHONY: lint\nlint test: main.c\n\tcc main.c\nclean:\n\trm x\n' },
    ['lint: make --no-print-directory lint', 'test: make --no-print-directory test'],
  ],
  [
    '`check` of a Makefile without tests is its test',
    { Makefile: 'check:\n\tx\n' },
    ['test: make --no-print-directory check'],
  ],
  [
    '`check` that runs the tests itself is left out',
    { Makefile: 'check: lint test\ntest:\n\tx\nlint:\n\ty\n' },
    ['lint: make --no-print-directory lint', 'test: make --no-print-directory test'],
  ],
  [
    'recipes of a justfile',
    { justfile: 'set shell := ["bash"]\n@lint:\n  x\ntest filter="": build\n  y\ncheck:\n  z\n' },
    ['types: just check', 'lint: just lint', 'test: just test'],
  ],
  [
    'cargo',
    { 'Cargo.toml': '[package]\n[lints.clippy]\nall = "warn"\n' },
    [
      'types: cargo check --quiet --workspace --all-targets',
      'lint: cargo clippy --quiet --workspace --all-targets',
      'test: cargo test --quiet --workspace',
    ],
  ],
  [
    'go',
    { 'go.mod': '', '.golangci.yml': '' },
    ['types: go vet ./...', 'lint: golangci-lint run', 'test: go test ./...'],
  ],
  [
    'a target before what the languages bring along',
    { 'go.mod': '', Makefile: 'test:\n\tgo test -race ./...\n' },
    ['types: go vet ./...', 'test: make --no-print-directory test'],
  ],
  [
    'python as pyproject.toml configures it',
    { 'pyproject.toml': '[tool.mypy]\nfiles = ["src"]\n[tool.ruff]\n[tool.pytest.ini_options]\n' },
    ['types: mypy', 'lint: ruff check', 'test: pytest -q'],
  ],
  [
    'programs of the virtual environment',
    { 'pytest.ini': '', 'mypy.ini': '[mypy]\n', '.venv/bin/pytest': '', '.venv/bin/mypy': '' },
    ['types: .venv/bin/mypy .', 'test: .venv/bin/pytest -q'],
  ],
  ['uv', { 'pytest.ini': '', 'uv.lock': '' }, ['test: uv run pytest -q']],
  [
    'poetry',
    { 'pyproject.toml': '[tool.pytest.ini_options]\n', 'poetry.lock': '' },
    ['test: poetry run pytest -q'],
  ],
  [
    'pytest among the requirements',
    { 'requirements-dev.txt': 'black==23\npytest>=7\n' },
    ['test: pytest -q'],
  ],
  ['tox', { 'tox.ini': '[tox]\n' }, ['test: tox -q']],
  [
    'nox',
    { 'noxfile.py': 'def lint(session):\n  pass\ndef tests(session):\n  pass\n' },
    ['lint: nox -s lint', 'test: nox -s tests'],
  ],
  [
    'dotnet without tests',
    { 'app.csproj': '<Project/>' },
    ['types: dotnet build --nologo --verbosity quiet'],
  ],
  [
    'dotnet with tests',
    { 'app.sln': '', 'test/unit/t.csproj': 'Microsoft.NET.Test.Sdk' },
    ['types: dotnet build --nologo --verbosity quiet', 'test: dotnet test --nologo --verbosity quiet'],
  ],
  ['gradle', { gradlew: '', 'build.gradle': '' }, ['test: ./gradlew check --quiet --console=plain']],
  [
    'a script and another language beside it',
    { 'package.json': scripts({ test: 'vitest run' }), 'go.mod': '' },
    ['types: go vet ./...', 'test: npm run --silent test', 'test: go test ./...'],
  ],
  [
    'projects in folders where the top has none',
    { 'web/package.json': scripts({ lint: 'x' }), 'services/api/go.mod': '' },
    [
      'types: go vet ./... in services/api',
      'lint: npm run --silent lint in web',
      'test: go test ./... in services/api',
    ],
  ],
  [
    'members of a workspace for what its top does not check',
    {
      'package.json': JSON.stringify({ workspaces: ['packages/*'], scripts: { lint: 'x' } }),
      'packages/a/package.json': scripts({ lint: 'x', test: 'y' }),
      'packages/b/package.json': scripts({ test: 'y', typecheck: 'z' }),
    },
    [
      'types: npm run --silent typecheck in packages/b',
      'lint: npm run --silent lint',
      'test: npm run --silent test in packages/a',
      'test: npm run --silent test in packages/b',
    ],
  ],
  [
    'no folder of a project that is no workspace',
    { 'package.json': scripts({ lint: 'x' }), 'examples/a/package.json': scripts({ test: 'y' }) },
    ['lint: npm run --silent lint'],
  ],
])('%s', ([, files, expected]) => expect(checksOf(files)).toEqual(expected))

test('of a workspace the member of the folder counts beside what the top checks', () => {
  const files = {
    'package.json': scripts({ lint: 'x' }),
    'pnpm-workspace.yaml': '',
    'pnpm-lock.yaml': '',
    'packages/a/package.json': scripts({ test: 'y' }),
    'packages/a/src/x': '',
    'packages/b/package.json': scripts({ test: 'y' }),
  }
  expect(checksOf(files, {}, 'packages/a/src')).toEqual([
    'lint: pnpm run lint',
    'test: pnpm run test in packages/a',
  ])
})

test('of several projects without one at the top the one of the folder counts', () => {
  const files = { 'web/package.json': scripts({ lint: 'x' }), 'web/src/x': '', 'api/go.mod': '' }
  expect(checksOf(files, {}, 'web/src')).toEqual(['lint: npm run --silent lint in web'])
})

test('options turn kinds off and give lines in place of what is found', () => {
  const files = { 'package.json': scripts({ lint: 'x', test: 'y', types: 'z' }) }
  const lines = { types: ['npx tsc -b', 'npx vue-tsc'], lint: [], test: [] }
  expect(checksOf(files, { off: new Set(['test']), lines })).toEqual([
    'types: npx tsc -b',
    'types: npx vue-tsc',
    'lint: npm run --silent lint',
  ])
})
