import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { build, type UserConfig } from 'tsdown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import configs from '../../tsdown.config.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.md'), 'utf8')
const VENDORED = 'scripts/licences/vendored'
const out = mkdtempSync(join(tmpdir(), 'hookwright-notices-'))
afterAll(() => rmSync(out, { recursive: true, force: true }))

/** The same two builds, readable and without the notices: there the bundler writes the path of each module above its code. */
beforeAll(async () => {
  for (const [index, config] of (configs as readonly UserConfig[]).entries())
    await build({
      ...config,
      config: false,
      cwd: root,
      outDir: join(out, String(index)),
      plugins: [config.plugins].flat().filter((plugin) => !isNotices(plugin)),
      minify: false,
      dts: false,
      clean: false,
      logLevel: 'silent',
    })
}, 120_000)

const isNotices = (plugin: unknown): boolean =>
  (plugin as { name?: string } | undefined)?.name === 'third-party-notices'

/** Paths of the modules in the readable files, and in the published declarations, which are readable themselves. */
function modules(): readonly string[] {
  const readable = readdirSync(out, { recursive: true, encoding: 'utf8' }).map((name) => join(out, name))
  const declarations = readdirSync(join(root, 'dist')).map((name) => join(root, 'dist', name))
  const files = [
    ...readable.filter((name) => /\.[cm]js$/.test(name)),
    ...declarations.filter((name) => name.endsWith('.d.mts')),
  ]
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^\/\/#region (.+)$/gm)].map(([, path = '']) => path),
  )
}

const versionOf = (folder: string): string =>
  (JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { version: string }).version

function packageOf(path: string): string[] {
  if (path === String.raw`\0rolldown/runtime.js`) return [`rolldown ${versionOf('node_modules/rolldown')}`]
  const [, folder, name] = /^(.*\bnode_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(path) ?? []
  return folder === undefined ? [] : [`${name} ${versionOf(folder)}`]
}

/** What a module was bundled from itself, as its source map tells. */
function bundledInto(path: string): readonly string[] {
  const map = join(root, `${path}.map`)
  if (!path.includes('node_modules/') || !existsSync(map)) return []
  const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { sources: readonly string[] }
  return sources.flatMap((source) => {
    const [, name, version] = /\.pnpm\/(@?[^/@]+)@([^/_]+)/.exec(source) ?? []
    return name === undefined ? [] : [`${name.replace('+', '/')} ${version}`]
  })
}

test('the notices name every package whose code is in dist, in its installed version, and no other', () => {
  const paths = modules()
  const packages = new Set([...paths.flatMap(packageOf), ...paths.flatMap(bundledInto)])
  expect(paths.filter((path) => /^src\/.*\.d\.ts$/.test(path)).length).toBeGreaterThan(20)
  expect([...packages]).toEqual(
    expect.arrayContaining([`yaml ${versionOf('node_modules/yaml')}`, 'ajv 8.18.0']),
  )
  const rows = [...page.matchAll(/^\| (\S+) \| (\d\S*) \| \S+ \|$/gm)]
  expect(rows.map(([, name, version]) => `${name} ${version}`)).toEqual([...packages].sort())
  expect(page.match(/^## .+/gm)).toEqual([...packages].sort().map((id) => `## ${id}`))
})

/** Folders with the texts of packages that do not bring them, relative to the place where they are kept. */
function kept(): readonly string[] {
  const files = readdirSync(join(root, VENDORED), { recursive: true, encoding: 'utf8' })
  return files.filter((file) => basename(file) === 'LICENSE').map((file) => dirname(file))
}

test('each licence file is in the notices as it is', () => {
  const installed = modules().flatMap((path) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [])
  const folders = new Set([...kept().map((id) => join(VENDORED, id)), ...installed])
  const texts = [...folders].map((folder) => readFileSync(join(root, folder, 'LICENSE'), 'utf8'))
  expect(texts.length).toBeGreaterThan(15)
  expect(texts.filter((text) => !page.includes(`\n\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`))).toEqual([])
})

test('texts are kept only for packages that are in dist', () => {
  const titles = kept().map((id) => id.replace(/@(?=[^@]*$)/, ' '))
  expect(titles.filter((title) => !page.includes(`\n## ${title}\n`))).toEqual([])
})

test('the page tells nothing of the machine it was built on', () => {
  expect(page).not.toContain(root)
  expect(page).not.toContain('node_modules')
})

test('the tarball contains the notices and our own licence', () => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline']
  const stdout = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  })
  const [{ files }] = JSON.parse(stdout) as [{ files: readonly { path: string }[] }]
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['dist/THIRD-PARTY-NOTICES.md', 'dist/index.mjs', 'dist/cli/cli.cjs', 'LICENSE']),
  )
})
