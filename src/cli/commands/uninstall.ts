import { jsonText } from '../json.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import { askDaemon } from '../../daemon/client.ts'
import { readEndpoint } from '../../daemon/endpoint.ts'
import type { BridgeFile } from '../../dialects/bridge-spec.ts'
import type { Places } from '../../dialects/dialect.ts'
import { hostNames } from '../../dialects/registry.ts'
import { alone } from '../../install/alone.ts'
import {
  readRegistered,
  recordRegistered,
  type Registered,
  type RegisteredKey,
} from '../../install/registered.ts'
import { applyRemoval, planRemoval, type Removal } from '../../install/remove.ts'
import { forgetHttpPlace } from '../../install/via-http.ts'
import { removeProgram } from '../../install/version-copy.ts'
import type { State } from '../../ports/state.ts'
import { openWorkspace, type Workspace } from '../../workspace/open.ts'
import { EXIT, type Invocation } from '../command.ts'
import { diffLines } from '../../core/diff-lines.ts'
import {
  checkHosts,
  GIT,
  isTarget,
  loadTargets,
  placesFor,
  scopeOf,
  type Target,
} from '../install-request.ts'
import { confirm } from '../person.ts'
import { renderIssue } from '../render/issue.ts'
import { createStyle, printable } from '../render/style.ts'
import { workspaceOptions } from '../workspace-options.ts'

/** Entries of one host in one place, and the files they stand in. */
type Leaving = {
  readonly target: Target
  readonly key: RegisteredKey
  readonly removals: readonly Removal[]
  readonly issues: readonly Issue[]
}

/** `hookwright uninstall [HOST…]`: takes our own entries away, and without a HOST the launcher and its copies too. */
export async function uninstall(invocation: Invocation): Promise<number> {
  const { args } = invocation
  checkHosts(args.positionals)
  const code = args.positionals.includes(GIT) ? await uninstallGit(invocation) : EXIT.ok
  const hosts = args.positionals.filter((name) => name !== GIT)
  if (args.positionals.length > 0 && hosts.length === 0) return code
  const workspace = await openWorkspace(workspaceOptions(invocation))
  const known = readRegistered(workspace.state)
  const targets = (await loadTargets(hosts.length > 0 ? hosts : hostNames)).filter(isTarget)
  const look = (): readonly Leaving[] =>
    targets
      .flatMap((target) => placesOf(target, { workspace, known: isIssue(known) ? [] : known, invocation }))
      .filter(({ removals, issues, key }) => removals.length + issues.length > 0 || isKnown(known, key))
  const endpoint = readEndpoint(workspace.state)
  const done = carryOut(look, { invocation, workspace, isEverything: hosts.length === 0 })
  // With the launcher its files are gone too.
  if (endpoint && readEndpoint(workspace.state) === undefined) await askDaemon(endpoint, 'stop')
  return Math.max(code, done)
}

function isKnown(known: readonly Registered[] | Issue, key: RegisteredKey): boolean {
  return (
    !isIssue(known) &&
    known.some(
      ({ host, scope, project }) => host === key.host && scope === key.scope && project === key.project,
    )
  )
}

type Looking = {
  readonly workspace: Workspace
  readonly known: readonly Registered[]
  readonly invocation: Invocation
}

/** Where entries of ours may be: in files that were written down, and where they would be written now. */
function placesOf(target: Target, { workspace, known, invocation: { args } }: Looking): readonly Leaving[] {
  const { places } = workspace
  const asked = scopeOf(args)
  const scopes =
    args.positionals.length === 0 && !args.options.has('project') ? (['user', 'project'] as const) : [asked]
  return scopes.map((scope) => {
    const here = placesFor(scope, places)
    const key = { host: target.dialect.name, scope, ...(scope === 'project' && { project: here.projectDir }) }
    const record = known.find(
      (each) => each.host === key.host && each.scope === scope && each.project === key.project,
    )
    const files = filesOf(target, { scope, places: here, record })
    const planned = files.flatMap(
      (file) => planRemoval(file, { spec: target.spec, state: workspace.state }) ?? [],
    )
    return {
      target,
      key,
      removals: planned.filter((each): each is Removal => !isIssue(each)),
      issues: planned.filter(isIssue),
    }
  })
}

type Where = {
  readonly scope: RegisteredKey['scope']
  readonly places: Places
  readonly record: Registered | undefined
}

function filesOf({ dialect, spec }: Target, { scope, places, record }: Where): readonly BridgeFile[] {
  const usual = Object.keys(dialect.events)
    .filter((event) => spec.skips?.includes(event) !== true)
    .flatMap((event) => spec.file(scope, places, event) ?? [])
  const [first] = usual
  const written = (record?.files ?? []).flatMap((path) => (first === undefined ? [] : [{ ...first, path }]))
  const all = [...written, ...usual]
  return all.filter(({ path }, index) => all.findIndex((each) => each.path === path) === index)
}

type Work = { readonly invocation: Invocation; readonly workspace: Workspace; readonly isEverything: boolean }

/** `look` is called once more after the person has agreed: the files may have changed while they were asked. */
function carryOut(look: () => readonly Leaving[], { invocation, workspace, isEverything }: Work): number {
  const { args, io } = invocation
  const leaving = look()
  const issues = leaving.flatMap((each) => each.issues)
  const removals = leaving.flatMap((each) => each.removals)
  if (args.options.has('dry-run')) return dryRun(removals, issues, invocation)
  const names = [
    ...new Set(leaving.filter((each) => each.removals.length > 0).map(({ target }) => target.dialect.title)),
  ]
  if (removals.length > 0) {
    const refusal = confirm(invocation, {
      question: `Remove the entries of hookwright from ${names.join(', ')}? Its hooks no longer run there.`,
      command: 'hookwright uninstall',
    })
    if (refusal !== undefined) {
      io.err(`hookwright: ${refusal}\n`)
      return EXIT.problem
    }
  }
  const { state } = workspace
  const done = alone(state, () => takeAway(look(), state))
  const { left, all, removed } = isIssue(done) ? { left: done, all: [done], removed: [] } : done
  const isEmpty = !isIssue(left) && left.length === 0 && all.length === 0
  if (args.options.has('json')) {
    const files = removed.map(({ file, text }) => ({
      path: file.shown,
      change: text === undefined ? 'deleted' : 'changed',
    }))
    io.out(jsonText({ ok: all.length === 0, files, launcher: isEmpty ? 'removed' : 'kept', issues: all }))
  } else {
    const lines = removed.map(
      ({ file, text }) => `${text === undefined ? 'Deleted' : 'Cleaned'} ${printable(file.shown)}`,
    )
    if (removals.length === 0) lines.push('No entry of hookwright was found.')
    if (isEmpty) lines.push('Removed the launcher.')
    else if (isEverything && !isIssue(left))
      lines.push(
        ...left.map(
          ({ host, project }) =>
            `Left: ${host} in ${printable(project ?? 'the home directory')}; run \`hookwright uninstall --project\` there.`,
        ),
      )
    if (lines.length > 0) io.out(`${lines.join('\n')}\n`)
    const style = createStyle(io.colour)
    for (const problem of all) io.err(`${renderIssue(problem, [], style).join('\n')}\n`)
  }
  return all.length === 0 ? EXIT.ok : EXIT.problem
}

type TakenAway = {
  readonly left: readonly Registered[] | Issue
  readonly removed: readonly Removal[]
  readonly all: readonly Issue[]
}

/** Removes entries, and the launcher with the last of them. */
function takeAway(leaving: readonly Leaving[], state: State): TakenAway {
  const now = Date.now()
  const removed: Removal[] = []
  const all = leaving.flatMap(({ key, issues, removals }) => {
    const failed = removals.flatMap((removal) => {
      const problem = applyRemoval(removal, state, now)
      if (problem === undefined) removed.push(removal)
      return problem ?? []
    })
    if (failed.length + issues.length > 0) return [...issues, ...failed]
    return recordRegistered(state, key, undefined) ?? []
  })
  forgetHttpPlace(state)
  const left = readRegistered(state)
  if (!isIssue(left) && left.length === 0 && all.length === 0) removeProgram(state)
  return { left, removed, all }
}

function dryRun(removals: readonly Removal[], issues: readonly Issue[], { args, io }: Invocation): number {
  const diff = removals.flatMap(({ file, text }) => [
    `--- ${printable(file.shown)}`,
    `+++ ${text === undefined ? '/dev/null' : printable(file.shown)}`,
    ...diffLines(file.text ?? '', text ?? ''),
  ])
  const ok = issues.length === 0
  if (args.options.has('json')) io.out(jsonText({ ok, dryRun: true, diff, issues }))
  else io.out(diff.length === 0 ? 'Nothing would change.\n' : `${diff.join('\n')}\n`)
  return ok ? EXIT.ok : EXIT.problem
}

async function uninstallGit(invocation: Invocation): Promise<number> {
  const { uninstall: run } = await import('../git/uninstall.ts')
  const cwd = invocation.args.options.get('cwd')
  return run({
    ...invocation,
    args: { positionals: [], options: new Map(cwd === undefined ? [] : [['cd', cwd]]) },
  })
}
