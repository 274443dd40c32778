import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect } from 'vitest'
import { bundled } from './bundled.ts'
import { createWorld, fresh, type Reply, type Serve, type World } from './callers.ts'
import type { Call, Said } from './reuse-child.ts'
import { shownOf } from './world-shown.ts'

/** A process that serves calls one after the other, shared by the tests of a file. */
export type Reusing = {
  readonly call: (call: Call) => Promise<Said>
  /** Returns the replies of a script. They are the same from processes of their own and from the one that is shared. */
  readonly alike: (script: (world: World) => Promise<void>) => Promise<readonly Reply[]>
}

/** All of the program is bundled. */
const BUNDLING_MS = 60_000

export function reuseOneProcess(): Reusing {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-reused-'))
  let worker: Worker
  beforeAll(async () => {
    worker = startWorker(await bundled(join(import.meta.dirname, 'reuse-child.ts'), folder))
  }, BUNDLING_MS)
  afterAll(async () => {
    await worker.end()
    rmSync(folder, { recursive: true })
    expect(worker.stderr()).toBe('')
  })
  const reused: Serve = async (call, signal) => {
    void signal?.when().then(() => worker.signal(signal.name))
    const { code, stdout, stderr, end } = await worker.call(call)
    if (end !== 'clean')
      throw new Error(`the worker is ${end} after ${call.args.join(' ')}: ${stdout}${stderr}`)
    return { code, stdout, stderr }
  }
  return {
    call: (call) => worker.call(call),
    async alike(script) {
      const [own, shared] = [createWorld(fresh), createWorld(reused)]
      await script(own)
      await script(shared)
      const expected = shownOf(own)
      expect(shownOf(shared)).toEqual(expected)
      return expected.replies
    },
  }
}

type Worker = {
  call(call: Call): Promise<Said>
  signal(name: NodeJS.Signals): void
  /** What it wrote to stderr by itself. */
  stderr(): string
  end(): Promise<void>
}

function startWorker(file: string): Worker {
  const child = spawn(process.execPath, ['--expose-gc', file], { stdio: 'pipe', cwd: '/' })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const waiting: ((line: string) => void)[] = []
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(line))
  const ended = once(child, 'exit')
  return {
    async call(call) {
      const line = new Promise<string>((resolve) => waiting.push(resolve))
      child.stdin.write(`${JSON.stringify(call)}\n`)
      const first = await Promise.race([line, ended])
      if (typeof first !== 'string') throw new Error(`the worker has ended: ${stderr}`)
      return JSON.parse(first) as Said
    },
    signal: (name) => void child.kill(name),
    stderr: () => stderr,
    async end() {
      child.stdin.end()
      await ended
    },
  }
}
