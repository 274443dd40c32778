import { createConditionEvaluator } from '../../src/conditions/index.ts'
import { convertSources, type Conversion } from '../../src/cli/convert/convert-files.ts'
import { failureOf } from '../../src/cli/convert/translation.ts'
import { startedWords } from '../../src/cli/convert/words.ts'
import { parseConfig } from '../../src/config/parse.ts'
import type { Event } from '../../src/core/event.ts'
import type { Hook } from '../../src/core/hook.ts'
import type { Issue } from '../../src/core/issue.ts'
import { indexHooks, plan } from '../../src/core/planner.ts'
import type { Policy } from '../../src/core/policy.ts'
import type { Dialect } from '../../src/dialects/dialect.ts'
import { judge } from '../../src/engine/judge.ts'
import { places } from '../helpers/builders.ts'
import { dialects } from '../helpers/dialects.ts'

const here = places()

/** Hooks as their own host has them, and as the target's reader has what was written for it. */
export type Moved = {
  readonly before: readonly Hook[]
  readonly after: readonly Hook[]
  readonly conversion: Conversion
  /** What the target's reader says of the new file. */
  readonly issues: readonly Issue[]
}

/** Converts a file without touching the disk. */
export async function move(value: unknown, source: Dialect, file: string, to = 'hookwright'): Promise<Moved> {
  const side = await source.config()
  const reading = side.read({ file, scope: 'project', value }, here)
  const before = side.combine([reading], here).hooks
  const target = dialect(to)
  const writer = await target.writer?.()
  if (writer === undefined) throw new Error(`${to} has no writer`)
  const text = JSON.stringify(value)
  const sources = {
    files: [{ dialect: source.name, path: file, scope: 'project' as const, text }],
    hooks: before,
    issues: [],
    differing: new Set<string>(),
    besides: [],
  }
  const conversion = await convertSources(sources, { source, target, writer, named: [], places: here })
  const path = `${here.projectDir}/${writer.file}`
  const parsed = parseConfig(conversion.text, path)
  const read = (await target.config()).read({ file: path, scope: 'project', value: parsed.value }, here)
  return { before, after: read.hooks, conversion, issues: [...parsed.issues, ...read.issues] }
}

const evaluate = createConditionEvaluator({ home: '/home/dev', settingsBase: here.projectDir })

const POLICY: Policy = {
  refuse: (one) => (one.disabled ? { because: 'disabled', why: 'switched off' } : undefined),
  condition: (rule, event) => evaluate(rule, event),
}

/** What the steps of an event come down to: what starts, in which folder and with which variables, for how long. */
export async function stepsOf(event: Event, hooks: readonly Hook[]): Promise<readonly unknown[]> {
  // Which hooks count as equal differs between formats, and docs/convert.md says so; equal steps are joined below.
  const index = indexHooks(hooks.map(({ dedup: _d, dedupKeeps: _k, ...hook }) => hook))
  const { steps } = plan(event, index, judge(event, index, POLICY))
  const found = await Promise.all(steps.map(async ({ hook }) => JSON.stringify(await describe(hook))))
  return [...new Set(found)].map((each) => JSON.parse(each) as unknown)
}

async function describe(hook: Hook): Promise<unknown> {
  const { handler, timeoutMs, mode, wire, condition } = hook
  const common = { timeoutMs, mode, wire, condition, failure: failureOf(hook, dialect(hook.dialect)) }
  if (handler.type !== 'command') {
    const { plain: _p, headers = {}, ...rest } = { plain: '', ...handler } as Record<string, unknown>
    // A model answers every host alike; that it is shown another payload is told.
    const { wire: _w, ...asked } = common
    return { ...(handler.type === 'model' ? asked : common), ...rest, headers }
  }
  const { inlineForms: forms } = await dialect(wire).hooks()
  const words = startedWords(handler.start, { forms, platform: here.platform })
  return { ...common, words, env: handler.env, cwd: handler.cwd }
}

export function dialect(name: string): Dialect {
  const found = dialects.get(name)
  if (found === undefined) throw new Error(`no dialect "${name}"`)
  return found
}
