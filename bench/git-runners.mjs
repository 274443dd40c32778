import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { hookCount, lefthookConfig, preCommitConfig } from './git-cases.mjs'

const DIST = new URL('../dist', import.meta.url).pathname
const LEFTHOOK = 'lefthook@2.2.2'
const require = createRequire(import.meta.url)

/** By name: how to run a case, or why it cannot be. `command` is undefined for a case that a runner does not know. */
export function findRunners(base, { install, env }) {
  return {
    hookwright: hookwright(base),
    'hookwright daemon': daemon(base, env),
    prek: nativePrek(base),
    'prek-npm': prekByNpm(base),
    lefthook: lefthook(base),
    'pre-commit': preCommit(base, install),
  }
}

/** A copy, because a build by somebody else would pull the files away in the middle. */
function hookwright(base) {
  const copy = join(base, 'hookwright', 'dist')
  cpSync(DIST, copy, { recursive: true })
  return dotted(base, [process.execPath, join(copy, 'cli/cli.cjs'), 'git', 'run', '--all-files', '-c'])
}

/** Through the launcher and the daemon of an installation of its own, which ends when its folder is gone. */
function daemon(base, env) {
  const home = join(base, 'home-of-daemon')
  mkdirSync(join(home, '.claude'), { recursive: true })
  const state = join(base, 'state-of-daemon')
  const own = { ...env, HOME: home, XDG_STATE_HOME: state, XDG_CONFIG_HOME: join(home, '.config') }
  const cli = join(DIST, 'cli/cli.cjs')
  for (const args of [
    ['install', 'claude-code', '--yes'],
    ['daemon', 'start'],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd: home, env: own })
    if (status !== 0) return { reason: `hookwright ${args.join(' ')}: ${stderr}` }
  }
  return dotted(base, [join(state, 'hookwright/bin/hookwright'), 'git', 'run', '--all-files', '-c'])
}

function nativePrek(base) {
  const folder = join(packageFolder('@j178/prek'), '..')
  const names = readdirSync(folder).filter((name) => name.startsWith('prek-'))
  const programs = names.flatMap((name) => [join(folder, name, 'prek'), join(folder, name, 'prek.exe')])
  const program = programs.find((path) => existsSync(path) && isStarting([path, '--version']))
  if (!program) return { reason: `no prek for ${process.platform} ${process.arch}: npm ci` }
  return dotted(base, [program, 'run', '--all-files', '-c'])
}

/** As `npx prek` does it, without npx. */
function prekByNpm(base) {
  const launcher = join(packageFolder('@j178/prek'), 'bin/prek.js')
  return dotted(base, [process.execPath, launcher, 'run', '--all-files', '-c'])
}

function packageFolder(name) {
  return dirname(require.resolve(`${name}/package.json`))
}

function preCommit(base, install) {
  if (!isStarting(['pre-commit', '--version']) && install) installPreCommit()
  if (!isStarting(['pre-commit', '--version']))
    return { reason: 'pre-commit is not on PATH: apt-get install pre-commit, or --install as root' }
  const runner = dotted(base, ['pre-commit', 'run', '--all-files', '-c'])
  return { ...runner, command: (name, one) => (one.builtin ? undefined : runner.command(name, one)) }
}

function installPreCommit() {
  if (process.getuid?.() !== 0) return console.error('--install needs root')
  spawnSync('apt-get', ['install', '-y', '-q', 'pre-commit'], { stdio: ['ignore', 'ignore', 'inherit'] })
}

function lefthook(base) {
  const folder = join(base, 'lefthook')
  mkdirSync(folder)
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder]
  const installed = spawnSync('npm', ['install', ...options, LEFTHOOK], { encoding: 'utf8', cwd: folder })
  const name = `lefthook-${process.platform.replace('win32', 'windows')}-${process.arch}`
  const program = join(folder, 'node_modules', name, 'bin', 'lefthook')
  if (installed.status !== 0 || !isStarting([program, 'version']))
    return { reason: `${LEFTHOOK} could not be installed: ${installed.stderr?.trim().split('\n').at(-1)}` }
  return {
    command(caseName, one) {
      const text = lefthookConfig(one)
      if (text === undefined) return undefined
      const config = writeConfig(base, `${caseName}.lefthook.json`, text)
      const argv = [program, 'run', 'pre-commit', '--all-files', '--force', '--no-auto-install']
      return { argv, env: { LEFTHOOK_CONFIG: config } }
    },
    isDone: (output, one) => output.split('✔️').length - 1 === hookCount(one),
  }
}

/** Runners that print one dotted line for each hook. */
function dotted(base, start) {
  return {
    command: (name, one) => ({
      argv: [...start, writeConfig(base, `${name}.pre-commit-config.yaml`, preCommitConfig(one))],
      env: {},
    }),
    isDone: (output, one) => (output.match(/\.Passed$/gm)?.length ?? 0) === hookCount(one),
  }
}

/** Outside the work tree: no runner may see another's file. JSON is YAML too. */
function writeConfig(base, name, text) {
  const path = join(base, name)
  writeFileSync(path, text)
  return path
}

function isStarting([file, ...args]) {
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0
}
