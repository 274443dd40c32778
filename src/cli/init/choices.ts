import * as fs from 'node:fs'
import * as path from 'node:path'
import { findAgents } from '../../install/agents.ts'
import { systemFiles } from '../../ports/files.ts'
import type { Workspace } from '../../workspace/open.ts'
import { saidCall, saidUrl } from '../bridge-call.ts'
import { hooksOfHosts } from '../host-hooks.ts'
import { hostsInUse } from '../host-power.ts'
import { findOnPath } from '../inspect.ts'
import { isTarget, loadTargets } from '../install-request.ts'
import type { Choices } from './questions.ts'

/** Looks at what is here: agents, hooks in their files, and a hookwright file. */
export async function choicesFor({ places, loaded }: Workspace): Promise<Choices> {
  const around = { places, files: systemFiles }
  const found = await loadTargets(findAgents(around).map(({ name }) => name))
  const agents = found.filter(isTarget).map(({ dialect: { name, title } }) => ({ name, title }))
  const hosts = await hostsInUse(places, systemFiles)
  const { hooks } = await hooksOfHosts(hosts, { ...around, besides: new Set() })
  const own = hooks.filter(
    ({ handler }) =>
      !(handler.type === 'command' && handler.start.kind === 'inline' && saidCall(handler.start.command)) &&
      !(handler.type === 'http' && saidUrl(handler.url)),
  )
  const counts = hosts.map(({ name }) => ({
    name,
    hooks: own.filter(({ dialect }) => dialect === name).length,
  }))
  return {
    agents,
    importable: counts.filter((each) => each.hooks > 0),
    hasFile: loaded.files.some(({ scope }) => scope === 'project') || hasAny(places.projectDir),
    lacks: ({ needs = [] }) => needs.filter((program) => findOnPath(program, around) === undefined),
  }
}

/** Also one that cannot be loaded. */
function hasAny(projectDir: string): boolean {
  return ['yaml', 'json', 'toml'].some((ending) =>
    fs.existsSync(path.join(projectDir, `hookwright.${ending}`)),
  )
}
