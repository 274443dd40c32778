import { isIssue, warning, type Issue } from '../../core/issue.ts'
import { attach, signalCode } from '../../process/attach.ts'
import type { HookType } from '../contracts/model.ts'
import { resolveProgram } from '../languages/program.ts'
import { hookPath, isExecutable, legacyOf, readHookFile } from './hook-file.ts'

export type LegacyRequest = {
  /** The folder of the hook that git started. */
  readonly dir: string
  readonly type: HookType
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly platform: NodeJS.Platform
  /** Absent: it reads what git writes. */
  readonly input?: Uint8Array
}

export type LegacyEnd = {
  readonly code: number
  /** Somebody wants us to end. */
  readonly isStopped?: boolean
  readonly issues: readonly Issue[]
}

/** Says which hook of somebody else is under way, so that one that leads back here is noticed. */
const CURRENT = 'HOOKWRIGHT_LEGACY_HOOK'

/** What was there before us runs first; its code counts where ours is 0. */
export async function runLegacy(request: LegacyRequest): Promise<LegacyEnd> {
  const path = legacyPath(request)
  const file = readHookFile(path)
  if (file.kind !== 'file' || !isExecutable(path)) return { code: 0, issues: [] }
  // It would run the same config a second time, or us for ever.
  if (file.runner !== undefined) return { code: 0, issues: [runner(path, file.runner)] }
  const [program = path, ...words] = request.platform === 'win32' ? resolveProgram(path, request) : [path]
  const end = await attach({
    file: program,
    args: [...words, ...request.args],
    cwd: request.cwd,
    env: { ...request.env, HOOKWRIGHT_RUNNING_LEGACY: '1', PREK_RUNNING_LEGACY: '1', [CURRENT]: path },
    ...(request.input && { input: request.input }),
  })
  if (isIssue(end)) return { code: 1, issues: [end] }
  return end.by === undefined
    ? { code: end.code, issues: end.code === 0 ? [] : [failedWith(path, end.code)] }
    : { code: signalCode(end.by), isStopped: true, issues: [] }
}

export function hasLegacy(request: Pick<LegacyRequest, 'dir' | 'type'>): boolean {
  return isExecutable(legacyPath(request))
}

/** Why this call must not go on: its hook was started by the very hook it would start, or by another runner. */
export function findLoop({
  dir,
  type,
  env,
}: Pick<LegacyRequest, 'dir' | 'type' | 'env'>): 'legacy-calls-us' | 'other-runner' | undefined {
  if (env['HOOKWRIGHT_RUNNING_LEGACY'] !== undefined && env[CURRENT] === legacyPath({ dir, type }))
    return 'legacy-calls-us'
  const [hook, legacy] = [readHookFile(hookPath(dir, type)), readHookFile(legacyPath({ dir, type }))]
  const isOurs = legacy.kind === 'file' && legacy.runner === 'hookwright'
  const isTheirs = hook.kind === 'file' && (hook.runner === 'prek' || hook.runner === 'pre-commit')
  return isOurs && isTheirs ? 'other-runner' : undefined
}

function legacyPath({ dir, type }: Pick<LegacyRequest, 'dir' | 'type'>): string {
  return legacyOf(hookPath(dir, type))
}

/** It may have failed without a word. */
function failedWith(path: string, code: number): Issue {
  return warning('legacy.failed', {}, `The hook \`${path}\` failed with exit code ${code}.`)
}

function runner(path: string, name: string): Issue {
  return warning(
    'legacy.runner',
    { file: path },
    `\`${path}\` is a hook of ${name}, which runs the same config; it was not started.`,
    'Delete it.',
  )
}
