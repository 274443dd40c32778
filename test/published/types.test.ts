import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** A program in a folder of its own that has installed the package as it is published. */
function installed(compilerOptions: object): string {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-types-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const home = join(dir, 'node_modules/hookwright')
  mkdirSync(home, { recursive: true })
  cpSync(join(root, 'package.json'), join(home, 'package.json'))
  symlinkSync(join(root, 'dist'), join(home, 'dist'))
  for (const types of ['@types', 'undici-types'])
    symlinkSync(join(root, 'node_modules', types), join(dir, 'node_modules', types))
  const program = readFileSync(join(root, 'test/types/program.ts'), 'utf8')
  writeFileSync(join(dir, 'program.ts'), program.replaceAll("'../../src/index.ts'", "'hookwright'"))
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(dir, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2023',
        lib: ['es2023'],
        module: 'nodenext',
        types: ['node'],
        strict: true,
        noEmit: true,
        ...compilerOptions,
      },
      include: ['program.ts'],
    }),
  )
  return dir
}

async function compile(dir: string): Promise<string> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const run = promisify(execFile)(process.execPath, [tsc, '-p', dir, '--preserveSymlinks'])
  return run.then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )
}

test.for([
  ['in strict mode, the declarations themselves included', { skipLibCheck: false }],
  ['with exact optional properties', { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }],
] as const)(
  'the published declarations take right programs and refuse wrong ones %s',
  { timeout: 120_000 },
  async ([, options]) => expect(await compile(installed(options))).toBe(''),
)
