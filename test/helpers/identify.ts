import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { diskPath } from '../../src/git/contracts/paths.ts'

/** A temp folder for one test. */
export function makeFolder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-tags-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }))
  return root
}

export type Sample = { readonly text?: string | Uint8Array; readonly mode?: number }

export function put(root: string, name: string, { text = '', mode }: Sample = {}): string {
  mkdirSync(diskPath(dirname(`${root}/${name}`)), { recursive: true })
  const path = diskPath(`${root}/${name}`)
  writeFileSync(path, text)
  if (mode !== undefined) chmodSync(path, mode)
  return name
}

/** The tags prek gives to files, in one call. */
export function identify(
  program: string,
  root: string,
  names: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const run = spawnSync(program, ['util', 'identify', '--output-format', 'json', '--', ...names], {
    cwd: root,
    env: { ...process.env, PREK_HOME: makeFolder() },
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`prek failed: ${run.stderr}`)
  const answers = JSON.parse(run.stdout) as { path: string; tags: string[] }[]
  return new Map(answers.map(({ path, tags }) => [path, tags.toSorted()]))
}
