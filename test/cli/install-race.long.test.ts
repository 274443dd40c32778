import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'

const HOSTS = ['claude-code', 'codex-cli', 'cline', 'windsurf'] as const
const SETTINGS = '~/.claude/settings.json'
const BEFORE = '{ "theirs": 1\n}\n'

test('six installations at once all succeed, and one uninstallation leaves every file as it was', async () => {
  const box = createSandbox()
  box.write(SETTINGS, BEFORE)
  const all = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      box.cli(['install', ...HOSTS, '--yes', ...(at % 2 === 0 ? ['--all-events'] : [])]),
    ),
  )
  expect(all.map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual([0, 0, 0, 0, 0, 0])
  expect((await box.cli(['check'])).stdout).not.toContain('bridge.')
  expect((await box.cli(['uninstall', '--yes'])).code).toBe(0)
  expect(box.read(SETTINGS)).toBe(BEFORE)
  for (const file of ['~/.codex/hooks.json', '~/Documents/Cline/Hooks/PreToolUse', '~/.codeium'])
    expect(box.exists(file)).toBe(false)
})

test('drafts of a killed installation are removed by the next one', async () => {
  const box = createSandbox()
  const [bin, versions] = [join(box.state, 'bin'), join(box.state, 'versions')]
  mkdirSync(join(versions, '.new-abcdef'), { recursive: true })
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'hookwright.999999.tmp'), 'half')
  expect((await box.cli(['install', 'claude-code', '--yes'])).code).toBe(0)
  expect((await box.shell(`ls -A '${bin}' '${versions}'`)).stdout).not.toMatch(/\.new-|\.tmp/)
})
