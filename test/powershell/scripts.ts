import { expect } from 'vitest'
import type { ShellName } from '../../src/core/hook.ts'
import { createPlace, runCommand, summary, type Options } from '../shells/steps.ts'
import { PATH } from './program.ts'

export type Said = { readonly exit: number | string; readonly stdout: string; readonly stderr: string }

export type Scripted = Options & {
  readonly shell?: ShellName
  readonly args?: readonly string[]
  /** Variables besides PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a script through its adapter. Nothing stays behind in the scratch folder. */
export async function script(source: string, options: Scripted = {}): Promise<unknown> {
  const { shell = 'pwsh', args = [], env, place = createPlace(), step, ...others } = options
  const { outcome, left } = await runCommand(
    { kind: 'script', shell, source, args },
    {
      hook: { timeoutMs: 60_000 },
      ...others,
      place,
      step: { ...step, env: { PATH, HOME: place.home, ...env } },
    },
  )
  expect(left).toEqual([])
  return summary(outcome)
}

export const said = (stdout: string, exit = 0): Said => ({ exit, stdout, stderr: '' })

/** An error of PowerShell on stderr: its text is coloured and broken into lines, so single words are looked for. */
export const failed = (exit: number, word: string, stdout = ''): Said => ({
  exit,
  stdout,
  stderr: expect.stringContaining(word) as string,
})
