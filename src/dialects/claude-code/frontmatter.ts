import type { Owner } from '../../core/hook.ts'
import { issue, type Issue } from '../../core/issue.ts'
import { readHookMap, reading } from '../_families/claude/hook-map.ts'
import type { JsonObject } from '../_families/claude/shape.ts'
import type { ConfigFile, ConfigReading, Places } from '../dialect.ts'
import { claudeCodeProfile as contract } from './profile.ts'

export function isMarkdown(file: string): boolean {
  return file.toLowerCase().endsWith('.md')
}

/** Hooks of a skill, a slash command or an agent: the key `hooks` of the YAML that begins its file. */
export function readFrontmatter(file: ConfigFile, places: Places): ConfigReading {
  const { hooks, name } = file.value as JsonObject & { hooks?: unknown; name?: unknown }
  if (hooks === undefined || hooks === null) return reading(file, {})
  const owner = ownerOf(file, name)
  if (owner.kind === 'agent' && file.isShipped) return reading(file, { issues: [shipped(file, owner)] })
  const found = readHookMap(hooks, {
    contract,
    file,
    places,
    owner,
    label: `${owner.kind}/${owner.name}`,
    pointer: ['hooks'],
    eventOf: owner.kind === 'agent' && !file.isMain ? ofSubagent : (event) => event,
  })
  return reading(file, { hooks: found.hooks, issues: found.issues })
}

/** What ends an agent that another one started is not the end of the turn. */
function ofSubagent(event: string): string {
  return event === 'Stop' ? 'SubagentStop' : event
}

/** What the caller did not say follows from the path: agents have a folder of their own. */
function ownerOf({ file, owner }: ConfigFile, name: unknown): Owner {
  const parts = file.split(/[\\/]/)
  const stem = (parts.at(-1) ?? '').replace(/\.md$/i, '')
  const fallback = stem.toUpperCase() === 'SKILL' ? (parts.at(-2) ?? stem) : stem
  const said = owner?.name ?? (typeof name === 'string' && name !== '' ? name : fallback)
  return {
    kind: parts.slice(0, -1).includes('agents') ? 'agent' : 'skill',
    root: file.slice(0, -((parts.at(-1) ?? '').length + 1)),
    ...owner,
    name: said.replaceAll(/[^\p{L}\p{N}._+@:-]+/gu, '-').slice(0, 80),
  }
}

function shipped({ file }: ConfigFile, { name }: Owner): Issue {
  const problem = `Agent "${name}" comes with a plugin, and agents of plugins may not have hooks; they are not loaded.`
  const hint = "Move the hooks to the plugin's hooks/hooks.json."
  return issue('agent.plugin', { file, pointer: ['hooks'] }, problem, hint)
}
