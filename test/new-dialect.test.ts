import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { Rolldown } from 'tsdown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const SCRIPT = join(ROOT, 'scripts/new-dialect.mjs')

/** A copy of the sources in which a dialect is made, and the command line built from it. */
describe('a dialect made by scripts/new-dialect.mjs', () => {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-new-dialect-'))
  const copy = join(dir, 'copy')
  const project = join(dir, 'project')
  const folder = join(copy, 'src/dialects/acme-cli')

  beforeAll(async () => {
    cpSync(join(ROOT, 'src'), join(copy, 'src'), { recursive: true })
    for (const file of ['package.json', 'tsconfig.json']) cpSync(join(ROOT, file), join(copy, file))
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    execFileSync(process.execPath, [SCRIPT, 'acme-cli', 'Acme CLI', '--root', copy])
    const bundle = await Rolldown.rolldown({
      input: join(copy, 'src/cli/main.ts'),
      platform: 'node',
      cwd: copy,
    })
    // One file: files that share modules could load each other in a circle.
    await bundle.write({ format: 'esm', file: join(dir, 'cli/main.mjs'), codeSplitting: false })
    await bundle.close()
    mkdirSync(join(project, '.git'), { recursive: true })
    mkdirSync(join(project, '.acme-cli'))
  }, 120_000)

  afterAll(() => rmSync(dir, { recursive: true }))

  function hookwright(args: readonly string[], input = '') {
    const env = {
      ...process.env,
      HOME: dir,
      XDG_STATE_HOME: join(dir, 'state'),
      XDG_CONFIG_HOME: join(dir, 'config'),
      CI: '',
    }
    const main = join(dir, 'cli/main.mjs')
    const { stdout, stderr, status } = spawnSync(process.execPath, [main, ...args], {
      cwd: project,
      input,
      env,
      encoding: 'utf8',
    })
    return { stdout, stderr, status }
  }

  const payload = (): string => readFileSync(join(folder, 'fixtures/pre-tool-use.json'), 'utf8')

  test('is a folder and an entry of the registry, and nothing else', () => {
    const changed = readdirSync(join(copy, 'src'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(copy, join(entry.parentPath, entry.name)))
      .filter((file) => differs(join(copy, file), join(ROOT, file)))
    expect(changed.filter((file) => !file.startsWith('src/dialects/acme-cli/'))).toEqual([
      'src/dialects/registry.ts',
    ])
    const profile = readFileSync(join(folder, 'profile.ts'), 'utf8')
    const value = profile.slice(profile.indexOf('ClaudeProfile = {')).trimEnd().split('\n')
    expect(value.length - 2).toBeLessThanOrEqual(10)
  })

  test('is known to the command line', () => {
    expect(hookwright(['run', '--help']).stdout).toContain('acme-cli')
  })

  test('calls with its own payload, and gets the deny of a hook in its own terms', () => {
    writeFileSync(
      join(project, 'hookwright.yaml'),
      'version: 1\nhooks:\n  PreToolUse:\n    - { matcher: Bash, deny: not here }\n',
    )
    const { stdout, status } = hookwright(['run', '--host', 'acme-cli', '--trust-project'], payload())
    expect({ status, reply: JSON.parse(stdout) as unknown }).toEqual({
      status: 0,
      reply: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'not here',
        },
      },
    })
  })

  test('has hooks in files of its own, which guard another host', () => {
    writeFileSync(
      join(project, '.acme-cli/hooks.json'),
      JSON.stringify({
        hooks: {
          PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'exit 2', args: [] }] }],
        },
      }),
    )
    const explained = hookwright(['list', '--source', 'acme-cli', '--json']).stdout
    expect(explained).toContain('.acme-cli/hooks.json')
  })
})

test.for([
  ['no name', []],
  ['a name in capitals', ['Acme', 'Acme']],
  ['no title', ['acme']],
  ['a name that is taken', ['copilot', 'Another']],
] as const)('%s is refused, and nothing is written', ([, words]) => {
  const before = readFileSync(join(ROOT, 'src/dialects/registry.ts'), 'utf8')
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, ...words], { encoding: 'utf8' })
  expect(status).toBe(64)
  expect(stderr).not.toBe('')
  expect(readFileSync(join(ROOT, 'src/dialects/registry.ts'), 'utf8')).toBe(before)
})

function differs(a: string, b: string): boolean {
  try {
    return !readFileSync(a).equals(readFileSync(b))
  } catch {
    return true
  }
}
