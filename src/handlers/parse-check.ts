import type { ShellName } from '../core/hook.ts'
import type { Outcome } from '../core/outcome.ts'
import type { Launch, ProcessLimits } from '../process/spawn.ts'
import { readComplaint, type ParseComplaint } from '../shells/complaint.ts'
import { isPosixShell } from '../shells/no-exec.ts'
import { SCRIPT_SHELLS } from '../shells/script.ts'
import type { Command } from '../shells/shell.ts'

export type ParseCheckParts = {
  readonly launch: (launch: Launch) => Promise<Outcome>
  readonly limits: ProcessLimits
  /** Variables for the shell: PATH finds it. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

const TIMEOUT_MS = 10_000

/**
 * Has a shell parse a script without running it, and returns its first complaint; undefined for a script that parses.
 * `shell` is a shell of `hookwright.yaml`, or the path or name of a POSIX shell. `cmd` cannot parse without running, so
 * that its scripts always pass; so does every script where the shell is not installed.
 */
export async function parseCheck(
  shell: ShellName | (string & {}),
  scriptText: string,
  { launch, limits, env, cwd }: ParseCheckParts,
): Promise<ParseComplaint | undefined> {
  const command = parserOf(shell)
  if (command === undefined) return undefined
  // The first would run a file of the user's.
  const { BASH_ENV: _, ENV: __, ...variables } = env
  const outcome = await launch({
    ...command,
    cwd,
    env: variables,
    input: scriptText,
    timeoutMs: TIMEOUT_MS,
    signal: new AbortController().signal,
    leftovers: 'terminate',
    limits,
  })
  if (outcome.kind !== 'exited' || outcome.code === 0) return undefined
  const { stdout, stderr } = outcome
  const first = `${stderr.text}\n${stdout.text}`.split('\n').find((line) => line.trim() !== '')
  return first === undefined ? undefined : readComplaint(first)
}

function parserOf(shell: string): Command | undefined {
  if (isPosixShell(shell)) return { file: shell, args: ['-n'] }
  if (shell !== 'pwsh' && shell !== 'powershell') return undefined
  const { program, flags } = SCRIPT_SHELLS[shell]
  return { file: program, args: [...flags, '-Command', POWERSHELL_PARSER] }
}

const POWERSHELL_PARSER = [
  '$errors = $null; $tokens = $null',
  '[void][System.Management.Automation.Language.Parser]::ParseInput([Console]::In.ReadToEnd(), [ref]$tokens, [ref]$errors)',
  'if ($errors.Count -eq 0) { exit 0 }',
  "[Console]::Error.WriteLine('powershell: line ' + $errors[0].Extent.StartLineNumber + ': ' + $errors[0].Message)",
  'exit 1',
].join('; ')
