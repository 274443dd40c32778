import { SHELLS, type ShellName } from '../../core/hook.ts'
import type { Issue } from '../../core/issue.ts'
import { note, ok, problem, stopsGuard, type Finding, type Section } from './finding.ts'

export type Machine = {
  readonly version: string
  /** Such as `v22.3.0`. */
  readonly node: string
  /** Absolute path of the Node that runs us. */
  readonly nodePath: string
  readonly platform: NodeJS.Platform
  /** Where a shell is; undefined: it is not on PATH. */
  readonly shellPath: (shell: ShellName) => string | undefined
  readonly state: { readonly dir: string; readonly problem: Issue | undefined }
  /** The process that answers agents; `off` where the environment says so. */
  readonly daemon: { readonly pid: number } | 'none' | 'off'
  /** Why no approval counts, although there may be some. */
  readonly approvals: Issue | undefined
}

/** What every hook needs of the machine. A shell that is missing matters only to hooks that name it: see guards. */
export function machineSection(machine: Machine): Section {
  return {
    title: 'Machine',
    findings: [
      ok('hookwright', machine.version),
      nodeFinding(machine),
      shellFinding(machine),
      ...stateFindings(machine),
      daemonFinding(machine),
    ],
  }
}

/** Without a daemon each call starts Node, so a missing one is a note and not a problem. */
function daemonFinding({ platform, daemon }: Machine): Finding {
  if (platform !== 'linux') return note('daemon', 'runs on Linux only; every call starts Node')
  if (daemon === 'off')
    return note('daemon', 'kept out of use by HOOKWRIGHT_DAEMON=off; every call starts Node')
  if (daemon === 'none') return note('daemon', 'none runs; the next call of an installed agent starts one')
  return ok('daemon', `runs as process ${daemon.pid}`)
}

const OLDEST = [20, 19] as const

function nodeFinding({ node, nodePath }: Machine): Finding {
  const [major = 0, minor = 0] = node.replace(/^v/, '').split('.').map(Number)
  const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])
  const text = `${node} at ${nodePath}`
  return isOld
    ? problem('node', `${text} is too old`, `Install Node ${OLDEST.join('.')} or newer.`)
    : ok('node', text)
}

/** Shells of the other system are not missed here. */
const ELSEWHERE: Readonly<Record<'windows' | 'posix', readonly ShellName[]>> = {
  windows: ['sh', 'bash'],
  posix: ['powershell', 'cmd'],
}

function shellFinding({ platform, shellPath }: Machine): Finding {
  const unusual = ELSEWHERE[platform === 'win32' ? 'windows' : 'posix']
  const usual = SHELLS.filter((shell) => !unusual.includes(shell) || shellPath(shell) !== undefined)
  const found = usual.filter((shell) => shellPath(shell) !== undefined)
  const missing = usual.filter((shell) => !found.includes(shell))
  const text = found.length === 0 ? 'none found' : found.join(', ')
  return ok('shells', missing.length === 0 ? text : `${text} (not found: ${missing.join(', ')})`)
}

function stateFindings({ state: { dir, problem: refused }, approvals }: Machine): readonly Finding[] {
  if (refused !== undefined) {
    const mend = refused.hint ?? `Make ${dir} a folder that only you can write to.`
    return [stopsGuard(problem('state folder', refused.message, mend))]
  }
  const found = ok('state folder', dir)
  if (approvals === undefined) return [found]
  return [
    found,
    stopsGuard(problem('approvals', approvals.message, approvals.hint ?? 'hookwright trust show')),
  ]
}
