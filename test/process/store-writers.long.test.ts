import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { bundled } from '../helpers/bundled.ts'

let built: string
let child: string

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'hookwright-writers-build-'))
  child = await bundled(join(import.meta.dirname, 'store-child.ts'), built)
  return () => rmSync(built, { recursive: true, force: true })
}, 60_000)

type Writer = { readonly acts: readonly string[]; readonly wasKilled: boolean }

/** `killAfterMs`: counted from its first word, so that the kill falls into its work. */
function write(dir: string, name: string, rounds: number, killAfterMs?: number): Promise<Writer> {
  const started = spawn(process.execPath, [child, dir, name, String(rounds)], { stdio: 'pipe' })
  let out = ''
  let err = ''
  started.stdout.on('data', (chunk: Buffer) => {
    if (out === '' && killAfterMs !== undefined) setTimeout(() => started.kill('SIGKILL'), killAfterMs)
    out += chunk.toString()
  })
  started.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  return new Promise((resolve, reject) => {
    started.on('close', (code, signal) => {
      if (code !== 0 && signal !== 'SIGKILL') return reject(new Error(err))
      const acts = out.split('\n').filter((line) => line !== '')
      resolve({ acts, wasKilled: signal === 'SIGKILL' })
    })
  })
}

type Stored = { readonly approved: ReadonlySet<string>; readonly disabled: ReadonlySet<string> }

function stored(dir: string): Stored {
  const trust = JSON.parse(readFileSync(join(dir, 'trust.json'), 'utf8')) as {
    projects: Record<string, object>
  }
  const switches = JSON.parse(readFileSync(join(dir, 'disabled.json'), 'utf8')) as { id: string }[]
  return {
    approved: new Set(Object.keys(trust.projects['/p'] ?? {})),
    disabled: new Set(switches.map(({ id }) => id)),
  }
}

/** What the acts of one writer leave; the act that a kill may have cut short is left out of account. */
function lostActs({ acts, wasKilled }: Writer, { approved, disabled }: Stored): readonly string[] {
  const last = new Map<string, string>()
  const failed = acts.filter((line) => line.startsWith('failed'))
  for (const line of acts) {
    const [act = '', id = ''] = line.split(' ')
    if (act === 'approve' || act === 'revoke') last.set(`trust ${id}`, act)
    if (act === 'disable' || act === 'enable') last.set(`switch ${id}`, act)
  }
  const unsure = wasKilled ? unsureIds(acts) : new Set<string>()
  const lost = [...last].filter(([key, act]) => {
    const [kind, id = ''] = key.split(' ')
    if (unsure.has(id)) return false
    const isThere = kind === 'trust' ? approved.has(id) : disabled.has(id)
    return isThere !== (act === 'approve' || act === 'disable')
  })
  return [...failed, ...lost.map(([key, act]) => `lost: ${act} of ${key}`)]
}

function unsureIds(acts: readonly string[]): ReadonlySet<string> {
  return new Set([acts.at(-1)?.split(' ')[1] ?? ''])
}

const LEFT_BEHIND = /\.lock\./

test('72 processes that approve, revoke, disable and enable at once lose nothing, though a third is killed', async () => {
  for (let repeat = 0; repeat < 2; repeat += 1) {
    const dir = join(mkdtempSync(join(tmpdir(), 'hookwright-writers-')), 'state')
    onTestFinished(() => rmSync(join(dir, '..'), { recursive: true, force: true }))
    const writers = await Promise.all(
      Array.from({ length: 72 }, (_, at) =>
        // One that is to be killed has work for longer than this process may take to come to it.
        at % 3 === 0 ? write(dir, `w${at}`, 200, Math.random() * 120) : write(dir, `w${at}`, 2),
      ),
    )
    expect(writers.filter(({ wasKilled }) => wasKilled).length).toBeGreaterThan(5)
    const left = stored(dir)
    expect(writers.flatMap((writer) => lostActs(writer, left))).toEqual([])
    expect(statSync(join(dir, 'trust.json')).mode & 0o777).toBe(0o600)
    await write(dir, 'last', 1)
    expect(readdirSync(dir).filter((name) => LEFT_BEHIND.test(name))).toEqual([])
  }
}, 240_000)
