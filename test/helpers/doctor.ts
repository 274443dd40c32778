import { mkdirSync } from 'node:fs'
import { expect } from 'vitest'
import { createSandbox, type Sandbox } from './cli.ts'

const FOLDERS = {
  'claude-code': '.claude',
  'gemini-cli': '.gemini',
  'codex-cli': '.codex',
  cursor: '.cursor',
}

export type Host = keyof typeof FOLDERS
type Finding = {
  readonly name: string
  readonly state: string
  readonly text: string
  readonly mend?: string
  readonly stopsGuard?: true
}

/** A project with approved guards, and agents that call us. */
export async function working(...hosts: readonly Host[]): Promise<Sandbox> {
  const box = createSandbox()
  for (const host of hosts) mkdirSync(box.path(`~/${FOLDERS[host]}`))
  const words = hosts.flatMap((host) => ['--host', host])
  const { code, stderr } = await box.cli(['init', '--yes', ...words, '--hooks', 'push,dangerous,format'])
  expect(stderr, `init exits with ${code}`).not.toContain('hookwright: ')
  return box
}

export async function examined(box: Sandbox): Promise<{ code: number | null; problems: readonly Finding[] }> {
  const { code, stdout } = await box.cli(['doctor', '--json'])
  const { sections, ok } = JSON.parse(stdout) as {
    ok: boolean
    sections: readonly { findings: readonly Finding[] }[]
  }
  expect(ok).toBe(code === 0)
  const all = sections.flatMap(({ findings }) => findings)
  return { code, problems: all.filter(({ state }) => state === 'problem') }
}

export function edit(box: Sandbox, file: string, change: (text: string) => string): void {
  box.write(file, change(box.read(file)))
}
