import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLI } from '../helpers/cli.ts'
import { makeCall, makeConfig } from '../helpers/differential/config.ts'
import { seeded } from '../helpers/differential/random.ts'
import { git, makeRepository } from '../helpers/differential/repository.ts'
import { findPrek } from '../helpers/prek-builtins.ts'

/** More of them: HOOKWRIGHT_DIFFERENTIAL=500. */
const COUNT = Number(process.env['HOOKWRIGHT_DIFFERENTIAL'] ?? 80)
const FIRST = Number(process.env['HOOKWRIGHT_DIFFERENTIAL_FIRST'] ?? 1)

/** Writes its arguments, each ended by NUL, to a file of its own. */
const RECORD = `#!/bin/sh
out=$(mktemp "$RECORD_DIR/call.XXXXXXXXXX")
{ printf '%s\\0' "$GIVEN" "$PRE_COMMIT" "$(pwd | sed 's/.*\\///')"; for a in "$@"; do printf '%s\\0' "$a"; done; } > "$out"
`

const prek = findPrek()
const program = 'program' in prek ? prek.program : undefined
let base = ''

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'hookwright-differential-'))
  writeFileSync(join(base, 'record'), RECORD)
  chmodSync(join(base, 'record'), 0o755)
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

type Seen = {
  readonly code: number | null
  readonly stdout: string
  /** Sorted: which hooks, with which names, in which batches. */
  readonly calls: readonly string[]
  readonly tree: Readonly<Record<string, string>>
  readonly index: string
  readonly unstaged: string
}

type Runner = (args: readonly string[]) => readonly [string, readonly string[]]

const RUNNERS: Readonly<Record<'prek' | 'ours', Runner>> = {
  prek: (args) => [program ?? '', ['run', ...args]],
  ours: (args) => [process.execPath, [CLI, 'git', 'run', ...args]],
}

function see(
  seed: number,
  runner: keyof typeof RUNNERS,
): Seen & { readonly args: readonly string[]; readonly stderr: string } {
  const home = join(base, `${seed}-${runner}`)
  const records = join(home, 'records')
  mkdirSync(records, { recursive: true })
  const random = seeded(seed)
  const root = join(home, 'repo')
  const config = makeConfig(random, join(base, 'record'))
  const names = makeRepository(root, random, config)
  const { args: wanted, env } = makeCall(random, names)
  // prek writes log files in a dry run; ours writes nothing.
  const args = wanted.filter((arg) => arg !== '--dry-run' || !config.includes('log_file'))
  const [file, words] = RUNNERS[runner](args)
  const ran = spawnSync(file, words, {
    cwd: root,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      GIT_CONFIG_NOSYSTEM: '1',
      PREK_HOME: join(home, 'prek'),
      XDG_CACHE_HOME: join(home, 'cache'),
      XDG_STATE_HOME: join(home, 'state'),
      RECORD_DIR: records,
      PREK_CONCURRENT_HOOKS: '2',
      PREK_CONCURRENT_BATCHES: '2',
      ...env,
    },
  })
  const seen = {
    args,
    stderr: ran.stderr,
    code: ran.status,
    stdout: normal(ran.stdout, args),
    calls: callsIn(records, args),
    tree: treeOf(root),
    index: git(root, 'ls-files', '-s'),
    unstaged: git(root, 'diff'),
  }
  rmSync(home, { recursive: true, force: true })
  return seen
}

/** prek has no order of its own for files it was given by name. */
function hasNoOrder(args: readonly string[]): boolean {
  return args.some((arg) => ['--files', '--glob', '-d'].includes(arg))
}

function normal(stdout: string, args: readonly string[]): string {
  const text = stdout
    .replaceAll(/duration: [\d.]+s/g, 'duration: N')
    // Advice is in each runner's own words, and so is what a parser finds wrong.
    .replaceAll(/^ {4,}(If|On) .*\n/gm, '')
    .replaceAll(/(: Failed to \w+ decode \().*\)/g, '$1…)')
  return hasNoOrder(args) ? text.split('\n').toSorted().join('\n') : text
}

function callsIn(records: string, args: readonly string[]): readonly string[] {
  const calls = readdirSync(records).map((name) => readFileSync(join(records, name), 'utf8').split('\0'))
  // Without an order of names batches differ, but each hook has seen the same names.
  if (hasNoOrder(args))
    return [...new Set(calls.flatMap((call) => call.map((word) => `${call[3]} ${word}`)))].toSorted()
  return calls.map((call) => call.join('|')).toSorted()
}

function treeOf(root: string, below = ''): Record<string, string> {
  const found = readdirSync(join(root, below)).flatMap((name): [string, string][] => {
    const path = join(below, name)
    if (path === '.git') return []
    const stats = lstatSync(join(root, path))
    if (stats.isDirectory()) return Object.entries(treeOf(root, path))
    const content = stats.isSymbolicLink()
      ? readlinkSync(join(root, path))
      : hash(readFileSync(join(root, path)))
    return [[path, `${(stats.mode & 0o111) === 0 ? '-' : 'x'} ${content}`]]
  })
  return Object.fromEntries(found)
}

function hash(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex')
}

describe(`${COUNT} generated repositories`, () => {
  test.runIf(program === undefined)('are not compared', () => {
    console.log(`not run: ${'missing' in prek ? prek.missing : ''}`)
  })

  test.runIf(program !== undefined).for(Array.from({ length: COUNT }, (_, n) => FIRST + n))(
    'number %i comes out of prek and of hookwright the same',
    { timeout: 60_000 },
    (seed) => {
      expect(existsSync(CLI)).toBe(true)
      const { args, stderr: theirs, ...expected } = see(seed, 'prek')
      const { args: _, stderr, ...actual } = see(seed, 'ours')
      expect(actual, `run ${args.join(' ')}\nprek: ${theirs}\nours: ${stderr}`).toEqual(expected)
    },
  )
})
