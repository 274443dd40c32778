import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const dir = mkdtempSync(join(tmpdir(), 'hookwright-tarball-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Without the settings of this machine, some of which npm itself warns about. */
const env = {
  PATH: process.env['PATH'],
  HOME: dir,
  npm_config_userconfig: join(dir, 'none'),
  npm_config_cache: join(dir, 'cache'),
  npm_config_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
}

const ON_INSTALL = new Set([
  'preinstall',
  'install',
  'postinstall',
  'prepublish',
  'preprepare',
  'prepare',
  'postprepare',
])

test(
  'a packed hookwright has no script that runs when it is installed, and installs in silence',
  { timeout: 120_000 },
  () => {
    const packed = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', dir], root)
    const [packedFile] = JSON.parse(packed.stdout) as { filename: string }[]
    writeFileSync(join(dir, 'package.json'), '{ "private": true }')
    const { stderr } = npm(['install', join(dir, packedFile?.filename ?? '')], dir)
    expect(stderr).toBe('')
    const home = join(dir, 'node_modules/hookwright')
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
      readonly scripts: object
      readonly version: string
      readonly dependencies?: object
    }
    expect(Object.keys(manifest.scripts).filter((name) => ON_INSTALL.has(name))).toEqual([])
    expect(manifest.dependencies).toBeUndefined()
    const bin = join(dir, 'node_modules/.bin/hookwright')
    expect(execFileSync(bin, ['--version'], { encoding: 'utf8', env }).trim()).toBe(manifest.version)
  },
)

test('a checkout is built after npm ci, by a script that only its own root runs', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  expect(scripts['dependencies']).toBe('node scripts/build-if-stale.mjs')
  expect(scripts['prepack']).toBe('node scripts/build-if-stale.mjs')
})

function npm(args: readonly string[], cwd: string): { readonly stdout: string; readonly stderr: string } {
  const errors = join(dir, 'stderr')
  const stdout = execFileSync('sh', ['-c', 'npm "$@" 2>"$0"', errors, ...args], {
    cwd,
    env,
    encoding: 'utf8',
  })
  return { stdout, stderr: readFileSync(errors, 'utf8') }
}
