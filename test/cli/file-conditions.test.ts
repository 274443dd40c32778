import { symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'
import { config, payload } from '../helpers/hooks.ts'
import { decisionOf, USER_FILE } from '../helpers/trust.ts'

const edit = (file_path: string) => payload('PreToolUse', { tool_name: 'Edit', tool_input: { file_path } })

test('a deny for Edit(.env) holds for a link to it, and explain says why', async () => {
  const sandbox = createSandbox()
  sandbox.write(USER_FILE, config('PreToolUse', { id: 'env', if: 'Edit(.env)', deny: 'No.' }))
  sandbox.write('.env', 'A=1\n')
  symlinkSync('.env', sandbox.path('notes.txt'))
  expect(decisionOf((await sandbox.event(edit('notes.txt'))).stdout)).toBe('deny')
  expect(decisionOf((await sandbox.event(edit('other.txt'))).stdout)).toBeUndefined()
  const input = JSON.stringify(edit(sandbox.path('notes.txt')))
  const { stdout } = await sandbox.cli(['explain', '--host', 'claude-code'], { input })
  expect(stdout).toContain('the file that the path leads to matches')
})

test('an allow for a name does not allow what a link of that name leads to', async () => {
  const sandbox = createSandbox()
  sandbox.write(USER_FILE, config('PreToolUse', { id: 'notes', if: 'Edit(notes.txt)', allow: 'Fine.' }))
  sandbox.write('.env', 'A=1\n')
  symlinkSync('.env', sandbox.path('notes.txt'))
  expect(decisionOf((await sandbox.event(edit('notes.txt'))).stdout)).toBeUndefined()
  sandbox.write('sub/notes.txt', '')
  expect(decisionOf((await sandbox.event(edit('sub/notes.txt'))).stdout)).toBe('allow')
})
