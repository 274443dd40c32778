import { programName } from '../analyze/programs/names.ts'
import type { Finding } from './finding.ts'
import { namedIn } from './code.ts'
import { actInText } from './own-commands.ts'
import { weakLaunch } from './launches.ts'
import type { Guarded } from './places.ts'

const WRITES =
  /(?:^|[\s;|({&])(?:set-content|sc|add-content|ac|out-file|remove-item|ri|rm|rmdir|rd|del|erase|move-item|mi|mv|move|copy-item|cpi|cp|copy|new-item|ni|rename-item|rni|ren|clear-content|clc|set-item|tee-object|tee|set-acl|robocopy|xcopy|expand-archive|invoke-webrequest|iwr|curl|wget|invoke-restmethod|irm|icacls|takeown|attrib|export-\w+|invoke-expression|iex|start-process|saps|git|python\d*|node|perl)\b|>|\[(?:system\.)?io\./i

/** PowerShell is not taken apart into words, so a name of a guarded file beside a program that writes is enough. */
export function judgePowerShell(text: string, guarded: Guarded, cwd: string): Finding | undefined {
  const plain = text.replace(/["'`]/g, '')
  const act = actInText(plain)
  if (act !== undefined && !/\s--?(?:help|dry-run)\b/.test(plain)) return { what: `run \`${act}\`` }
  if (/\b(?:stop-process|spps|kill|taskkill)\b/i.test(plain) && /hookwright/i.test(plain))
    return { what: 'end a process of Hookwright' }
  if (/core\.hookspath\s+\S/i.test(plain))
    return { what: 'change where git looks for its hooks (core.hooksPath)' }
  const launch = weakStart(plain)
  if (launch !== undefined) return { what: launch }
  const kind = WRITES.test(plain) ? namedIn(plain.replace(/\$env:/gi, '$'), guarded, [cwd]) : undefined
  return kind === undefined ? undefined : { what: `change ${kind}` }
}

/** A host that is started with less of its hooks, by its options or by variables that the line sets. */
function weakStart(text: string): string | undefined {
  const set = Array.from(text.matchAll(/\$env:(\w+)\s*=/gi), ([, name = '']) => name)
  for (const part of text.split(/[;|&\n]+/)) {
    const [program = '', ...args] = part.trim().split(/\s+/)
    const found = weakLaunch(programName(program).replace(/\.(?:exe|cmd|ps1)$/i, ''), args, set)
    if (found !== undefined) return found
  }
  return undefined
}
