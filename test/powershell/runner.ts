import { join } from 'node:path'
import { noJq, type Runner } from '../examples/project.ts'
import { noPowershell, shells } from './program.ts'

/** As Copilot CLI starts `powershell` entries where PowerShell 7 is. The stand-ins for npm need jq. */
export const runner: Runner = {
  isMissing: noPowershell || noJq,
  command: ({ powershell }) => [
    join(shells, 'pwsh'),
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    powershell,
  ],
  notFound: (program) => `${program} was not found on PATH\\.`,
}
