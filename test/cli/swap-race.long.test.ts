import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { payload } from '../helpers/hooks.ts'
import { approvedScript } from '../helpers/swapping.ts'
import { decisionOf } from '../helpers/trust.ts'

const FLIP = join(import.meta.dirname, '../fixtures/bin/flip.mjs')
const RUNS = 60
const AT_ONCE = 3
const GOOD = '#!/bin/sh\ntouch "$ROOT/good-$RUN"\nexit 0\n'
const EVIL = '#!/bin/sh\ntouch "$ROOT/evil-$RUN"\nexit 0\n'

test.for(['write', 'rename'])(
  'S10 in %s races no run of unapproved bytes is answered without the failure',
  { timeout: 120_000 },
  async (how) => {
    const sandbox = createSandbox()
    await approvedScript(sandbox, { script: GOOD })
    await flipping(sandbox, how)
    const runs = await Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => callEvery(sandbox, lane)))
    const ran = runs.flat().filter(({ evil }) => evil)
    console.info(`${how}: ${ran.length} of ${RUNS} runs executed unapproved bytes`)
    expect(ran.filter(({ decision, told }) => decision !== 'ask' || !told)).toEqual([])
    expect(runs.flat()).toHaveLength(RUNS)
  },
)

async function flipping(sandbox: Sandbox, how: string): Promise<void> {
  const root = (name: string): string => join(sandbox.root, name)
  sandbox.write(root('good'), GOOD)
  sandbox.write(root('evil'), EVIL)
  const args = [FLIP, sandbox.path('guard.sh'), root('good'), root('evil'), how]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await once(child, 'close')
  })
  await once(child.stdout, 'data')
}

async function callEvery(sandbox: Sandbox, lane: number): Promise<readonly Raced[]> {
  const found: Raced[] = []
  for (let run = lane; run < RUNS; run += AT_ONCE) {
    const env = { ROOT: sandbox.root, RUN: String(run) }
    const { stdout, stderr } = await sandbox.event(payload('PreToolUse'), [], { env })
    const evil = sandbox.exists(`${sandbox.root}/evil-${run}`)
    found.push({ run, evil, decision: decisionOf(stdout), told: stderr.includes('changed while it ran') })
  }
  return found
}

type Raced = {
  readonly run: number
  readonly evil: boolean
  readonly decision: string | undefined
  readonly told: boolean
}
