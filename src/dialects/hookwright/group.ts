import { issue, type Issue } from '../../core/issue.ts'
import { readGroup } from '../_families/claude/groups.ts'
import { at, type JsonObject } from '../_families/claude/shape.ts'
import { hookwrightProfile } from './profile.ts'
import { withConnection } from './handler.ts'
import { Entry } from './schema-entry.ts'
import { placeOf, type Read, type Spot } from './spot.ts'

/** A block of Claude Code settings, read by Claude Code's rules. */
export function readBlock(group: JsonObject, spot: Spot): Read {
  const { event, index, scope, file, defaults, startDir } = spot
  const misplaced = entryKeys(group, spot)
  if (misplaced.length > 0) return { hooks: [], issues: misplaced }
  const { hooks, issues } = readGroup(group, {
    event,
    contract: hookwrightProfile,
    dialect: hookwrightProfile.name,
    wire: hookwrightProfile.wire,
    file,
    scope,
    pointer: ['hooks', event, index],
    onFailure: defaults.onFailure ?? 'ignore',
    detach: false,
    id: (handler) => `hookwright:${scope}:${event}:${index}.${handler}`,
    projectDir: startDir,
  })
  const stopOnDeny = defaults.stopOnDeny ?? false
  return {
    hooks: hooks.map((hook) => ({
      ...hook,
      stopOnDeny,
      handler: withConnection(hook.handler, spot.servers),
    })),
    issues,
  }
}

/** Claude Code ignores keys it does not know; one of ours that is ignored could be a guard that is off. */
function entryKeys(group: JsonObject, spot: Spot): readonly Issue[] {
  const place = placeOf(spot)
  const ours = Object.keys(Entry.shape).filter((key) => key !== 'matcher' && Object.hasOwn(group, key))
  return ours.map((key) =>
    issue(
      'hook.handler',
      at(place, key),
      `"${key}" has no meaning beside "hooks", which makes this a block of Claude Code settings.`,
      `Move "${key}" to an entry of its own, with its "command" and without "hooks".`,
    ),
  )
}
