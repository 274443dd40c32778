import { firstFile, isUsableCheck, scriptRunner, scriptsOf } from '../projects/package-scripts.ts'
import { CHECK_KINDS, checkOf, type Check, type CheckKind, type Project } from './check.ts'

/** Names of scripts of package.json, the preferred one first. */
const SCRIPTS: Readonly<Record<CheckKind, readonly string[]>> = {
  types: ['typecheck', 'type-check', 'types', 'check-types', 'check:types', 'types:check', 'tsc'],
  lint: ['lint', 'lint:check'],
  test: ['test', 'test:run', 'test:ci', 'test:once', 'test:unit'],
}

/** Names of targets and recipes, the preferred one first. */
const TARGETS: Readonly<Record<CheckKind, readonly string[]>> = {
  types: ['typecheck', 'type-check', 'types'],
  lint: ['lint'],
  test: ['test', 'tests'],
}

/** Returns the checks among the scripts of package.json. */
export function packageChecks({ folder, top, look }: Project): readonly Check[] {
  const scripts = scriptsOf(folder, look)
  const runner = scriptRunner(folder, { top, look })
  return CHECK_KINDS.flatMap((kind) => {
    const name = SCRIPTS[kind].find(
      (each) => Object.hasOwn(scripts, each) && isUsableCheck(scripts[each] ?? ''),
    )
    return name === undefined ? [] : [checkOf(kind, [...runner, name], folder)]
  })
}

type TaskFile = { readonly files: readonly string[]; readonly words: readonly string[] }

const TASK_FILES: readonly TaskFile[] = [
  { files: ['justfile', 'Justfile', '.justfile'], words: ['just'] },
  { files: ['GNUmakefile', 'makefile', 'Makefile'], words: ['make', '--no-print-directory'] },
]

/** Returns the checks among the recipes of a justfile or the targets of a Makefile. */
export function taskChecks({ folder, look }: Project): readonly Check[] {
  return TASK_FILES.flatMap(({ files, words }) => {
    const file = firstFile(folder, files, look)
    const targets = targetsOf((file && look.text(file)) ?? '')
    return CHECK_KINDS.flatMap((kind) => {
      const name = targetFor(kind, targets)
      return name === undefined ? [] : [checkOf(kind, [...words, name], folder)]
    })
  }).filter(isFirstOfKind)
}

/** `check` is what GNU calls the tests; beside a target for the tests it is what comes before them. */
function targetFor(kind: CheckKind, targets: ReadonlyMap<string, readonly string[]>): string | undefined {
  const named = TARGETS[kind].find((name) => targets.has(name))
  if (named !== undefined || !targets.has('check')) return named
  const hasTest = TARGETS.test.some((name) => targets.has(name))
  const runsOthers = (targets.get('check') ?? []).some((name) => /^(?:tests?|lint)$/.test(name))
  if (kind === 'types') return hasTest && !runsOthers ? 'check' : undefined
  return kind === 'test' && !hasTest ? 'check' : undefined
}

/** Targets by name, with what each needs first. A recipe of just may have parameters between the name and the colon. */
function targetsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const targets = new Map<string, readonly string[]>()
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    if (colon < 1 || /^[\s#.]/.test(line) || /^[:=]/.test(line.slice(colon + 1))) continue
    const names = line.slice(0, colon).replace(/^@/, '').split(/\s+/)
    const needs = (line.slice(colon + 1).split('#')[0] ?? '').split(/\s+/).filter((name) => name !== '')
    for (const name of names) if (/^[\w-]+$/.test(name)) targets.set(name, needs)
  }
  return targets
}

function isFirstOfKind({ kind }: Check, at: number, checks: readonly Check[]): boolean {
  return checks.findIndex((check) => check.kind === kind) === at
}
