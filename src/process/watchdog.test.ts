import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { identify } from './identity.ts'
import { startWatchdog } from './watchdog.ts'

/** It reads /proc. */
test.skipIf(process.platform !== 'linux')(
  'a watchdog that is released leaves a hook alone whose owner lives',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'watchdog-'))
    const hook = spawn('sleep', ['30'], { detached: true, stdio: 'ignore' })
    onTestFinished(() => {
      hook.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    })
    const pid = hook.pid ?? 0
    writeFileSync(join(folder, `own-tag-${pid}.${identify(pid)?.start}-1`), '')
    startWatchdog(folder, 'own-', 'watch').release()
    await sleep(1_500)
    expect(hook.signalCode).toBeNull()
  },
)
