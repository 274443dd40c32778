import type { Clock } from '../../ports/clock.ts'
import type { GitHook } from '../contracts/model.ts'
import type { GroupReport, HookReport, ProjectReport } from './report.ts'
import type { Observer } from './request.ts'

/** A hook that was started and had not reported its result when the run was cut short. */
export type CutHook = {
  readonly path: string
  readonly hook: GitHook
  readonly ms: number
  /** How it ended, when it came to its end before the run was cut short. */
  readonly report?: HookReport
}

/** How far a run came that did not come to its end. */
export type Reached = {
  readonly projects: readonly ProjectReport[]
  readonly cut: readonly CutHook[]
}

/** An observer that also remembers how far the run came. */
export type Track = { readonly observer: Observer; reached(): Reached }

type Started = { readonly path: string; readonly at: number; ms?: number; report?: HookReport }

export function trackRun(observer: Observer, clock: Clock): Track {
  const groups = new Map<string, GroupReport[]>()
  const started = new Map<GitHook, Started>()
  return {
    observer: {
      ...observer,
      group(report, path) {
        groups.set(path, [...(groups.get(path) ?? []), report])
        report.hooks.forEach(({ hook }) => started.delete(hook))
        observer.group(report, path)
      },
      hook(change, hook, path, report) {
        const known = started.get(hook)
        if (change === 'started') started.set(hook, { path, at: clock.elapsed() })
        else if (known) {
          known.ms = clock.elapsed() - known.at
          if (report) known.report = report
        }
        observer.hook(change, hook, path, report)
      },
    },
    reached: () => ({
      projects: [...groups].map(([path, own]) => ({ path, groups: own })),
      cut: [...started].map(([hook, { path, at, ms, report }]) => ({
        hook,
        path,
        ms: ms ?? clock.elapsed() - at,
        ...(report && { report }),
      })),
    }),
  }
}
