import type { Script } from '../../config/digest.ts'
import type { ScriptChange, TrustStatus } from '../../config/trust.ts'
import type { HookConfig, RepoConfig } from '../../git/config/config.ts'
import { HOOK_KEYS } from '../../git/config/hook-keys.ts'
import type { Gap } from '../../core/named-files.ts'
import { uncoveredLine } from '../render/approval.ts'
import { oneLine } from '../render/issue-line.ts'
import type { Style } from '../render/style.ts'

/** A hook of a git config as it stands for approval. */
export type GitCandidate = {
  readonly repo: RepoConfig
  readonly hook: HookConfig
  readonly status: TrustStatus
  readonly scripts: readonly Script[]
  readonly gaps: readonly Gap[]
  readonly changed: readonly ScriptChange[]
  /** The approved one, of a hook from another repository. */
  readonly commit?: string
}

/** Everything the file says of it: approving what one has not seen is no approval. */
export function candidateLines(candidate: GitCandidate, style: Style): readonly string[] {
  const { repo, hook, status, scripts, gaps, changed, commit } = candidate
  const colour = status === 'trusted' ? style.green : style.yellow
  const file = style.dim(oneLine(hook.place.file ?? ''))
  return [
    `${colour(status.padEnd(9))} ${style.bold(oneLine(hook.options.id))} ${file}`,
    indent(`repo: ${repoText(repo)}`),
    ...commitLines(repo, commit).map(indent),
    ...optionLines(hook.options).map(indent),
    ...scriptLines(repo, scripts).map((line) => style.dim(indent(line))),
    ...openLines(repo, gaps).map((line) => style.dim(indent(line))),
    ...changed.map((change) => style.red(indent(changeText(change)))),
  ]
}

/** What a file says for all of its hooks is part of each approval. */
export function settingLines(settings: Readonly<Record<string, unknown>>, style: Style): readonly string[] {
  const { file, repos: _, ...rest } = settings
  const pairs = Object.entries(rest).map(([key, value]) => indent(`${fileKey(key)}: ${valueText(value)}`))
  return pairs.length === 0 ? [] : [`for all hooks of ${style.dim(oneLine(String(file)))}`, ...pairs]
}

const indent = (line: string): string => `          ${oneLine(line)}`

function repoText(repo: RepoConfig): string {
  return repo.kind === 'remote' ? `${repo.url} at rev ${repo.rev}` : repo.kind
}

/** The commit is known only after an approval, because `show` contacts no repository. */
function commitLines({ kind }: RepoConfig, commit: string | undefined): readonly string[] {
  if (kind !== 'remote') return []
  return [`commit: ${commit ?? 'not known yet; `hookwright git trust add` fetches it, tells it and pins it'}`]
}

function optionLines(options: HookConfig['options']): readonly string[] {
  return Object.entries(HOOK_KEYS).flatMap(([key, { name }]) => {
    const value = options[key as keyof typeof options]
    if (value === undefined || key === 'id') return []
    const text = valueText(value)
    return text.includes('\n') ? [`${name}:`, ...text.trimEnd().split('\n')] : [`${name}: ${text}`]
  })
}

/** A text as it is, a pattern by its text, all else as JSON. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  const isPattern = typeof value === 'object' && value !== null && 'text' in value && 'test' in value
  return isPattern ? String(value.text) : JSON.stringify(value)
}

function fileKey(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function scriptLines(repo: RepoConfig, scripts: readonly Script[]): readonly string[] {
  if (scripts.length > 0) return scripts.map(({ path, sha256 }) => `${path} sha256 ${short(sha256)}`)
  return repo.kind === 'local' ? [NO_FILES] : []
}

const NO_FILES = 'covers no file of the project'

/** A hook of another repository runs what its commit holds, which is approved as such. */
function openLines(repo: RepoConfig, gaps: readonly Gap[]): readonly string[] {
  const line = repo.kind === 'local' ? uncoveredLine(gaps) : undefined
  return line === undefined ? [] : [line]
}

function changeText({ path, was, is }: ScriptChange): string {
  return `changed since it was approved: ${path} (was ${short(was)}, is ${short(is)})`
}

const short = (hash: string | undefined): string => hash?.slice(0, 16) ?? 'absent'
