import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { installed, STRICT } from '../helpers/installed.ts'

const root = join(import.meta.dirname, '../..')

/** A program in a folder of its own that has installed the package as it is published. */
function programOf(compilerOptions: object): string {
  return installed({
    'program.ts': published('program.ts'),
    'bridge.ts': published('bridge.ts'),
    'tsconfig.json': JSON.stringify({
      compilerOptions: { ...STRICT, ...compilerOptions },
      include: ['program.ts', 'bridge.ts'],
    }),
  })
}

function published(name: string): string {
  return readFileSync(join(root, 'test/types', name), 'utf8')
    .replaceAll("'../../src/index.ts'", "'hookwright'")
    .replaceAll("'../../src/bridge/index.ts'", "'hookwright/dialects'")
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
  async ([, options]) => expect(await compile(programOf(options))).toBe(''),
)
