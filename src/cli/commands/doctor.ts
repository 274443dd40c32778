import { relative } from 'node:path'
import type { Hook } from '../../core/hook.ts'
import type { Env } from '../../ports/env.ts'
import { systemFiles } from '../../ports/files.ts'
import { examine, type Examined } from '../check-all.ts'
import { EXIT, type Invocation } from '../command.ts'
import { daemonState } from '../daemon/places.ts'
import { findStatus } from '../daemon/status.ts'
import { agentsSection } from '../doctor/agents.ts'
import { filesSection, type HookStanding } from '../doctor/files.ts'
import type { Section } from '../doctor/finding.ts'
import { gitSection } from '../doctor/git.ts'
import { guardsSection } from '../doctor/guards.ts'
import { httpFindings } from '../doctor/http.ts'
import { launcherFindings } from '../doctor/launcher.ts'
import { lookAtAgents } from '../doctor/look-at-agents.ts'
import { lookAtGit } from '../doctor/look-at-git.ts'
import { machineSection, type Machine } from '../doctor/machine.ts'
import { preventsOn } from '../doctor/prevents.ts'
import { renderSections, summaryLine } from '../doctor/render.ts'
import { guardsIn, standingsOf } from '../doctor/standings.ts'
import { findOnPath } from '../inspect.ts'
import { jsonText } from '../json.ts'
import { fitLines } from '../render/wrap.ts'
import { version } from '../version.ts'

/** `hookwright doctor`: exit code 1 when a guard that the user approved cannot act. */
export async function doctor(invocation: Invocation): Promise<number> {
  const { args, io } = invocation
  const examined = await examine(invocation)
  const { workspace, hosts, issues } = examined
  // Without an agent here, what a deny can do on the hook's own wire counts.
  const prevents = preventsOn(hosts.length > 0 ? hosts : [...workspace.dialects.values()])
  const standings = standingsOf(ownHooks(examined), workspace, prevents)
  const guards = guardsIn(standings)
  const enable = (id: string): string => workspace.withSources(`hookwright enable ${id}`)
  const sections = [
    await machine(examined),
    agentsSection(await lookAtAgents({ examined, guards })),
    files(examined, standings),
    guardsSection(guards, { standings, issues, enable }),
    gitSection(await lookAtGit(invocation)),
  ]
  const isStopped = sections.some(({ findings }) => findings.some((each) => each.stopsGuard === true))
  if (args.options.has('json')) io.out(jsonText({ ok: !isStopped, guards, sections }))
  else {
    const lines = [
      ...renderSections(sections, io.colour),
      summaryLine(sections, { guards: guards.length, colour: io.colour }),
    ]
    io.out(`${fitLines(lines, io.columns).join('\n')}\n`)
  }
  return isStopped ? EXIT.problem : EXIT.ok
}

/** Without hooks that a host starts by itself: only what we would run has a state. */
function ownHooks({ hooks, workspace }: Examined): readonly Hook[] {
  const loaded = new Set(workspace.loaded.hooks)
  return hooks.filter((hook) => loaded.has(hook))
}

async function machine({ workspace }: Examined): Promise<Section> {
  const { env, places, state, trust } = workspace
  const { title, findings } = machineSection({
    version,
    node: process.version,
    nodePath: process.execPath,
    platform: env.platform,
    shellPath: (shell) => findOnPath(shell, { places, files: systemFiles }),
    state,
    daemon: await daemonOf(env),
    approvals: trust.problem,
  })
  return {
    title,
    findings: [...findings, ...(await launcherFindings(workspace)), ...(await httpFindings(workspace))],
  }
}

async function daemonOf(env: Env): Promise<Machine['daemon']> {
  if (env.variables['HOOKWRIGHT_DAEMON'] === 'off') return 'off'
  return (await findStatus(daemonState(env))) ?? 'none'
}

function files({ workspace }: Examined, hooks: readonly HookStanding[]): Section {
  const { loaded, trust, places, withSources } = workspace
  return filesSection({
    files: uniqueFiles(loaded.files),
    broken: loaded.broken.map(({ issue }) => ({
      path: issue.place.file ?? '',
      message: issue.message,
      wasApproved: trust.knows(issue.place.file ?? ''),
    })),
    hooks,
    commands: {
      approve: withSources('hookwright trust add'),
      revoke: withSources('hookwright trust revoke'),
      check: withSources('hookwright check'),
    },
    show: (path) => shortPath(path, places.projectDir),
  })
}

function uniqueFiles(
  all: Examined['workspace']['loaded']['files'],
): readonly { path: string; scope: string }[] {
  return [...new Map(all.map(({ path, scope }) => [path, { path, scope }])).values()]
}

/** Inside the project by its path there, else whole. */
function shortPath(path: string, projectDir: string): string {
  const inside = relative(projectDir, path)
  return inside.startsWith('..') || inside === '' ? path : inside
}
