import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isIssue } from '../../src/core/issue.ts'
import { BUILTIN_HOOKS } from '../../src/git/builtin/index.ts'
import { diskPath, encodePath } from '../../src/git/contracts/paths.ts'
import type { Git } from '../../src/git/contracts/git.ts'
import { shuffled } from '../../src/git/select/shuffle.ts'

/** One hook with its arguments, on files of its own. */
export type BuiltinCase = {
  readonly hook: string
  readonly args: readonly string[]
  readonly files: ReadonlyMap<string, Uint8Array>
}

export type BuiltinOutcome = {
  readonly code: number
  readonly output: string
  /** What the files contain afterwards, as latin1; long ones as their length and hash. */
  readonly files: Readonly<Record<string, string>>
}

/** prek's own program, or why there is none. */
export function findPrek(): { readonly program: string } | { readonly missing: string } {
  try {
    const require = createRequire(import.meta.url)
    const platform = `@j178/prek-${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`
    const inner = createRequire(require.resolve('@j178/prek/package.json'))
    const program = join(dirname(inner.resolve(`${platform}/package.json`)), 'prek')
    return existsSync(program) ? { program } : { missing: `prek is not at ${program}` }
  } catch (error) {
    return { missing: `prek is not installed: ${(error as Error).message}` }
  }
}

/** What prek makes of all cases, in one run. */
export function runPrekBuiltins(program: string, cases: readonly BuiltinCase[]): readonly BuiltinOutcome[] {
  return inFolder((root, home) => {
    writeCases(root, cases)
    writeFileSync(join(root, '.pre-commit-config.yaml'), JSON.stringify(configOf(cases)))
    const env = gitEnv(home)
    execFileSync('git', ['init', '-q'], { cwd: root, env })
    execFileSync('git', ['add', '-A', '-f'], { cwd: root, env })
    const args = ['run', '--all-files', '--color', 'never', '--no-progress']
    const run = spawnSync(program, args, { cwd: root, env: { ...env, PREK_HOME: join(home, 'prek') } })
    if (run.status !== 0 && run.status !== 1) throw new Error(`prek failed: ${run.stderr.toString()}`)
    const sections = sectionsOf(run.stdout.toString('utf8'))
    return cases.map((each, index) => ({
      ...outcomeOf(sections.get(index) ?? []),
      files: readCase(root, each, index),
    }))
  })
}

/** What our hooks make of the same. */
export async function runOwnBuiltins(cases: readonly BuiltinCase[]): Promise<readonly BuiltinOutcome[]> {
  return inFolder(async (root) => {
    writeCases(root, cases)
    const outcomes: BuiltinOutcome[] = []
    for (const [index, each] of cases.entries()) {
      const hook = BUILTIN_HOOKS.get(each.hook)
      if (!hook) throw new Error(`no hook ${each.hook}`)
      const names = shuffled([...each.files.keys()].map((name) => `c${index}/${name}`).sort(byBytes))
      const git = { root, gitDir: join(root, '.git') } as Git
      const result = await hook.run(names, {
        cwd: root,
        git,
        signal: new AbortController().signal,
        args: each.args,
      })
      if (isIssue(result)) throw new Error(result.message)
      const output = asShown(Buffer.from(result.output).toString('utf8')).trimEnd()
      outcomes.push({ code: result.code, output, files: readCase(root, each, index) })
    }
    return outcomes
  })
}

/** prek shows what a terminal would: nothing of a line before a carriage return, and no control characters. */
function asShown(output: string): string {
  const lines = output.replaceAll('\0', '').split('\n')
  return lines.map((line) => line.replace(/\r+$/, '').split('\r').at(-1) ?? '').join('\n')
}

function inFolder<T>(use: (root: string, home: string) => T): T {
  const base = mkdtempSync(join(tmpdir(), 'hookwright-prek-'))
  const remove = (): void => rmSync(base, { recursive: true, force: true })
  for (const name of ['root', 'home']) mkdirSync(join(base, name))
  const result = use(join(base, 'root'), join(base, 'home'))
  if (result instanceof Promise) return result.finally(remove) as T
  remove()
  return result
}

function gitEnv(home: string): Record<string, string> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
  return { ...env, GIT_CONFIG_GLOBAL: join(home, '.gitconfig') }
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(encodePath(a), encodePath(b))
}

function writeCases(root: string, cases: readonly BuiltinCase[]): void {
  for (const [index, { files }] of cases.entries()) {
    for (const [name, bytes] of files) {
      const path = diskPath(`${root}/c${index}/${name}`)
      mkdirSync(dirname(path.toString()), { recursive: true })
      writeFileSync(path, bytes)
    }
  }
}

function readCase(root: string, { files }: BuiltinCase, index: number): Record<string, string> {
  const read = (name: string): string => summary(readFileSync(diskPath(`${root}/c${index}/${name}`)))
  return Object.fromEntries([...files.keys()].map((name) => [name, read(name)]))
}

function summary(bytes: Buffer): string {
  if (bytes.length <= 2_000) return bytes.toString('latin1')
  return `${bytes.length} bytes, ${createHash('sha256').update(bytes).digest('hex')}`
}

function configOf(cases: readonly BuiltinCase[]): unknown {
  const hooks = cases.map(({ hook, args }, index) => ({
    id: hook,
    name: `case-${index}-`,
    args,
    files: `^c${index}/`,
    types: ['file'],
  }))
  return { repos: [{ repo: 'builtin', hooks }] }
}

const STATUS = /^case-(\d+)-\.*.*\b(?:Passed|Failed|Skipped)$/

/** The lines under each status line. */
function sectionsOf(output: string): ReadonlyMap<number, readonly string[]> {
  const sections = new Map<number, string[]>()
  let current: string[] = []
  for (const line of output.split('\n')) {
    const index = STATUS.exec(line)?.[1]
    if (index === undefined) current.push(line)
    else sections.set(Number(index), (current = []))
  }
  return sections
}

function outcomeOf(lines: readonly string[]): Pick<BuiltinOutcome, 'code' | 'output'> {
  const code = lines.map((line) => /^- exit code: (\d+)$/.exec(line)?.[1]).find((each) => each !== undefined)
  const start = lines.findIndex((line) => line === '')
  const output = lines.slice(start + 1).map((line) => line.replace(/^ {2}/, ''))
  return { code: Number(code ?? 0), output: start < 0 ? '' : output.join('\n').trimEnd() }
}
