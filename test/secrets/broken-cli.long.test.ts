import { describe, expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'
import { claudeFiles, copilotFiles, MARKS, ownFiles, type BrokenFile } from './broken-files.ts'
import { everyWord } from './commands.ts'

/** The library's tests take every file; here a few of each kind go through all commands. */
const NAMES = new Set([
  'a variable without quotes (YAML)',
  'variables as a list (YAML)',
  'a variable with its value in the key (YAML)',
  'headers as one text (JSON)',
  'a header with a line break (YAML)',
  'a command with an open quote (YAML)',
  'a command that needs a shell (YAML)',
  'a server as a URL (JSON)',
  'a value that begins like a tag (yaml)',
  'an open quote (json)',
  'a number of a variable (toml)',
  'headers as a list',
  'an argument that is an object',
  'variables as a list',
  'a variable as a number',
])
const some = (files: readonly BrokenFile[]): readonly BrokenFile[] =>
  files.filter(([name]) => NAMES.has(name))

async function expectSilence([, path, text]: BrokenFile, host: string, source: string): Promise<void> {
  const sandbox = createSandbox()
  sandbox.write(`~/${path}`, text)
  const words = await everyWord(sandbox, { host, source })
  for (const mark of MARKS) expect(words).not.toContain(mark)
  expect(words).toContain('could not be loaded')
}

describe('no command tells a value of a broken file:', () => {
  test.for(some(ownFiles))('%s', (file) => expectSilence(file, 'claude-code', 'hookwright'))
  test.for(some(ownFiles).slice(0, 2))('to Copilot, %s', (file) =>
    expectSilence(file, 'copilot', 'hookwright'),
  )
  test.for(some(claudeFiles))('Claude Code, %s', (file) => expectSilence(file, 'claude-code', 'claude-code'))
  test.for(some(copilotFiles))('Copilot, %s', (file) => expectSilence(file, 'copilot', 'copilot'))
})
