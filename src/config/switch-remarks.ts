import type { Hook } from '../core/hook.ts'
import { notice, warning, type Issue } from '../core/issue.ts'
import { placeKey } from './former-id.ts'
import type { Switch } from './switch-store.ts'

/** Command lines of ours, with the options that name the same sources. */
export type Commands = { disable(id: string): string; enable(id: string): string }

export type SwitchRemark = { readonly about: Switch; readonly issue: Issue }

type Rules = {
  isFor(each: Switch, hook: Hook): boolean
  /** The hook is one of the user's, or of the project, as the switch is. */
  isAtHome(each: Switch, hook: Hook): boolean
  readonly commands: Commands
}

/** What the user should know about switches: the hook has changed, or has another id, or is known by its id alone. */
export function switchRemarks(
  switches: readonly Switch[],
  hooks: readonly Hook[],
  { isFor, isAtHome, commands }: Rules,
): readonly SwitchRemark[] {
  return switches.flatMap((about): readonly SwitchRemark[] => {
    const off = hooks.filter((hook) => isFor(about, hook))
    const [first] = off
    const home = hooks.filter((hook) => isAtHome(about, hook))
    const named =
      home.find((hook) => hook.id === about.id) ??
      home.find((hook) => isInPlaceOf(about, hook, switches, isFor))
    if (first !== undefined && about.meanings === undefined)
      return [{ about, issue: byIdAlone(first, commands) }]
    if (first !== undefined)
      return off.flatMap((hook) => (hook.id === about.id ? [] : [{ about, issue: renamed(hook, about) }]))
    return named === undefined ? [] : [{ about, issue: changed(named, about, commands) }]
  })
}

/** It took the place of what was switched off, in the same file, and is on itself. */
function isInPlaceOf(about: Switch, hook: Hook, switches: readonly Switch[], isFor: Rules['isFor']): boolean {
  const isThere = placeKey(hook) === about.place && hook.source.scope === about.scope
  return isThere && !switches.some((each) => isFor(each, hook))
}

function placeOf({ id, source }: Hook): Issue['place'] {
  return { file: source.file, pointer: source.pointer, hook: id }
}

function changed(hook: Hook, { id }: Switch, commands: Commands): Issue {
  const message =
    id === hook.id
      ? `Hook ${id} is not switched off any more: what you switched off under this id did something else.`
      : `Hook ${hook.id} is on: it stands where ${id} stood when you switched that off, and does something else.`
  return warning(
    'disable.changed',
    placeOf(hook),
    message,
    `Look at it. \`${commands.disable(hook.id)}\` switches it off as it is now; \`${commands.enable(id)}\` keeps it on and ends this message.`,
  )
}

function renamed(hook: Hook, { id }: Switch): Issue {
  return notice(
    'disable.renamed',
    placeOf(hook),
    `Hook ${hook.id} is off, because you switched it off when its id was ${id}.`,
  )
}

function byIdAlone(hook: Hook, commands: Commands): Issue {
  return notice(
    'disable.id-only',
    placeOf(hook),
    `Hook ${hook.id} is off by its id alone, as an older version wrote it: another hook with this id would be off too.`,
    `\`${commands.disable(hook.id)}\` ties it to what the hook does now.`,
  )
}
