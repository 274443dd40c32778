import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { bundled } from '../helpers/bundled.ts'

let built: string
let child: string

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'hookwright-config-build-'))
  child = await bundled(join(import.meta.dirname, 'config-child.ts'), built)
  return () => rmSync(built, { recursive: true, force: true })
}, 60_000)

const BEFORE = '{\n\t"theirs": 1\n}\n'

function sandbox(text: string | undefined): {
  readonly folder: string
  readonly file: string
  readonly state: string
} {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-config-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const folder = join(dir, 'config')
  mkdirSync(folder)
  const file = join(folder, 'settings.json')
  if (text !== undefined) writeFileSync(file, text)
  return { folder, file, state: join(dir, 'state') }
}

type Box = ReturnType<typeof sandbox>

function act(
  name: string,
  { file, state }: Box,
  killAt = 0,
): { readonly wasKilled: boolean; readonly steps: number } {
  const { signal, status, stdout, stderr } = spawnSync(process.execPath, [
    child,
    name,
    file,
    state,
    String(killAt),
  ])
  if (signal !== 'SIGKILL' && status !== 0) throw new Error(String(stderr))
  return { wasKilled: signal === 'SIGKILL', steps: Number(String(stdout)) }
}

function textOf({ file }: Box): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

test.for([
  ['a file', BEFORE],
  ['no file', undefined],
] as const)(
  'killed at any step with %s, the old or the new bytes are there, and the next run mends the rest',
  { timeout: 300_000 },
  ([, before]) => {
    const whole = sandbox(before)
    const { steps } = act('install', whole)
    const after = textOf(whole)
    const removal = act('uninstall', whole).steps
    expect(textOf(whole)).toBe(before)
    expect(Math.min(steps, removal)).toBeGreaterThan(5)
    for (let at = 1; at <= steps; at++) {
      const box = sandbox(before)
      expect(act('install', box, at).wasKilled).toBe(true)
      expect([before, after]).toContain(textOf(box))
      act('install', box)
      expect(textOf(box)).toBe(after)
      expect(readdirSync(box.folder)).toEqual(['settings.json'])
      act('uninstall', box)
      expect(textOf(box)).toBe(before)
    }
    for (let at = 1; at <= removal; at++) {
      const box = sandbox(before)
      act('install', box)
      expect(act('uninstall', box, at).wasKilled).toBe(true)
      expect([before, after]).toContain(textOf(box))
      act('uninstall', box)
      expect(textOf(box)).toBe(before)
      expect(readdirSync(box.folder)).toEqual(before === undefined ? [] : ['settings.json'])
    }
  },
)
