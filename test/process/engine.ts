import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'

const SRC = fileURLToPath(new URL('../../src/', import.meta.url))
const NOBODY = 65_534

/** `process/` as JavaScript, for what must be tested in a process of its own. Returns the folder. */
export function buildEngine(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-process-'))
  chmodSync(folder, 0o755)
  for (const part of ['core', 'process', 'engine']) {
    mkdirSync(join(folder, part))
    readdirSync(join(SRC, part))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .forEach((name) => transpile(join(SRC, part, name), join(folder, part, name.replace('.ts', '.mjs'))))
  }
  return folder
}

/** Runs a module body that has `launch`, `launchOf` and `closeLeakingDescriptors`; returns what it printed. */
export async function inEngine(
  folder: string,
  body: string,
  how: { readonly limit?: string; readonly user?: 'nobody'; readonly node?: string } = {},
): Promise<unknown> {
  const file = join(folder, `${Math.random().toString(36).slice(2)}.mjs`)
  writeFileSync(file, `${PRELUDE}\n${body}`)
  const command = `${how.limit ?? ':'}; exec "$0" ${how.node ?? ''} "$1"`
  const ids = how.user === 'nobody' && process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const { stdout } = await promisify(execFile)('/bin/bash', ['-c', command, process.execPath, file], {
    cwd: '/',
    ...ids,
  })
  return JSON.parse(stdout)
}

const PRELUDE = `
import { launch } from './process/spawn.mjs'
import { closeLeakingDescriptors } from './process/descriptors.mjs'
import { limits } from './engine/limits.mjs'
import fs from 'node:fs'
const print = (value) => fs.writeSync(1, JSON.stringify(value))
const launchOf = (file, rest = {}) => ({
  file, args: [], cwd: '/', env: { PATH: process.env.PATH }, input: '', timeoutMs: 30000,
  signal: new AbortController().signal, leftovers: 'terminate', limits, ...rest,
})
const descriptors = () => fs.readdirSync('/proc/self/fd').length
`

function transpile(from: string, to: string): void {
  const { outputText } = ts.transpileModule(readFileSync(from, 'utf8'), {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  })
  writeFileSync(to, outputText.replace(/(from '\.[^']+)\.ts'/g, "$1.mjs'"))
}
