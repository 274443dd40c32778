import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { PatternValue } from '../../src/git/patterns/pattern.ts'
import { diskPath, splitNames } from '../../src/git/contracts/paths.ts'

const CONFIG = '.pre-commit-config.yaml'
/** Writes down the names it is given. */
const WRITER = '#!/bin/sh\nout=$1\nshift\nprintf "%s\\000" "$@" >>"$out"\n'

/** The names each pattern selects as `files`, in one run of prek; every pattern must be one to prek. */
export function prekMatches(
  program: string,
  values: readonly PatternValue[],
  names: readonly string[],
): readonly ReadonlySet<string>[] {
  return inFolder((base) => {
    const root = join(base, 'root')
    const writer = join(base, 'write-names')
    writeFileSync(writer, WRITER, { mode: 0o755 })
    for (const name of names) writeName(root, name)
    const hooks = values.map((files, index) => ({
      id: `h${index}`,
      name: `h${index}`,
      language: 'system',
      entry: `${writer} ${base}/${index}`,
      files,
      exclude: `^${CONFIG}$`,
      require_serial: true,
    }))
    writeFileSync(join(root, CONFIG), JSON.stringify({ repos: [{ repo: 'local', hooks }] }))
    runPrek(program, root, base)
    return values.map((_, index) => readNames(`${base}/${index}`))
  })
}

/** Which of the patterns prek takes. */
export function prekAccepts(program: string, values: readonly PatternValue[]): readonly boolean[] {
  return inFolder((base) => {
    for (const [index, files] of values.entries()) {
      writeFileSync(join(base, `${index}.yaml`), JSON.stringify({ files, repos: [] }))
    }
    const args = ['validate-config', ...values.map((_, index) => `${index}.yaml`)]
    const { stderr } = spawnSync(program, args, { cwd: base, env: envOf(base), maxBuffer: 1 << 28 })
    const said = new Set(
      Array.from(stderr.toString().matchAll(/^error: Failed to parse `(\d+)\.yaml`/gm), ([, index]) => index),
    )
    return values.map((_, index) => !said.has(String(index)))
  })
}

function inFolder<T>(use: (base: string) => T): T {
  const base = mkdtempSync(join(tmpdir(), 'hookwright-patterns-'))
  try {
    return use(base)
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

function envOf(base: string): Record<string, string> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: base, PREK_HOME: join(base, 'prek'), NO_COLOR: '1' }
  return { ...env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: join(base, '.gitconfig') }
}

function writeName(root: string, name: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(diskPath(`${root}/${name}`), '')
}

function runPrek(program: string, root: string, base: string): void {
  const env = envOf(base)
  execFileSync('git', ['init', '-q'], { cwd: root, env })
  execFileSync('git', ['add', '-A', '-f'], { cwd: root, env })
  const run = spawnSync(program, ['run', '--all-files', '-q'], { cwd: root, env, maxBuffer: 1 << 28 })
  if (run.status !== 0) throw new Error(`prek failed: ${run.stderr.toString()}${run.stdout.toString()}`)
}

function readNames(file: string): ReadonlySet<string> {
  return new Set(existsSync(file) ? splitNames(readFileSync(file)) : [])
}
