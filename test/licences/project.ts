import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build, type Rolldown } from 'tsdown'
import { onTestFinished } from 'vitest'

export const PAGE = 'dist/THIRD-PARTY-NOTICES.md'

/** The files of a project in a folder of its own, given by their paths. */
export function project(files: Readonly<Record<string, string | object>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-licences-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const all = { 'package.json': { name: 'product', version: '1.0.0', type: 'module' }, ...files }
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return dir
}

/** A package with one function of its own name, as an installed one looks. */
export function installed(name: string, manifest: object, files: Readonly<Record<string, string>> = {}) {
  const home = `node_modules/${name}`
  const rest = Object.entries(files).map(([path, content]) => [`${home}/${path}`, content])
  return {
    [`${home}/package.json`]: { name, version: '1.2.3', type: 'module', main: 'index.js', ...manifest },
    [`${home}/index.js`]: `export const ${name} = (text) => console.log('${name}', text)\n`,
    ...(Object.fromEntries(rest) as Record<string, string>),
  }
}

/** Builds `entry` of the project into dist/ with everything it imports. */
export async function built(
  dir: string,
  plugin: Rolldown.Plugin,
  { entry = 'main.ts', dts = false } = {},
): Promise<void> {
  await build({
    config: false,
    cwd: dir,
    entry,
    format: 'esm',
    platform: 'node',
    minify: true,
    deps: { alwaysBundle: [/.*/] },
    dts,
    clean: false,
    logLevel: 'silent',
    plugins: [plugin],
  })
}

export const pageOf = (dir: string): string => readFileSync(join(dir, PAGE), 'utf8')
