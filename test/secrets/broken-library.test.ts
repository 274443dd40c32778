import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { EngineOptions } from '../../src/library/engine.ts'
import { engineIn } from '../helpers/library.ts'
import {
  claudeEvents,
  claudeFiles,
  copilotFiles,
  MARKS,
  ownFiles,
  pluginManifests,
  type BrokenFile,
} from './broken-files.ts'
import { collect, filesIn, watchTelemetry } from './collect.ts'

watchTelemetry()

const bash = { name: 'PreToolUse', tool: { name: 'Bash', input: { command: 'ls' } } } as const

/** A folder with files in it, gone after the test. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-home-')))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  return dir
}

/** Every word about an event while the file of the user's stands there. */
async function expectSilence(options: EngineOptions): Promise<void> {
  const { engine, dir } = await engineIn(options)
  const { text, decision } = await collect(engine, bash)
  for (const mark of MARKS) expect(text).not.toContain(mark)
  for (const mark of MARKS) expect(filesIn(join(dir, 'state/hookwright/log'))).not.toContain(mark)
  // Something is wrong with each of them, and that is told.
  expect(engine.issues.length).toBeGreaterThan(0)
  expect(['ask', 'none']).toContain(decision)
}

async function expectSilentHome(
  [, path, text]: BrokenFile,
  source: 'hookwright' | 'claude-code' | 'copilot',
): Promise<void> {
  const home = folderWith({ [path]: text })
  vi.stubEnv('HOME', home)
  vi.stubEnv('XDG_CONFIG_HOME', join(home, '.config'))
  vi.stubEnv('COPILOT_HOME', undefined)
  await expectSilence({ sources: [source] })
}

describe.skipIf(process.platform === 'win32')('the library tells no value of a broken file:', () => {
  test.for(ownFiles)('%s', (file) => expectSilentHome(file, 'hookwright'))
  test.for(claudeFiles)('Claude Code, %s', (file) => expectSilentHome(file, 'claude-code'))
  test.for(copilotFiles)('Copilot, %s', (file) => expectSilentHome(file, 'copilot'))

  test.for(pluginManifests)('a manifest, %s', async ([, manifest]) => {
    const root = folderWith({ '.claude-plugin/plugin.json': JSON.stringify(manifest) })
    await expectSilence({ sources: ['claude-code'], plugins: [{ root }] })
  })

  test.for(claudeEvents)('a plugin, %s', async ([, groups]) => {
    const root = folderWith({ 'hooks/hooks.json': JSON.stringify({ hooks: { PreToolUse: groups } }) })
    await expectSilence({ sources: ['claude-code'], plugins: [{ root, name: 'p' }] })
  })
})
