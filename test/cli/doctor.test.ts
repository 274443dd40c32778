import { rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { edit, examined, working } from '../helpers/doctor.ts'

test('where everything works, there is no problem', async () => {
  const box = await working('claude-code', 'cursor', 'gemini-cli')
  expect(await examined(box)).toEqual({ code: 0, problems: [] })
  const { stdout } = await box.cli(['doctor'])
  expect(stdout).toContain('Your 3 guards act. No problem found.')
})

test('entries that Codex has trusted as they are now are in order', async () => {
  const box = await working('codex-cli')
  const { createHash } = await import('node:crypto')
  const { trustText } = await import('../../src/dialects/codex-cli/trust-text.ts')
  const { hooks } = JSON.parse(box.read('~/.codex/hooks.json')) as {
    hooks: Record<string, [{ hooks: [{ command: string; timeout: number }] }]>
  }
  const state = Object.entries(hooks).map(([event, [group]]) => {
    const [{ command, timeout }] = group.hooks
    const hash = createHash('sha256').update(trustText({ event, command, timeout })).digest('hex')
    const label = event.replaceAll(/(?<=.)(?=[A-Z])/g, '_').toLowerCase()
    return `[hooks.state."${box.path('~/.codex/hooks.json')}:${label}:0:0"]\ntrusted_hash = "sha256:${hash}"\n`
  })
  box.write('~/.codex/config.toml', state.join('\n'))
  expect(await examined(box)).toEqual({ code: 0, problems: [] })
})

test('a changed hook that cannot say no is a problem, and stops no guard', async () => {
  const box = await working('claude-code')
  edit(box, '.hookwright/format-after-edit.sh', (text) => `${text}# x\n`)
  const { code, problems } = await examined(box)
  expect(code).toBe(0)
  expect(problems).toMatchObject([{ mend: 'hookwright trust add' }])
})

test('a script that is missing is named', async () => {
  const box = await working('claude-code')
  rmSync(box.path('.hookwright/block-dangerous-commands.sh'))
  const { code, problems } = await examined(box)
  expect(code).toBe(1)
  expect(problems.map(({ text }) => text).join('\n')).toContain('block-dangerous-commands.sh" of hook')
})

describe('git hooks that were installed', () => {
  async function withGit(): Promise<Sandbox> {
    const box = createSandbox()
    rmSync(box.path('.git'), { recursive: true })
    box.write('.pre-commit-config.yaml', 'repos:\n  - repo: builtin\n    hooks: [{ id: check-yaml }]\n')
    expect(await box.shell('git init -q . && hookwright git install')).toMatchObject({ code: 0 })
    expect(await examined(box)).toEqual({ code: 0, problems: [] })
    return box
  }

  test.for([
    ['are not executable', 'chmod -x .git/hooks/pre-commit', 'is not executable'],
    ['are hidden', 'git config core.hooksPath elsewhere', 'core.hooksPath makes git look in'],
  ] as const)('and %s', async ([, command, text]) => {
    const box = await withGit()
    await box.shell(command)
    const { code, problems } = await examined(box)
    expect(code).toBe(1)
    expect(problems).toMatchObject([
      { text: expect.stringContaining(text) as string, mend: 'hookwright git install' },
    ])
    expect((await box.cli(['git', 'install'])).code).toBe(0)
    expect(await examined(box)).toEqual({ code: 0, problems: [] })
  })
})

test('without an agent, guards are counted all the same', async () => {
  const box = await working()
  const { code, stdout } = await box.cli(['doctor'])
  expect(code).toBe(0)
  expect(stdout).toContain('no agent was found on this machine')
  expect(stdout).not.toContain('No guard is approved here')
})
