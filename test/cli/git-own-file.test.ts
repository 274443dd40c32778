import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createGitSandbox, recording, type GitSandbox } from '../helpers/git-sandbox.ts'

const CONFIG = `# ours
version: 1
hooks:
  PreToolUse:
    - { id: no-push, matcher: Bash, if: "Bash(git push *)", deny: No. }
git:
${recording(['pre-commit']).replaceAll(/^(?=.)/gm, '  ')}`

/** A repository whose only config is hookwright.yaml. */
async function sandboxWith(text = CONFIG, name = 'hookwright.yaml'): Promise<GitSandbox> {
  const sandbox = await createGitSandbox()
  await sandbox.mustGit('rm', '-q', '--cached', '.pre-commit-config.yaml')
  await sandbox.shell('rm .pre-commit-config.yaml')
  sandbox.write(name, text)
  await sandbox.mustGit('add', '-A')
  return sandbox
}

describe('git hooks in hookwright.yaml', () => {
  test('git run runs them, and the agent hooks of the file are what they were', async () => {
    const sandbox = await sandboxWith()
    const ran = await sandbox.hookwright(['run'])
    expect(ran).toMatchObject({ code: 0 })
    expect(sandbox.calls()).toHaveLength(1)
    const checked = await sandbox.cli(['check', '--json'])
    expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true })
    expect((await sandbox.cli(['list'])).stdout).toContain('no-push')
  })

  test('an installed git hook runs them at a commit, and a failure stops it', async () => {
    const sandbox = await sandboxWith()
    expect(await sandbox.hookwright(['install'])).toMatchObject({ code: 0 })
    sandbox.write('x', 'x')
    await sandbox.mustGit('add', 'x')
    expect((await sandbox.git(['commit', '-m', 'x'], { env: { FAIL: '1' } })).code).not.toBe(0)
    expect((await sandbox.git(['commit', '-m', 'x'])).code).toBe(0)
    expect(sandbox.calls()).toHaveLength(2)
  })

  test('list shows them', async () => {
    const sandbox = await sandboxWith()
    expect((await sandbox.hookwright(['list'])).stdout).toContain('pre-commit')
  })

  test.for(['.pre-commit-config.yaml', 'prek.toml'])(
    'beside %s they are an error that names both',
    async (name) => {
      const sandbox = await sandboxWith()
      sandbox.write(name, name.endsWith('toml') ? 'repos = []\n' : 'repos: []\n')
      const ran = await sandbox.hookwright(['run'])
      expect(ran.code).not.toBe(0)
      expect(ran.stderr).toContain('`hookwright.yaml`')
      expect(ran.stderr).toContain(`\`${name}\``)
      expect(sandbox.calls()).toEqual([])
    },
  )

  test('a hookwright.yaml without git hooks changes nothing for another config', async () => {
    const sandbox = await createGitSandbox({ config: recording(['pre-commit']) })
    sandbox.write('hookwright.yaml', 'version: 1\ngit: { trust: consent }\n')
    await sandbox.mustGit('add', '-A')
    expect(await sandbox.hookwright(['run'])).toMatchObject({ code: 0 })
    expect(sandbox.calls()).toHaveLength(1)
  })

  test('validate-config points into the file', async () => {
    const sandbox = await sandboxWith(CONFIG.replace('language: system', 'language: sytem'))
    const { code, stderr } = await sandbox.hookwright(['validate-config'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/hookwright\.yaml:10:\d+/)
  })

  test('pinned trust asks for an approval of exactly these hooks', async () => {
    const sandbox = await sandboxWith(CONFIG.replace('git:\n', 'git:\n  trust: pinned\n'))
    expect((await sandbox.hookwright(['run'])).code).not.toBe(0)
    expect(sandbox.calls()).toEqual([])
    expect((await sandbox.hookwright(['trust', 'add'])).code).toBe(0)
    expect((await sandbox.hookwright(['run'])).code).toBe(0)
    expect(sandbox.calls()).toHaveLength(1)
  })

  test('autoupdate changes the rev and nothing else', async () => {
    const other = await createGitSandbox()
    other.write('.pre-commit-hooks.yaml', '- { id: t, name: t, language: system, entry: "true" }\n')
    await other.mustGit('add', '-A')
    await other.mustGit('commit', '-qm', 'hooks')
    await other.mustGit('tag', 'v1.0')
    await other.mustGit('commit', '-q', '--allow-empty', '-m', 'more')
    await other.mustGit('tag', 'v1.1')
    const text = `# ours\nversion: 1 # one\ngit:\n  repos:\n    - repo: ${other.project}\n      rev: v1.0 # pinned\n      hooks: [{ id: t }]\nhooks: {}\n`
    const sandbox = await sandboxWith(text)
    expect(await sandbox.hookwright(['autoupdate'])).toMatchObject({ code: 0 })
    expect(readFileSync(join(sandbox.project, 'hookwright.yaml'), 'utf8')).toBe(text.replace('v1.0', 'v1.1'))
  })
})
