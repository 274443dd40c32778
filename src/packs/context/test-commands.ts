import { analyze } from '../../analyze/analyze.ts'
import type { Language, Program } from '../../analyze/line.ts'

/** Programs that only test or check. */
const CHECKS: ReadonlySet<string> = new Set(
  (
    'vitest jest mocha ava tap jasmine karma cypress pytest py.test tox nox nosetests rspec phpunit pest ctest bats ' +
    'tsc vue-tsc eslint oxlint biome stylelint mypy pyright pylint flake8 golangci-lint shellcheck phpstan psalm rubocop ' +
    'clippy-driver detekt ktlint swiftlint'
  ).split(' '),
)

/** Words behind a program that make it a test or a check. */
const SUBCOMMANDS: Readonly<Record<string, RegExp>> = {
  npm: /^(?:t|tst|test|ci-test|run|run-script)$/,
  pnpm: /^(?:t|test|run|lint|build|typecheck|check)/,
  yarn: /^(?:test|run|lint|build|typecheck|check)/,
  bun: /^(?:test|run)$/,
  deno: /^(?:test|check|lint|task)$/,
  node: /^--test$/,
  cargo: /^(?:t|test|nextest|check|c|clippy|build|b|bench)$/,
  go: /^(?:test|vet|build)$/,
  dotnet: /^(?:test|build)$/,
  swift: /^(?:test|build)$/,
  mix: /^(?:test|compile|credo|dialyzer)$/,
  rails: /^(?:test|spec)/,
  rake: /^(?:test|spec|default)/,
  ruff: /^check$/,
  playwright: /^test$/,
  make: /^(?:test|check|lint|build|all)/,
  just: /^(?:test|check|lint|build)/,
  task: /^(?:test|check|lint|build)/,
  nx: /^(?:test|lint|build|affected|run|run-many)$/,
  turbo: /^(?:run|test|lint|build)$/,
  python: /^(?:pytest|unittest|mypy)$/,
  mvn: /^(?:test|verify|check|package|install)$/,
  gradle: /^(?::?[\w:-]*)?(?:test|check|build)$/i,
}

/** A script that `run` starts has to be one of these. */
const SCRIPT = /^(?:test|tests|check|lint|type|types|typecheck|tsc|build|verify|ci|e2e|unit|spec)/i

/** Whether a line runs a test or a check. Programs that stand in scripts of files do not count, only those of the line. */
export function isTestLine(line: string, language: Language): boolean {
  return analyze(line, { language }).programs.some(isTest)
}

function isTest({ name, words }: Program): boolean {
  const plain = name
    .replace(/^(?:python)[\d.]+$/, 'python')
    .replace(/w$/, (end) => (/^(?:gradlew|mvnw)$/.test(name) ? '' : end))
  if (CHECKS.has(plain)) return true
  const wanted = Object.hasOwn(SUBCOMMANDS, plain) ? SUBCOMMANDS[plain] : undefined
  const rest = words.slice(1).map(({ text }) => text)
  const at = rest.findIndex((word) => wanted?.test(word) === true)
  if (at === -1) return false
  const isRun = /^(?:run|run-script|task)$/.test(rest[at] ?? '')
  return !isRun || SCRIPT.test(rest.slice(at + 1).find((word) => !word.startsWith('-')) ?? '')
}
