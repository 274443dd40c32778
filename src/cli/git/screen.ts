import type { Issue } from '../../core/issue.ts'
import type { GitHook } from '../../git/contracts/model.ts'
import type { GroupReport, HookStatus, ProjectReport } from '../../git/run/report.ts'
import type { Observer } from '../../git/run/request.ts'
import { lastValue, UsageError, type ParsedArgs } from '../args.ts'
import type { Io } from '../io.ts'
import { printable } from '../render/style.ts'
import { issueText } from './issues.ts'
import { groupLines, lineWidth, projectLine, type Look } from './lines.ts'
import { createProgress } from './progress.ts'

export type ScreenOptions = {
  readonly colour: boolean
  readonly isVerbose: boolean
  /** 1: only failures; 2: nothing. */
  readonly quiet: number
  readonly hidden: readonly string[]
  readonly hasProgress: boolean
  readonly isJson: boolean
  /** A hint that reads well in a log of CI. */
  readonly isCi: boolean
}

export function screenOptions(
  args: ParsedArgs,
  { io, variables }: { readonly io: Io; readonly variables: Readonly<Record<string, string>> },
): ScreenOptions {
  const count = (name: string): number => args.options.get(name)?.length ?? 0
  if (count('quiet') > 0 && count('verbose') > 0)
    throw new UsageError('--quiet and --verbose cannot be used together.')
  const colour = lastValue(args, 'color') ?? variables['PREK_COLOR'] ?? 'auto'
  return {
    colour: colour === 'auto' ? io.colour : colour === 'always',
    isVerbose: count('verbose') > 0,
    quiet: count('quiet') || Number(variables['PREK_QUIET'] ?? 0) || 0,
    hidden: args.options.get('hide-status') ?? [],
    hasProgress: io.watched && !args.options.has('no-progress'),
    isJson: args.options.has('json'),
    isCi: variables['CI'] !== undefined,
  }
}

/** Shows a run while it happens: of one project group by group, of several each with its end. */
export function createScreen(io: Io, options: ScreenOptions): Observer {
  const progress = createProgress(io, options.hasProgress)
  const shown = new Set<GroupReport>()
  let look: Look | undefined
  let hasHeads = false
  const print = (lines: readonly string[]): void => {
    if (lines.length > 0) progress.aside(() => io.out(`${lines.join('\n')}\n`))
  }
  return {
    notice: (problem: Issue) => progress.aside(() => io.err(issueText(problem, options))),
    planned({ names, projects }) {
      hasHeads = projects.length > 1 || projects.some((path) => path !== '')
      look = lookOf(names, options)
    },
    group(report) {
      if (look === undefined || options.isJson || hasHeads) return
      shown.add(report)
      print(groupLines(report, look))
    },
    project(report) {
      if (look === undefined || options.isJson) return
      const rest = report.groups.filter((group) => !shown.has(group))
      print(projectLines({ ...report, groups: rest }, { look, hasHead: hasHeads, options }))
    },
    hook: (change, hook: GitHook) => progress.hook(change, hook.name),
    progress: (text) => progress.note(text),
    diff: (text) => progress.aside(() => showDiff(text, { io, options })),
  }
}

function lookOf(names: readonly string[], options: ScreenOptions): Look {
  const { colour, isVerbose: verbose } = options
  return { colour, verbose, width: lineWidth(names), isShown: (status) => isShown(status, options) }
}

type Shown = { readonly look: Look; readonly hasHead: boolean; readonly options: ScreenOptions }

function projectLines(report: ProjectReport, { look, hasHead, options }: Shown): readonly string[] {
  const indent = hasHead ? '  ' : ''
  const lines = report.groups.flatMap((group) => groupLines(group, look, indent))
  return hasHead && options.quiet === 0 ? [projectLine(report, look), ...lines] : lines
}

function isShown(status: HookStatus, { quiet, hidden }: ScreenOptions): boolean {
  if (quiet > 0) return quiet === 1 && status === 'failed'
  return !hidden.includes(status)
}

function showDiff(text: Uint8Array, { io, options }: { io: Io; options: ScreenOptions }): void {
  if (options.isJson) return
  if (options.isCi) {
    io.out(
      '\nhint: Some hooks made changes to the files.\nTo do the same on your machine, run: `hookwright git run --all-files`\nTo run them at every commit, set them up with `hookwright git install`.\n\n',
    )
  }
  // What a hook wrote into a file must not steer the terminal either.
  io.out(
    `All changes made by hooks:\n${printable(Buffer.from(text).toString('utf8').replaceAll('\r\n', '\n'))}`,
  )
}
