import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { onPath, ROOT } from '../examples/project.ts'

/** Both names. On Linux `powershell` is the same program as `pwsh`: its command line is run, not the quirks of 5.1. */
export const SHELLS = ['pwsh', 'powershell'] as const

const program = find()

/** True where there is no PowerShell; the reason was printed. */
export const noPowershell: boolean = program === undefined

/** A folder with both names in it, for PATH. */
export const shells: string = program === undefined ? '' : folderWith(program)

/** The PATH of this machine, with PowerShell before everything else. */
export const PATH: string = [shells, process.env['PATH']].join(delimiter)

/** As `.ci/run` and `node scripts/powershell.mjs` find or install it; nothing is fetched here. */
function find(): string | undefined {
  if (process.platform === 'win32') return missing('these tests are written for POSIX systems')
  const { stdout } = spawnSync(process.execPath, ['scripts/powershell.mjs', '--find'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return stdout.trim() || missing('there is none; `node scripts/powershell.mjs` installs one from NuGet')
}

function missing(why: string): undefined {
  console.log(`not run: PowerShell (${why})`)
}

/** Started through a script, because tests start with an empty environment and nothing may be sent home. */
function folderWith(file: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-powershell-')))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const dotnet = onPath('dotnet')
  const root = process.env['DOTNET_ROOT'] ?? (dotnet && dirname(realpathSync(dotnet)))
  const lines = [
    '#!/bin/sh',
    'export POWERSHELL_TELEMETRY_OPTOUT=1 POWERSHELL_UPDATECHECK=Off DOTNET_ROLL_FORWARD=Major',
    ...(root ? [`export DOTNET_ROOT='${root}'`] : []),
    `exec '${file}' "$@"`,
  ]
  for (const name of SHELLS) writeFileSync(join(folder, name), `${lines.join('\n')}\n`, { mode: 0o755 })
  return folder
}
