import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLI, createSandbox, type Sandbox } from '../helpers/cli.ts'

const KILLER = join(import.meta.dirname, '../fixtures/bin/kill-at.cjs')
const SETTINGS = '~/.claude/settings.json'
const PROGRAM = '~/Documents/Cline/Hooks/PreToolUse'
const BEFORE = '{\n\t"theirs": 1\n}\n'

/** To mend it takes two more commands, each with its proofs. */
const MENDED_EVERY = 4

function installKilledAt(
  box: Sandbox,
  killAt: number,
): { readonly signal: string | null; readonly steps: number } {
  const counted = join(box.root, 'steps')
  const env = { ...box.env, KILL_AT: String(killAt), KILL_COUNT: counted } as NodeJS.ProcessEnv
  const args = ['--require', KILLER, CLI, 'install', 'claude-code', 'cline', '--yes']
  const { signal } = spawnSync(process.execPath, args, { env, cwd: box.project })
  return { signal, steps: existsSync(counted) ? Number(readFileSync(counted, 'utf8')) : 0 }
}

function sandbox(): Sandbox {
  const box = createSandbox()
  box.write(SETTINGS, BEFORE)
  return box
}

test(
  'killed at any change of a name, the whole command leaves old or new files, and the next one mends the rest',
  { timeout: 1_200_000 },
  async () => {
    const whole = sandbox()
    const { steps } = installKilledAt(whole, 0)
    expect(steps).toBeGreaterThan(20)
    const plain = (box: Sandbox): string => box.read(SETTINGS).replaceAll(box.root, '')
    const after = plain(whole)
    for (let at = 1; at <= steps; at++) {
      const box = sandbox()
      const { signal } = installKilledAt(box, at)
      if (signal === null) break
      expect([BEFORE, after]).toContain(plain(box))
      // An entry of ours never names a launcher that is not there.
      const isSafe = plain(box) === BEFORE || box.exists('~/.local/state/hookwright/bin/hookwright')
      expect(isSafe).toBe(true)
      if (at % MENDED_EVERY > 0) continue
      expect((await box.cli(['install', 'claude-code', 'cline', '--yes'])).code).toBe(0)
      expect(plain(box)).toBe(after)
      expect(statSync(box.path(PROGRAM)).mode & 0o111).toBe(0o111)
      expect((await box.cli(['uninstall', '--yes'])).code).toBe(0)
      expect(box.read(SETTINGS)).toBe(BEFORE)
      expect(box.exists(PROGRAM)).toBe(false)
    }
  },
)
