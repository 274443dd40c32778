import { execFileSync, spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Shape } from './payloads.ts'

export const ROOT = resolve(import.meta.dirname, '../..')
export const PACKAGES = ['commit-gate', 'format-after-edit', 'block-dangerous-commands'] as const
export type Package = (typeof PACKAGES)[number]

export type Ran = { readonly exit: number | null; readonly stdout: string; readonly stderr: string }
type Env = Readonly<Record<string, string>>

/** A real repository with one package in it, installed as its README says. */
export type Project = {
  readonly dir: string
  /** On PATH before everything else. */
  readonly bin: string
  readonly env: Env
  /** A file that begins with `#!` may be executed. */
  write(path: string, text: string): string
  read(path: string): string
  has(path: string): boolean
  /** The package's entry as Copilot CLI starts it, with this payload on stdin. */
  run(payload: unknown, env?: Env): Promise<Ran>
}

/** What starts the scripts of the packages: every row of their tables holds for each of these. */
export type Runner = {
  /** True where it cannot run; the reason was printed. */
  readonly isMissing: boolean
  /** Program and arguments for an entry. */
  readonly command: (entry: Entry) => readonly [file: string, ...args: string[]]
  /** How its commit gate tells that a program is not there. */
  readonly notFound: (program: string) => string
}

export function createProject(name: Package, runner: Runner = bash): Project {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-example-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [dir, bin, home] = [join(root, 'app'), join(root, 'bin'), join(root, 'home')]
  for (const folder of [bin, home]) mkdirSync(folder)
  cpSync(installed(name), dir, { recursive: true, verbatimSymlinks: true })
  const env = { ...ENV, PATH: [bin, ENV.PATH].join(delimiter), HOME: home }
  const entry = entryOf(name)
  const [program, ...args] = runner.command(entry)

  function write(path: string, text: string): string {
    const file = resolve(dir, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 })
    return file
  }

  return {
    dir,
    bin,
    env,
    write,
    read: (path) => readFileSync(resolve(dir, path), 'utf8'),
    has: (path) => existsSync(resolve(dir, path)),
    run: (payload, more = {}) =>
      start(program, args, {
        cwd: resolve(dir, entry.cwd),
        env: { ...env, ...more },
        input: typeof payload === 'string' ? payload : JSON.stringify(payload),
      }),
  }
}

/** `npm run` puts the programs of our own dependencies on PATH, and a prettier among them is none of the project's. */
const PATH = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.startsWith(ROOT))
  .join(delimiter)

const ENV = {
  PATH,
  LANG: 'C.UTF-8',
  npm_config_update_notifier: 'false',
}

const templates = new Map<Package, string>()

/** Every test file that calls `createProject` calls this at its end. */
export function removeTemplates(): void {
  for (const folder of templates.values()) rmSync(folder, { recursive: true, force: true })
  templates.clear()
}

/** Made once: a new repository with the package, which each test gets a copy of. */
function installed(name: Package): string {
  const made = templates.get(name)
  if (made !== undefined) return made
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-example-')))
  templates.set(name, cwd)
  execFileSync('git', ['init', '--quiet', '--template='], { cwd, env: { ...ENV, HOME: cwd } })
  mkdirSync(join(cwd, 'node_modules'))
  symlinkSync(ROOT, join(cwd, 'node_modules/hookwright'))
  execFileSync('sh', ['-ec', installLines(name)], { cwd, env: ENV })
  return cwd
}

/** The first shell block of a package's README. */
function installLines(name: Package): string {
  const text = readFileSync(join(ROOT, 'examples/hooks', name, 'README.md'), 'utf8')
  return /```sh\n(?<lines>.*?)```/s.exec(text)?.groups?.['lines'] ?? ''
}

export type Entry = {
  readonly type: string
  readonly matcher: string
  readonly bash: string
  readonly powershell: string
  readonly cwd: string
  readonly timeoutSec: number
  readonly env?: Env
}

export function hooksOf(name: Package): Readonly<Record<string, readonly Entry[]>> {
  const text = readFileSync(join(ROOT, 'examples/hooks', name, 'hooks.json'), 'utf8')
  return (JSON.parse(text) as { hooks: Record<string, readonly Entry[]> }).hooks
}

function entryOf(name: Package): Entry {
  const [entry] = Object.values(hooksOf(name)).flat()
  if (entry === undefined) throw new Error(`${name} has no entry`)
  return entry
}

/** A PATH on which only these programs are. */
export function pathWith({ dir }: Project, programs: readonly string[]): string {
  const folder = join(dir, '../only')
  mkdirSync(folder)
  for (const program of programs) symlinkSync(realpathSync(onPath(program) ?? ''), join(folder, program))
  return folder
}

export function onPath(program: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, program)).find(mayRun)
}

function mayRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const BASH = onPath('bash') ?? 'bash'

type Starting = { readonly cwd: string; readonly env: Env; readonly input: string }

function start(file: string, args: readonly string[], { cwd, env, input }: Starting): Promise<Ran> {
  const child = spawn(file, args, { cwd, env, stdio: 'pipe' })
  const [out, err]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  // A script that misses a program ends before it reads.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString()
  return new Promise((settle, reject) => {
    child.on('error', reject)
    child.on('close', (exit) => settle({ exit, stdout: text(out), stderr: text(err) }))
  })
}

/** The scripts need it; where it is missing this is said, and only their complaint is tested. */
export const noJq = isMissing('jq')

function isMissing(program: string): boolean {
  if (onPath(program) !== undefined) return false
  console.log(`not run: ${program} is not on PATH, so the example hooks are not run here`)
  return true
}

/** As Copilot CLI starts `bash` entries on Linux. */
export const bash: Runner = {
  isMissing: noJq,
  command: (entry) => [BASH, '--norc', '--noprofile', '-c', entry.bash],
  notFound: (program) => `${program}: command not found`,
}

/** The answer of a hook that denies: flat for the CLI, nested where the payload was in snake_case. */
export function denial(shape: Shape, reason: unknown): object {
  const decision = { permissionDecision: 'deny', permissionDecisionReason: reason }
  if ('toolName' in shape({ tool: 'bash', args: {}, cwd: '/' })) return decision
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } }
}
