// Finds a PowerShell for the tests, or installs one from NuGet where a .NET SDK is there.
//
//   node scripts/powershell.mjs          finds or installs; exit 1, with the answer of NuGet, when there is none
//   node scripts/powershell.mjs --find   only looks, without network: prints the program's path, exit 1 when there is none
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Pinned, newest first. `sdk`: the oldest major version of the .NET SDK that has the runtime it needs. */
const VERSIONS = [
  { version: '7.6.5', sdk: 10 },
  { version: '7.5.4', sdk: 9 },
  { version: '7.4.13', sdk: 8 },
]
const PROGRAM = process.platform === 'win32' ? 'pwsh.exe' : 'pwsh'
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'hookwright-tests')
const INSTALLS = join(CACHE, 'installs')
const DAY_MS = 24 * 60 * 60 * 1000
/** Nothing here may phone home; an older version may run on a newer runtime. */
const ENV = {
  ...process.env,
  POWERSHELL_TELEMETRY_OPTOUT: '1',
  POWERSHELL_UPDATECHECK: 'Off',
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  DOTNET_NOLOGO: '1',
  DOTNET_ROLL_FORWARD: 'Major',
}

const found = find()
if (process.argv.includes('--find')) {
  if (found === undefined) process.exit(1)
  console.log(found)
} else if (found !== undefined) {
  console.log(`PowerShell ${versionOf(found) ?? 'of an unknown version'} is at ${found}`)
} else {
  process.exitCode = install() ? 0 : 1
}

/** On PATH, else installed by an earlier run. */
function find() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const installed = VERSIONS.map(({ version }) => linkOf(version))
  return [...folders, ...installed].map((folder) => join(folder, PROGRAM)).find(isFile)
}

function install() {
  const sdk = sdkVersion()
  if (sdk === undefined) return say('PowerShell is not on PATH, and there is no .NET SDK to install it with.')
  const fitting = VERSIONS.filter((each) => each.sdk <= Number.parseInt(sdk, 10))
  if (fitting.length === 0)
    return say(`PowerShell is not on PATH, and the .NET SDK ${sdk} is too old for it.`)
  mkdirSync(INSTALLS, { recursive: true })
  removeAbandoned()
  return fitting.some(({ version }) => installVersion(version))
}

/** Each install has a folder of its own; the link that the tests follow is made last, and only once. */
function installVersion(version) {
  const folder = mkdtempSync(join(INSTALLS, `powershell-${version}-`))
  const args = ['tool', 'install', 'PowerShell', '--version', version, '--tool-path', folder]
  const { status, stdout, stderr } = spawnSync('dotnet', args, { env: ENV, encoding: 'utf8' })
  const runs = status === 0 ? versionOf(join(folder, PROGRAM)) : undefined
  if (runs === undefined) {
    rmSync(folder, { recursive: true, force: true })
    const why = status === 0 ? 'it was installed, but does not start' : `${stdout}${stderr}`.trim()
    return say(`dotnet ${args.slice(0, -2).join(' ')}: ${why}`)
  }
  link(folder, version)
  console.log(`PowerShell ${runs} was installed from NuGet: ${join(linkOf(version), PROGRAM)}`)
  return true
}

function link(folder, version) {
  const target = linkOf(version)
  if (!isFile(join(target, PROGRAM))) rmSync(target, { force: true })
  try {
    symlinkSync(folder, target, 'junction')
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    // Another run was first: its install is as good.
    rmSync(folder, { recursive: true, force: true })
  }
}

function linkOf(version) {
  return join(CACHE, `powershell-${version}`)
}

/** Folders that a run which was killed left behind. */
function removeAbandoned() {
  const linked = new Set(
    VERSIONS.map(({ version }) => statSync(linkOf(version), { throwIfNoEntry: false })?.ino),
  )
  for (const name of readdirSync(INSTALLS)) {
    const { ino, mtimeMs } = statSync(join(INSTALLS, name))
    if (linked.has(ino) || Date.now() - mtimeMs < DAY_MS) continue
    rmSync(join(INSTALLS, name), { recursive: true, force: true })
  }
}

/** Undefined where no SDK is: a runtime alone has no `--version`. */
function sdkVersion() {
  const { status, stdout } = spawnSync('dotnet', ['--version'], { env: ENV, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

function versionOf(program) {
  const line = ['-NoProfile', '-NonInteractive', '-Command', '"$($PSVersionTable.PSVersion)"']
  try {
    return execFileSync(program, line, {
      env: ENV,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function say(problem) {
  console.log(problem)
  return false
}
