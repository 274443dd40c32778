import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'

const CONFIG = `repos:
  - repo: local
    hooks:
      - { id: gate, name: gate, language: script, entry: ./gate.sh, pass_filenames: false, always_run: true }
`

function repository(policy?: string) {
  const sandbox = createSandbox()
  execFileSync('git', ['init', '-q', '.'], { cwd: sandbox.project })
  sandbox.write('.pre-commit-config.yaml', CONFIG)
  sandbox.write('gate.sh', '#!/bin/sh\necho ran\n')
  if (policy !== undefined) sandbox.write(policy, 'git: { trust: pinned }\n')
  return sandbox
}

const run = ['git', 'run', '--all-files', '-v']

test('to call it is consent, and --trust-project changes nothing', async () => {
  const sandbox = repository()
  expect(await sandbox.cli(run)).toMatchObject({ code: 0, stdout: expect.stringContaining('ran') })
  expect(await sandbox.cli([...run, '--trust-project'])).toMatchObject({ code: 0 })
})

describe('where a policy asks for pinned hooks', () => {
  test.for([
    ['the user', '~/.config/hookwright/hookwright.yaml'],
    ['the project', 'hookwright.yaml'],
  ] as const)('of %s, nothing runs that nobody approved', async ([, file]) => {
    const sandbox = repository(file)
    const refused = await sandbox.cli(run)
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain('hookwright git trust')
    expect(await sandbox.cli([...run, '--trust-project'])).toMatchObject({ code: 2 })
  })

  test('S04 an approval covers the hook and the bytes of its script', async () => {
    const sandbox = repository('hookwright.yaml')
    const shown = await sandbox.cli(['git', 'trust', 'show', '--json'])
    const { digest } = JSON.parse(shown.stdout) as { digest: string }
    expect(await sandbox.cli(['git', 'trust', 'add', '--digest', digest])).toMatchObject({ code: 0 })
    expect(await sandbox.cli(run)).toMatchObject({ code: 0, stdout: expect.stringContaining('ran') })
    sandbox.write('gate.sh', '#!/bin/sh\necho other\n')
    expect(await sandbox.cli(run)).toMatchObject({ code: 2, stdout: '' })
    sandbox.write('gate.sh', '#!/bin/sh\necho ran\n')
    sandbox.write(
      '.pre-commit-config.yaml',
      CONFIG.replace('always_run: true', 'always_run: true, args: [--x]'),
    )
    expect(await sandbox.cli(run)).toMatchObject({ code: 2, stdout: '' })
  })

  test('what is to be approved is shown as the file has it, and nothing else', async () => {
    const sandbox = repository('hookwright.yaml')
    sandbox.write(
      '.pre-commit-config.yaml',
      `default_stages: [pre-push]
repos:
  - repo: local
    hooks:
      - { id: gate, name: gate, language: script, entry: ./gate.sh, args: [--x, a b], env: { A: "1" } }
      - { id: lines, name: lines, language: system, shell: sh, entry: "echo 1\\necho 2", files: ^src/, stages: [commit-msg] }
  - { repo: https://example.com/x, rev: v1.0, hooks: [{ id: far }] }
`,
    )
    const { code, stdout } = await sandbox.cli(['git', 'trust', 'show'])
    const file = sandbox.path('.pre-commit-config.yaml')
    const pad = (...lines: readonly string[]): string => lines.map((line) => `          ${line}\n`).join('')
    expect(code).toBe(0)
    expect(stdout.replaceAll(/sha256 [0-9a-f]{16}$/gm, 'sha256 …').split('\n\ndigest ')[0]).toBe(
      `untrusted gate ${file}\n${pad(
        'repo: local',
        'name: gate',
        'entry: ./gate.sh',
        'language: script',
        'args: ["--x","a b"]',
        'env: {"A":"1"}',
        'gate.sh sha256 …',
        'not covered: files that gate.sh reads or runs itself',
      )}untrusted lines ${file}\n${pad(
        'repo: local',
        'name: lines',
        'entry:',
        'echo 1',
        'echo 2',
        'language: system',
        'shell: sh',
        'files: ^src/',
        'stages: ["commit-msg"]',
        'covers no file of the project',
      )}untrusted far ${file}\n${pad(
        'repo: https://example.com/x at rev v1.0',
        'commit: not known yet; `hookwright git trust add` fetches it, tells it and pins it',
      )}for all hooks of ${file}\n${pad('default_stages: ["pre-push"]').trimEnd()}`,
    )
  })

  test('a digest of other hooks approves nothing', async () => {
    const sandbox = repository('hookwright.yaml')
    expect(await sandbox.cli(['git', 'trust', 'add', '--digest', '0'.repeat(16)])).toMatchObject({ code: 1 })
    expect(await sandbox.cli(run)).toMatchObject({ code: 2 })
  })

  test('nothing is fetched before it is approved', async () => {
    const sandbox = repository('hookwright.yaml')
    sandbox.write('.pre-commit-config.yaml', 'repos: [{ repo: ./mirror, rev: v1.0, hooks: [{ id: x }] }]\n')
    const refused = await sandbox.cli(run)
    expect(refused.stderr).toContain('`x`')
    expect(refused.stderr).not.toContain('mirror')
  })

  test('no id exempts a hook from its approval', async () => {
    const sandbox = repository('hookwright.yaml')
    sandbox.write('.pre-commit-config.yaml', CONFIG.replace('id: gate', 'id: "broken:gate"'))
    expect(await sandbox.cli(run)).toMatchObject({ code: 2, stdout: '' })
    expect(await sandbox.cli(['git', 'trust', 'add'])).toMatchObject({ code: 0 })
    expect(await sandbox.cli(run)).toMatchObject({ code: 0, stdout: expect.stringContaining('ran') })
  })

  test("a user's file that cannot be read refuses", async () => {
    const sandbox = repository()
    sandbox.write('~/.config/hookwright/hookwright.yaml', 'git: [\n')
    expect(await sandbox.cli(run)).toMatchObject({ code: 2, stdout: '' })
  })
})
