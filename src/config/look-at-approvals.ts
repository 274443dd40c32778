import * as path from 'node:path'
import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { warning, type Issue } from '../core/issue.ts'
import type { Skip } from '../core/plan.ts'
import type { Dialect, Places } from '../dialects/dialect.ts'
import { OWN_DIALECT } from '../dialects/registry.ts'
import type { Clock } from '../ports/clock.ts'
import type { Files } from '../ports/files.ts'
import type { State } from '../ports/state.ts'
import { findAbsences, keptApprovals, presentHooks, type Absence, type KeptApproval } from './absences.ts'
import type { Loaded } from './gather.ts'
import { markOf } from './guarded-places.ts'
import type { Present } from './hook-states.ts'
import { READ_BY_HOST } from './left-to-host.ts'
import { isLost, lostIssue, lostReason, standInForLost } from './lost-approvals.ts'
import { isInside, realPath } from './places.ts'
import { beginMemory, presentKey, writeMemory, type SessionMemory } from './session-memory.ts'
import { absentReason, couldRefuse, standInFor } from './stand-in.ts'
import type { Switches } from './switches.ts'
import type { Trust } from './trust.ts'

export type LookParts = {
  readonly trust: Trust
  readonly switches: Switches
  readonly state: State
  readonly places: Places
  readonly files: Files
  readonly clock: Clock
  readonly dialects: ReadonlyMap<string, Dialect>
  /** What the caller named: dialects and files. */
  readonly sources: readonly string[]
  /** What else tells two bridges of one session apart. */
  readonly others: readonly string[]
  readonly current: () => Loaded
  /** Hooks that a program added to those of files. */
  readonly added: () => readonly Hook[]
  readonly isGate: (event: Event) => boolean
  /** The caller vouches for the project as it is now. */
  readonly isTrusted: () => boolean
  /** The process outlives the event, so that it remembers a session without an id. */
  readonly livesOn: boolean
  /** Nothing is written down: the look is for an explanation. */
  readonly isDry: boolean
  readonly review: string
}

type Look = {
  readonly standIns: readonly Hook[]
  readonly issues: readonly Issue[]
  messages(unheard: readonly Skip[]): readonly string[]
  readonly isRemembered: boolean
  settle(isShown: boolean): void
}

/** Everything about one event that the steps of a look share. */
type Scene = {
  readonly parts: LookParts
  readonly event: Event
  readonly gated: readonly Hook[]
  readonly kept: readonly KeptApproval[]
  /** Undefined at the first event of a session, and where there is no session. */
  readonly memory: SessionMemory | undefined
  readonly hasSession: boolean
  /** Something was approved here, and nobody knows what. */
  readonly isLost: boolean
  /** Asked for only when needed: it loads node:crypto. */
  readonly present: () => readonly Present[]
  readonly absences: () => readonly Absence[]
}

/** Returns what looks at the approvals of the project at each event, and keeps what a session has seen and was told. */
export function openLook(parts: LookParts): (event: Event) => Look {
  let own: SessionMemory | undefined
  return (event) => {
    const { name, memory } = recall(event, parts, own)
    const hasSession = name !== undefined || parts.livesOn
    const scene = sceneOf(parts, event, { memory, hasSession })
    const mark = markNow(scene)
    // Where nobody remembers, a survey would tell the same at every event.
    const told = !hasSession || memory?.mark === mark ? NOTHING_NEW : survey(scene)
    let messages = [...(memory?.pending ?? []), ...told.texts]
    let heard: readonly string[] = []
    return {
      standIns: standInsOf(scene),
      issues: told.issues,
      messages(unheard) {
        heard = changedTexts(unheard, parts).filter((text) => memory?.told.includes(text) !== true)
        messages = [...new Set([...messages, ...heard])]
        return hasSession ? messages : []
      },
      isRemembered: hasSession,
      settle(isShown) {
        const isSame = told === NOTHING_NEW && heard.length === 0 && (messages.length === 0 || !isShown)
        if (!hasSession || parts.isDry || isSame) return
        const next: SessionMemory = {
          present: [...new Set([...(memory?.present ?? []), ...told.present])],
          told: [...(memory?.told ?? []), ...told.names, ...heard],
          pending: isShown ? [] : messages,
          mark,
        }
        if (name === undefined) own = next
        else writeMemory(parts.state, name, next)
      },
    }
  }
}

/** Other bytes in a script show only when its event comes, and at one that decides nothing no question is asked. */
function changedTexts(unheard: readonly Skip[], { review }: LookParts): readonly string[] {
  return unheard.flatMap(({ hook: { id }, because, why }) =>
    because === 'changed' ? absentReason({ state: 'changed', approval: { id }, why }, review) : [],
  )
}

type Recalled = { readonly name: string | undefined; readonly memory: SessionMemory | undefined }

/** Without a name there is no session to remember; nor is there where nothing can be written down. */
function recall(event: Event, parts: LookParts, own: SessionMemory | undefined): Recalled {
  const name = event.sessionId === undefined ? undefined : memoryName(event, parts)
  const known = name === undefined ? 'unknown' : beginMemory(parts.state, name, parts.isDry)
  return known === 'unknown' ? { name: undefined, memory: own } : { name, memory: known }
}

function memoryName({ host, sessionId }: Event, { sources, others }: LookParts): string {
  return markOf(JSON.stringify([host, sessionId, sources, others]))
}

function sceneOf(
  parts: LookParts,
  event: Event,
  { memory, hasSession }: Pick<Scene, 'memory' | 'hasSession'>,
): Scene {
  const { trust, current, added } = parts
  const { hooks, commands = {}, broken, issues } = current()
  const fromFiles = [...hooks, ...Object.values(commands).flat()]
  const gated = [...new Set([...fromFiles, ...added()])].filter(trust.isGated)
  const kept = keptApprovals(trust.stored())
  let present: readonly Present[] | undefined
  let absences: readonly Absence[] | undefined
  const presentNow = (): readonly Present[] => (present ??= presentHooks(gated, trust))
  const files = {
    broken: new Set(broken.flatMap((each) => each.issue.place.file ?? [])),
    left: new Set(issues.flatMap(({ code, place }) => (code === READ_BY_HOST ? (place.file ?? []) : []))),
  }
  return {
    parts,
    event,
    gated,
    kept,
    memory,
    hasSession,
    isLost: !parts.isTrusted() && isLost(trust),
    present: presentNow,
    absences: () => (absences ??= isVouched(parts) ? [] : findAbsences(presentNow(), kept, files)),
  }
}

function isVouched({ isTrusted, trust }: LookParts): boolean {
  return isTrusted() || trust.problem !== undefined
}

/** Changes with the hooks of the project and with its approvals. */
function markNow({ gated, kept, parts, isLost: lost }: Scene): string {
  const shapes = gated.map(({ id, source, named: _n, namedFilled: _f, ...rest }) => [id, source.file, rest])
  const { broken } = parts.current()
  return markOf(
    JSON.stringify([shapes, kept.map(({ key }) => key), broken.map(({ issue }) => issue.place.file), lost]),
  )
}

type Told = {
  readonly texts: readonly string[]
  readonly issues: readonly Issue[]
  readonly names: readonly string[]
  readonly present: readonly string[]
}

const NOTHING_NEW: Told = { texts: [], issues: [], names: [], present: [] }

/** Everything that the person should know about the hooks of the project, but for what was told before. */
function survey(scene: Scene): Told {
  const { kept, memory } = scene
  const meanings = new Set(scene.present().map(({ meaning }) => meaning))
  const there = kept.filter(({ approval }) => meanings.has(approval.meaning))
  const known = new Set(memory?.told)
  const news = [...lostNews(scene), ...absenceNews(scene), ...newHooks(scene)].filter(
    ({ name }) => !known.has(name),
  )
  const untold = news.filter(({ text }) => text !== undefined)
  return {
    texts: [...new Set(untold.flatMap(({ text }) => text ?? []))],
    issues: [...new Map(untold.map((each) => [each.text, each.issue])).values()],
    names: news.map(({ name }) => name),
    present: there.map(({ dir, approval }) => presentKey(dir, approval.meaning)),
  }
}

type News = { readonly name: string; readonly text: string | undefined; readonly issue: Issue }

function lostNews({ isLost: lost, parts: { state, review } }: Scene): readonly News[] {
  if (!lost) return []
  return [{ name: 'lost', text: lostReason(state, review), issue: lostIssue(state, review) }]
}

function absenceNews(scene: Scene): readonly News[] {
  const { review } = scene.parts
  const told = scene.absences().filter((absence) => isTold(absence, scene))
  return told.map((absence) => {
    const { state, approval } = absence
    const text = absentReason(absence, review)
    const place = { hook: approval.id, file: approval.file }
    const name = `${state} ${absence.dir} ${approval.meaning}`
    return {
      name,
      text,
      issue: warning(`trust.${state === 'gone' ? 'gone' : 'redefined'}`, place, `${text}.`),
    }
  })
}

function isTold(absence: Absence, scene: Scene): boolean {
  if (isOff(absence, scene)) return false
  return absence.state === 'changed' || wasPresent(absence, scene) || isExpected(absence, scene)
}

function isOff({ approval: { id, meaning, form } }: Absence, { parts, event }: Scene): boolean {
  return parts.switches.isOff({ id, meaning, scope: form.scope }, event)
}

function wasPresent({ dir, approval }: Absence, { memory }: Scene): boolean {
  return memory?.present.includes(presentKey(dir, approval.meaning)) === true
}

/** Whether this call would have read the hook, as far as its approval can tell: other bridges read other sources. */
function isExpected({ dir, isOwn, approval: { file, form } }: Absence, { parts }: Scene): boolean {
  const { sources, places, files } = parts
  if (form.scope !== 'project' && form.scope !== 'local') return false
  if (!isOwn && isOtherProject(dir, parts)) return false
  const isNamed = sources.some((source) => path.resolve(places.startDir, source) === file)
  if (isNamed || form.imported === true) return true
  if (!sources.includes(form.dialect)) return false
  // The own file is looked for from here upwards; one in another folder is not read here.
  return (
    form.dialect !== OWN_DIALECT ||
    isInside(realPath(places.startDir, files), realPath(path.dirname(file), files))
  )
}

/** A repository inside another project is a project of its own. */
function isOtherProject(dir: string, { places, files }: LookParts): boolean {
  const project = realPath(places.projectDir, files)
  if (isInside(dir, project)) return false
  return files.kind(path.join(places.projectDir, '.git')) !== undefined
}

/** One sentence for all hooks that wait, and one name for each of them. */
function newHooks(scene: Scene): readonly News[] {
  const { parts, kept, memory, event, hasSession } = scene
  // A program hears of them with every verdict that they would have had a part in.
  if (!hasSession || parts.livesOn || parts.isTrusted()) return []
  const approved = new Set(parts.trust.stored().map(({ approval }) => approval.meaning))
  const paired = new Set(kept.map(({ approval }) => `${approval.file}\0${approval.id}`))
  const waiting = scene.present().filter(({ hook, meaning }) => {
    if (hook.disabled !== undefined || approved.has(meaning) || paired.has(`${hook.source.file}\0${hook.id}`))
      return false
    return parts.switches.refuse(hook, event) === undefined && !memory?.told.includes(`new ${meaning}`)
  })
  if (waiting.length === 0) return []
  const ids = [...new Set(waiting.map(({ hook }) => hook.id))]
  const text = newText(ids, parts)
  const place = { file: waiting[0]?.hook.source.file ?? '' }
  const issue = warning('trust.new', place, text)
  return [...new Set(waiting.map(({ meaning }) => `new ${meaning}`))].map((name) => ({ name, text, issue }))
}

function newText(ids: readonly string[], { places, review }: LookParts): string {
  const what = ids.length === 1 ? '1 project hook' : `${ids.length} project hooks`
  const names = ids.length > 3 ? `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more` : ids.join(', ')
  return `skipped ${what} of ${places.projectDir} not approved: ${names}; review with \`${review}\``
}

/** Only at events where the host waits to hear whether the action may happen. */
function standInsOf(scene: Scene): readonly Hook[] {
  const { kept, event, parts } = scene
  const own = parts.dialects.get(OWN_DIALECT)
  if (scene.isLost && own !== undefined && parts.isGate(event))
    return [parts.trust.admit(standInForLost(event.name, { ...parts, dialect: own }))]
  const mayMatter = kept.some((each) => each.approval.form.event === event.name && couldRefuse(each))
  if (!mayMatter || !parts.isGate(event)) return []
  return scene
    .absences()
    .filter((each) => each.approval.form.event === event.name && couldRefuse(each) && mustAsk(each, scene))
    .map((absence) => {
      const { dialect } = absence.approval.form
      const known = parts.dialects.has(dialect) ? dialect : OWN_DIALECT
      return parts.trust.admit(standInFor(absence, { review: parts.review, dialect: known }))
    })
}

/** Gone before the session began is only told. Without a session nobody knows when, and silence would be worse. */
function mustAsk(absence: Absence, scene: Scene): boolean {
  if (isOff(absence, scene)) return false
  if (absence.state === 'changed' || wasPresent(absence, scene)) return true
  return !scene.hasSession && isExpected(absence, scene)
}
