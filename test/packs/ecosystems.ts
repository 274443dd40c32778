import { accessSync, constants, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { packPlace, type PackPlace } from '../helpers/pack-context.ts'

/** A small real project, its checks, and a file that its formatter lays out. */
export type Ecosystem = {
  readonly name: string
  /** Programs on PATH without which its tests cannot run. */
  readonly needs: readonly string[]
  readonly files: Readonly<Record<string, string>>
  /** True: it uses what is installed in this repository. */
  readonly usesOurModules?: true
  /** Commands of the checks in their order. */
  readonly checks: readonly RegExp[]
  /** Changes that make a check fail, and what the agent is told. */
  readonly broken: readonly {
    readonly why: string
    readonly file: string
    readonly from: string
    readonly to: string
    readonly told: RegExp
  }[]
  readonly format: {
    readonly formatter: string
    readonly file: string
    readonly before: string
    readonly after: string
    /** A text that the formatter refuses. Absent: it refuses none. */
    readonly syntaxError?: string
  }
}

const MODULES = resolve(import.meta.dirname, '../../node_modules')

export function makeProject(
  { files, usesOurModules }: Ecosystem,
  more: Readonly<Record<string, string>> = {},
): PackPlace {
  const place = packPlace()
  for (const [name, text] of Object.entries({ '.gitignore': IGNORED, ...files, ...more })) {
    const file = join(place.projectDir, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  if (usesOurModules) symlinkSync(MODULES, join(place.projectDir, 'node_modules'))
  return place
}

const IGNORED = [
  'node_modules',
  '__pycache__',
  '.mypy_cache',
  '.pytest_cache',
  'target',
  'bin',
  'obj',
  'main',
].join('\n')

/** Compilers keep what they built in the home folder of whoever runs the tests. */
export const REAL_HOME: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'CARGO_HOME',
    'RUSTUP_HOME',
    'GOPATH',
    'GOCACHE',
    'GOROOT',
    'DOTNET_ROOT',
    'NUGET_PACKAGES',
    'USER',
    'LOGNAME',
  ]
    .map((name) => [name, process.env[name]] as const)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .concat([
      ['HOME', homedir()],
      ['DOTNET_SKIP_FIRST_TIME_EXPERIENCE', '1'],
      ['GOFLAGS', '-mod=mod'],
      ['GOTOOLCHAIN', 'local'],
    ]),
)

/** Returns which of the programs are missing, and prints it. */
export function missingOf({ name, needs }: Pick<Ecosystem, 'name' | 'needs'>): boolean {
  const missing = needs.filter((program) => !isOnPath(program))
  if (missing.length > 0) console.warn(`${name}: not run, because of missing programs: ${missing.join(', ')}`)
  return missing.length > 0
}

function isOnPath(program: string): boolean {
  if (program.includes('/')) return isExecutable(join(MODULES, '.bin', program.replace('node_modules/', '')))
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
