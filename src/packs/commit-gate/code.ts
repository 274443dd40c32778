import * as path from 'node:path'
import type { Decision } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Note } from '../../core/outcome.ts'
import type { PackAnswer, PackContext } from '../code.ts'
import { foldersUp, lookAt, realPath, type Look } from '../projects/look.ts'
import { CHECK_KINDS, type Check, type CheckKind } from './check.ts'
import { commitFolders } from './commits.ts'
import { findChecks, type Wanted } from './find-checks.ts'
import { recall, remember, resultKey } from './remembered.ts'
import { repositoriesOf } from './repositories.ts'
import { failureText, unfinishedText } from './report.ts'
import { runChecks, timeLimit, type CheckResult, type TimeLimit } from './run-checks.ts'
import { treeState } from './tree-state.ts'

/** What the checks of one repository say about a commit. */
type Result = {
  readonly decision: Extract<Decision, 'none' | 'ask' | 'deny'>
  readonly text?: string
  readonly note: Note
}

/** Runs the checks of each repository in which a call makes a commit. */
export async function commitGate(event: Event, context: PackContext): Promise<PackAnswer> {
  const limit = timeLimit(context.timeoutMs)
  const look = lookAt(context.files)
  const project = realPath(context.files, event.projectDir) ?? event.projectDir
  const folders = await commitFolders(event, { context, look })
  const results: Result[] = []
  for (const [root, from] of repositoriesOf(folders, project, look))
    results.push(
      await checkRepository({ root, from, look, limit, context }),
      ...unreadPackages({ root, from, look, context }),
    )
  return results.length === 0 ? undefined : combined(results)
}

type Repository = {
  readonly root: string
  readonly from: string
  readonly look: Look
  readonly context: PackContext
}

async function checkRepository({
  root,
  from,
  look,
  limit,
  context,
}: Repository & { readonly limit: TimeLimit }): Promise<Result> {
  const checks = findChecks({ folder: root, top: root, look, context }, from, wantedBy(context))
  if (checks.length === 0) return { decision: 'none', note: { result: 'no checks' } }
  const key = await keyOf(root, checks, context)
  const known = key === undefined ? undefined : recall(key, context)
  if (known !== undefined) return fromMemory(known.failure, context.now() - known.at)
  const result = judge(await run(checks, limit, context), { root, context })
  if (key === undefined || !result.isSure) return result
  // A check that changed files has not checked the ones that are there now.
  if ((await keyOf(root, checks, context)) !== key)
    return result.decision === 'none' ? { ...result, text: CHANGED } : result
  const failure = result.decision === 'deny' ? { failure: result.text ?? '' } : {}
  remember({ key, at: context.now(), ...failure }, context)
  return result
}

const CHANGED =
  'The checks before this commit passed, and files of the work tree changed while they ran: see `git status` for what the commit does not hold.'

/** Whoever cannot read package.json does not know its checks; that is no pass. */
function unreadPackages({ root, from, look, context }: Repository): readonly Result[] {
  const { off, lines } = wantedBy(context)
  if (CHECK_KINDS.every((kind) => off.has(kind) || lines[kind].length > 0)) return []
  const file = foldersUp(from, root)
    .filter((folder) => look.has(folder, 'package.json'))
    .map((folder) => path.join(folder, 'package.json'))
    .find((each) => look.json(each) === undefined)
  if (file === undefined) return []
  const shown = path.relative(root, file)
  const text = `The commit is not checked as the project asks for: ${shown} cannot be read as an object of JSON of at most 1 MiB, so that its checks are not known. Mend it and commit again.`
  return [{ decision: whenMissing(context), text, note: { unread: 'package.json' } }]
}

function whenMissing({ options: { missing } }: PackContext): Result['decision'] {
  return missing === 'ask' || missing === 'deny' ? missing : 'none'
}

function wantedBy({ options }: PackContext): Wanted {
  const checks = options['checks'] as Readonly<Partial<Record<CheckKind, string>>>
  const lines = (kind: CheckKind): readonly string[] => options[kind] as readonly string[]
  return {
    off: new Set((Object.keys(checks) as CheckKind[]).filter((kind) => checks[kind] === 'off')),
    lines: { types: lines('types'), lint: lines('lint'), test: lines('test') },
  }
}

async function keyOf(
  root: string,
  checks: readonly Check[],
  context: PackContext,
): Promise<string | undefined> {
  if (context.options['cache'] === false) return undefined
  const state = await treeState(root, context)
  if (state === undefined) return undefined
  const commands = checks.map(({ kind, words, folder }) => [kind, folder, ...words].join('\0'))
  return resultKey([root, state, String(context.options['stopAtFirst']), ...commands])
}

function run(
  checks: readonly Check[],
  limit: TimeLimit,
  context: PackContext,
): Promise<readonly CheckResult[]> {
  const timeoutSeconds = Number(context.options['timeout'])
  const stopAtFirst = context.options['stopAtFirst'] === true
  return runChecks(checks, { timeoutSeconds, stopAtFirst, limit, context })
}

const SECOND_MS = 1_000

function fromMemory(failure: string | undefined, ageMs: number): Result {
  if (failure === undefined) return { decision: 'none', note: { result: 'passed before' } }
  const seconds = Math.floor(ageMs / SECOND_MS)
  const ago = `That was ${seconds} s ago, and no file has changed since. After two minutes the checks run again anyway.`
  return { decision: 'deny', text: `${failure}\n\n${ago}`, note: { result: 'failed before' } }
}

/** `isSure`: every check said something, so that the result may be remembered. */
type Judged = Result & { readonly isSure: boolean }

function judge(
  results: readonly CheckResult[],
  { root, context }: Pick<Repository, 'root' | 'context'>,
): Judged {
  const failed = results.filter((result) => result.kind === 'failed')
  const unfinished = results.filter((result) => result.kind === 'unfinished')
  const kinds = results.map(({ check }) => check.kind).join(' ')
  if (failed.length > 0)
    return {
      decision: 'deny',
      text: failureText(failed, root),
      isSure: unfinished.length === 0,
      note: { result: 'failed', checks: kinds },
    }
  if (unfinished.length === 0)
    return { decision: 'none', isSure: true, note: { result: 'passed', checks: kinds } }
  return {
    decision: whenMissing(context),
    text: unfinishedText(unfinished, root),
    isSure: false,
    note: { result: 'unfinished', checks: kinds },
  }
}

const STRICTNESS = ['none', 'ask', 'deny'] as const

/** The strictest decision, with what led to it; what is only to be known goes along as context. */
function combined(results: readonly Result[]): PackAnswer {
  const decision = STRICTNESS.findLast((each) => results.some((result) => result.decision === each)) ?? 'none'
  const texts = results.flatMap(({ text, decision: of }) =>
    text !== undefined && of === decision ? [text] : [],
  )
  const text = texts.join('\n\n')
  const note = Object.assign({}, ...results.map((result) => result.note)) as Note
  if (decision !== 'none') return { decision, reason: text, effects: [], issues: [], note }
  const effects = text === '' ? [] : [{ kind: 'add-context' as const, text }]
  return { decision, effects, issues: [], note }
}
