import { mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Finished, type Sandbox } from '../helpers/cli.ts'
import { claudeSettings, payload } from '../helpers/hooks.ts'

const CALL = { sessionId: 's', timestamp: 1, toolName: 'bash', toolArgs: { command: 'ls' } }

/** The hooks write a line each time they run. */
function withImport(files: readonly string[]): Sandbox {
  const sandbox = createSandbox()
  sandbox.write('~/.config/hookwright/hookwright.yaml', 'version: 1\nimports: [claude-code]\nhooks: {}\n')
  for (const file of files)
    sandbox.write(file, claudeSettings('PreToolUse', `echo '${file}' >> ${sandbox.root}/runs`))
  return sandbox
}

const copilot = (sandbox: Sandbox, args: readonly string[] = []): Promise<Finished> =>
  sandbox.cli(['run', '--host', 'copilot', '--event', 'preToolUse', '--trust-project', ...args], {
    input: JSON.stringify(CALL),
  })

function runs(sandbox: Sandbox): readonly string[] {
  const file = `${sandbox.root}/runs`
  return sandbox.exists(file) ? sandbox.read(file).trim().split('\n') : []
}

const PROJECT = '.claude/settings.json'
const LOCAL = '.claude/settings.local.json'
const USER = '~/.claude/settings.json'

describe('imports of files that Copilot reads itself', () => {
  test.for([
    ['the CLI', [], [USER]],
    ['the guide', ['--profile', 'guide'], [USER]],
    ['the cloud agent, which reads none of them', ['--profile', 'cloud'], [LOCAL, PROJECT, USER]],
    ['VS Code, which has a setting for them', ['--profile', 'vscode'], [LOCAL, PROJECT, USER]],
    [
      'a caller that names their host',
      ['--source', 'hookwright', '--source', 'claude-code'],
      [LOCAL, PROJECT, USER],
    ],
  ] as const)('run once in all for %s', async ([, args, expected]) => {
    const sandbox = withImport([PROJECT, LOCAL, USER])
    // The second call reads a snapshot.
    for (const count of [1, 2]) {
      expect(await copilot(sandbox, args)).toMatchObject({ code: 0, stderr: '' })
      expect(runs(sandbox)).toHaveLength(count * expected.length)
    }
    expect(new Set(runs(sandbox))).toEqual(new Set(expected))
  })

  test('run for a host that does not read them', async () => {
    const sandbox = withImport([PROJECT, LOCAL])
    const input = JSON.stringify(payload('PreToolUse'))
    await sandbox.cli(['run', '--host', 'hookwright', '--trust-project'], { input })
    expect(new Set(runs(sandbox))).toEqual(new Set([PROJECT, LOCAL]))
  })

  test('run when their folder is a link, which the host may refuse', async () => {
    const sandbox = withImport([PROJECT])
    mkdirSync(sandbox.path('shared'))
    renameSync(sandbox.path('.claude'), sandbox.path('shared/claude'))
    symlinkSync('shared/claude', sandbox.path('.claude'))
    await copilot(sandbox)
    expect(runs(sandbox)).toEqual([PROJECT])
  })

  test("of the user run when a hook folder of the project is a link to the user's", async () => {
    const sandbox = withImport([USER])
    mkdirSync(sandbox.path('.github'))
    symlinkSync(sandbox.path('~/.claude'), sandbox.path('.github/hooks'))
    await copilot(sandbox)
    expect(runs(sandbox)).toEqual([USER])
  })
})

function escaped(text: string): string {
  return text.replaceAll(/[()]/g, String.raw`\$&`)
}

describe('that a file is left to the host is told', () => {
  test('by explain, for the host that calls', async () => {
    const sandbox = withImport([PROJECT])
    const input = JSON.stringify(CALL)
    const { stderr } = await sandbox.cli(['explain', '--host', 'copilot', '--event', 'preToolUse'], { input })
    expect(stderr).toContain(
      `notice: "${sandbox.path(PROJECT)}" is not imported: GitHub Copilot reads it itself and runs its hooks.`,
    )
  })

  test.for(['claude-code', 'copilot'])(
    'by explain, for a host whose own files are imported, once: %s',
    async (other) => {
      const sandbox = createSandbox()
      sandbox.write('hookwright.yaml', `version: 1\nimports: [claude-code, ${other}]\nhooks: {}\n`)
      sandbox.write(PROJECT, claudeSettings('PreToolUse', 'exit 0'))
      const input = JSON.stringify(payload('PreToolUse'))
      const { stderr, stdout } = await sandbox.cli(['explain', '--host', 'claude-code', '--json'], { input })
      const message = `"${sandbox.path(PROJECT)}" is not imported: Claude Code reads it itself and runs its hooks.`
      expect(stderr.split(message)).toHaveLength(2)
      expect(JSON.parse(stdout)).toMatchObject({
        steps: [],
        issues: [{ code: 'config.read-by-host', severity: 'notice', message }],
      })
    },
  )

  test('by explain, only for files that exist and that the importing file may bring in', async () => {
    const sandbox = createSandbox()
    sandbox.write('hookwright.yaml', 'version: 1\nimports: [claude-code]\nhooks: {}\n')
    sandbox.write(USER, claudeSettings('PreToolUse', 'exit 0'))
    const input = JSON.stringify(payload('PreToolUse'))
    const { stdout } = await sandbox.cli(['explain', '--host', 'claude-code', '--json'], { input })
    expect(JSON.parse(stdout)).toMatchObject({ issues: [] })
  })

  test('by check and list, for all hosts', async () => {
    const sandbox = withImport([PROJECT, USER])
    const told = `"${sandbox.path(PROJECT)}" is not imported for a host that reads it itself and runs its hooks: GitHub Copilot (cli, guide), Continue CLI.`
    expect((await sandbox.cli(['check'])).stdout).toContain(told)
    expect((await sandbox.cli(['list'])).stderr).toContain(told)
    const { issues } = JSON.parse((await sandbox.cli(['check', '--json'])).stdout) as {
      issues: readonly { readonly code: string }[]
    }
    // The user's file is read by Continue as well.
    expect(issues.filter(({ code }) => code === 'config.read-by-host')).toHaveLength(2)
  })

  test('by check and list, once for a file that two imports bring in', async () => {
    const sandbox = createSandbox()
    sandbox.write('hookwright.yaml', 'version: 1\nimports: [claude-code, copilot]\nhooks: {}\n')
    sandbox.write(PROJECT, claudeSettings('PreToolUse', 'exit 0'))
    const readers = 'Claude Code, GitHub Copilot (cli, guide), Continue CLI'
    const told = `"${sandbox.path(PROJECT)}" is not imported for a host that reads it itself and runs its hooks: `
    const { stdout } = await sandbox.cli(['check'])
    expect(stdout.split(told)).toEqual([expect.anything(), expect.stringMatching(`^${escaped(readers)}\\.`)])
    expect(stdout).toContain('2 files, ')
    const { stderr } = await sandbox.cli(['list'])
    expect(stderr.split(told)).toEqual([expect.anything(), expect.stringMatching(`^${escaped(readers)}\\.`)])
    const { files } = JSON.parse((await sandbox.cli(['check', '--json'])).stdout) as { files: unknown }
    expect(files).toEqual([sandbox.path('hookwright.yaml'), sandbox.path(PROJECT)])
  })
})
