import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The compiler options of a program in strict mode that uses the package. */
export const STRICT = {
  target: 'es2023',
  lib: ['es2023'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  noEmit: true,
}

/** Makes a folder with the given files whose `node_modules` holds the package as it is published. */
export function installed(files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-types-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const home = join(dir, 'node_modules/hookwright')
  mkdirSync(home, { recursive: true })
  cpSync(join(root, 'package.json'), join(home, 'package.json'))
  symlinkSync(join(root, 'dist'), join(home, 'dist'))
  for (const types of ['@types', 'undici-types'])
    symlinkSync(join(root, 'node_modules', types), join(dir, 'node_modules', types))
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
  return dir
}

type Exports = Readonly<Record<string, string | { readonly types?: string }>>

/** The names by which a program imports the entry points of the package, such as `hookwright/git`. */
export function entryPoints(): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: Exports }
  return Object.entries(manifest.exports).flatMap(([path, target]) =>
    typeof target === 'object' && target.types !== undefined ? path.replace(/^\./, 'hookwright') : [],
  )
}
