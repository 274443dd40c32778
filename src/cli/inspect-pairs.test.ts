import { expect, test } from 'vitest'
import { hook, places } from '../../test/helpers/builders.ts'
import { dialects } from '../../test/helpers/dialects.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import { inspectPairs } from './inspect-pairs.ts'

const FILE = '/home/dev/app/.github/hooks/a.json'
const POINTER = ['hooks', 'preToolUse', 0]

function inspect(entry: Readonly<Record<string, string>>, disabled?: string) {
  const files = memoryFiles({
    [FILE]: JSON.stringify({ hooks: { preToolUse: [entry] } }),
    '/home/dev/app/scripts/a.sh': '',
    '/home/dev/app/scripts/a.ps1': '',
  })
  const start = { kind: 'inline', form: 'bash-bare', command: entry['bash'] ?? '' } as const
  const ours = hook({
    dialect: 'copilot',
    handler: { type: 'command', start, cwd: '.' },
    source: { file: FILE, pointer: POINTER, scope: 'project' },
    ...(disabled !== undefined && { disabled }),
  })
  return inspectPairs([ours], { places: places(), files, dialects })
}

test('a script that only the other system runs, and that is not there, is a warning at its key', () =>
  expect(inspect({ bash: './scripts/a.sh', powershell: './scripts/gone.ps1' })).toMatchObject([
    {
      code: 'script.missing',
      severity: 'warning',
      message: expect.stringContaining('"./scripts/gone.ps1"') as unknown,
      place: { file: FILE, pointer: [...POINTER, 'powershell'] },
    },
  ]))

test.for<readonly [string, string, number]>([
  ['is there', './scripts/a.ps1', 0],
  ['is there, as Windows writes it', String.raw`.\scripts\a.ps1`, 0],
  ['is missing, as Windows writes it', String.raw`.\scripts\gone.ps1`, 1],
  ['is handed to pwsh', 'pwsh -NoProfile -File scripts/gone.ps1', 1],
  ['lies on a drive', String.raw`C:\hooks\gone.ps1`, 0],
  ['is no file', 'Write-Output x', 0],
  ['is filled in by the shell', '$env:HOOKS/gone.ps1', 0],
])('the script for PowerShell %s: %s', ([, powershell, count]) =>
  expect(inspect({ bash: './scripts/a.sh', powershell })).toHaveLength(count),
)

test('the command that runs here is looked at elsewhere', () =>
  expect(inspect({ bash: './scripts/gone.sh' })).toEqual([]))

test('an entry that is off says nothing', () =>
  expect(inspect({ bash: './scripts/a.sh', powershell: './gone.ps1' }, 'off')).toEqual([]))
