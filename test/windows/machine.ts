import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { isRunning } from '../helpers/processes.ts'

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

export type Running = {
  readonly input?: string | Uint8Array
  /** As Unix writes it. Default: the machine's temp folder. */
  readonly cwd?: string
  /** Variables from Unix. Wine replaces PATH, TEMP and all that name folders of the user and the system. */
  readonly env?: Readonly<Record<string, string>>
  /** Set inside Windows' Node before its script starts, so that they win over wine's; null removes one. */
  readonly variables?: Readonly<Record<string, string | null>>
  /** Milliseconds until the process is killed and the call fails. Default: 60,000. */
  readonly timeout?: number
}

/** One Windows machine: a wine prefix of its own, with its own drive C: and its own wineserver. */
export type Machine = {
  /** Drive C: as Unix sees it. */
  readonly driveC: string
  /** A folder on drive Z: that goes with the machine, as Unix writes it. */
  readonly temp: string
  /** Any Windows program: `cmd`, `taskkill`, a path. */
  run(program: string, args: readonly string[], running?: Running): Promise<Ended>
  /** Windows' Node with these arguments. */
  node(args: readonly string[], running?: Running): Promise<Ended>
  /** `/tmp/a b` is `Z:\tmp\a b`; what is on drive C: is `C:\…`. */
  windowsPath(path: string): string
  unixPath(path: string): string
  /** Command lines of the processes that run now, without those of wine itself. */
  processes(): readonly string[]
}

type Prepared = { readonly node: string; readonly prefix: string; readonly cache: string }

const script = join(import.meta.dirname, '../../scripts/windows-node.mjs')
const prepared = JSON.parse(execFileSync(process.execPath, [script, '--json'], { encoding: 'utf8' })) as
  | Prepared
  | { readonly missing: string }
const missing = 'missing' in prepared ? prepared.missing : undefined
if (missing !== undefined)
  console.log(`not run: nothing of this file runs under Windows' Node, as ${missing}`)

/** Skipped, with the reason printed, where wine or Windows' Node cannot be had. */
export const describeWindows: typeof describe.skip = missing === undefined ? describe : describe.skip

/** The path of Windows' Node, as Unix writes it. */
export function windowsNode(): string {
  return 'missing' in prepared ? '' : prepared.node
}

/** A machine for all tests of the file that calls this; it is switched off and removed after them. */
export function useMachine(): Machine {
  let current: ReturnType<typeof boot> | undefined
  const machine = (): ReturnType<typeof boot> => {
    if (current === undefined) throw new Error('the machine runs only during tests of describeWindows')
    return current
  }
  beforeAll(() => {
    if (!('missing' in prepared)) current = boot(prepared)
  }, 60_000)
  afterAll(() => current?.stop(), 60_000)
  return {
    get driveC() {
      return machine().driveC
    },
    get temp() {
      return machine().temp
    },
    run: (program, args, running) => machine().run(program, args, running),
    node: (args, running) => machine().node(args, running),
    windowsPath: (path) => machine().windowsPath(path),
    unixPath: (path) => machine().unixPath(path),
    processes: () => machine().processes(),
  }
}

function boot({ node, prefix: template, cache }: Prepared): Machine & { stop(): void } {
  removeDeserted(cache)
  const root = mkdtempSync(join(cache, `run-${process.pid}-`))
  const [prefix, temp, calls] = [join(root, 'prefix'), join(root, 'temp'), join(root, 'calls')]
  copyPrefix(template, prefix)
  for (const folder of [temp, calls]) mkdirSync(folder)
  const driveC = join(prefix, 'drive_c')
  const own = { PATH: process.env['PATH'] ?? '', HOME: root, LANG: 'C.UTF-8' }
  // Wine puts WINEPATH in front of PATH: `node` is found, as on a machine where it is installed.
  const nodePath = `Z:${dirname(node).replaceAll('/', '\\')}`
  const wine = { ...own, WINEPREFIX: prefix, WINEDEBUG: '-all', WINEPATH: nodePath }

  const windowsPath = (path: string): string => {
    const onC = path === driveC || path.startsWith(`${driveC}/`)
    return (onC ? `C:${path.slice(driveC.length) || '/'}` : `Z:${path}`).replaceAll('/', '\\')
  }
  const unixPath = (path: string): string =>
    (/^c:/i.test(path) ? driveC : '') + path.slice(2).replaceAll('\\', '/')

  const run: Machine['run'] = (program, args, { env, variables, ...rest } = {}) =>
    runOnFiles(['wine', program, ...args], mkdtempSync(join(calls, 'call-')), {
      cwd: temp,
      ...rest,
      env: { ...wine, ...env, ...(variables && { HOOKWRIGHT_TEST_VARIABLES: JSON.stringify(variables) }) },
    })

  return {
    driveC,
    temp,
    run,
    node: (args, running = {}) =>
      run(node, running.variables ? ['--require', windowsPath(PRELOAD), ...args] : args, running),
    windowsPath,
    unixPath,
    processes: () => processesOf(prefix),
    stop() {
      spawnSync('wineserver', ['-k'], { env: wine })
      spawnSync('wineserver', ['-w'], { env: wine, timeout: 20_000 })
      rmSync(root, { recursive: true, force: true })
    },
  }
}

const PRELOAD = join(import.meta.dirname, 'variables.cjs')

/** Hard links make a copy cheap. Wine writes registry files in place when they have a second link: those are copied. */
function copyPrefix(template: string, prefix: string): void {
  execFileSync('cp', ['-al', template, prefix])
  for (const name of readdirSync(prefix).filter((each) => each.endsWith('.reg'))) {
    copyFileSync(join(template, name), join(prefix, `${name}.new`))
    renameSync(join(prefix, `${name}.new`), join(prefix, name))
  }
}

/** Streams are files, because Windows' Node under wine cannot open a pipe from Unix (`open EBADF`). */
async function runOnFiles(
  [file = '', ...args]: readonly string[],
  folder: string,
  { input = '', cwd, env, timeout = 60_000 }: Running,
): Promise<Ended> {
  const at = (name: string): string => join(folder, name)
  writeFileSync(at('in'), input)
  const streams = [openSync(at('in'), 'r'), openSync(at('out'), 'w'), openSync(at('err'), 'w')]
  const child = spawn(file, args, { cwd, env, stdio: streams })
  for (const stream of streams) closeSync(stream)
  // A process that a failed test left running ends when the machine is already gone.
  const read = (name: string): string => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '')
  return await new Promise((settle, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`no end after ${timeout} ms: ${args.join(' ')}\n${read('out')}${read('err')}`))
    }, timeout)
    child.on('error', reject)
    child.on('exit', (code) => {
      clearTimeout(late)
      settle({ code, stdout: read('out'), stderr: read('err') })
    })
  })
}

/** Wine's own services; they end with the last program. */
const SERVICES =
  /(?:wineserver|services|explorer|winedevice|plugplay|svchost|rpcss|conhost|wineboot|start)(?:\d+|\.exe)?\b/i

function processesOf(prefix: string): readonly string[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isRunning(Number(name)))
  return ids.flatMap((id) => {
    try {
      if (!readFileSync(`/proc/${id}/environ`, 'utf8').includes(`WINEPREFIX=${prefix}\0`)) return []
      const line = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return line === '' || SERVICES.test(line.split(' ')[0] ?? '') ? [] : [line]
    } catch {
      return []
    }
  })
}

/** What a killed test run left behind. */
function removeDeserted(cache: string): void {
  for (const name of readdirSync(cache)) {
    const owner = /^run-(\d+)-/.exec(name)?.[1]
    if (owner === undefined || isRunning(Number(owner))) continue
    const prefix = join(cache, name, 'prefix')
    spawnSync('wineserver', ['-k'], { env: { PATH: process.env['PATH'], WINEPREFIX: prefix } })
    rmSync(join(cache, name), { recursive: true, force: true })
  }
}
