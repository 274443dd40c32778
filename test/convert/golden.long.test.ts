import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Event } from '../../src/core/event.ts'
import { isIssue } from '../../src/core/issue.ts'
import { OWN_DIALECT } from '../../src/dialects/registry.ts'
import { dialects } from '../helpers/dialects.ts'
import type { Case } from '../conformance/perform.ts'
import { move, stepsOf } from './moved.ts'

const hosts = [...dialects.values()].filter(({ name }) => name !== OWN_DIALECT)
const held = hosts
  .map((source) => ({ source, cases: casesOf(source.name) }))
  .filter(({ cases }) => cases.length > 0)

/** Every golden config of a host, with the event of its case. */
describe.for(held)('golden configs of $source.name, moved to hookwright', ({ source, cases }) => {
  test.for(cases)('%s plans the same steps', async ([, { config, event: payload, native }]) => {
    const { file, value } = fileOf(config)
    const { before, after, conversion, issues } = await move(value, source, file)
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
    const written = new Set(conversion.hooks.flatMap(({ hook, written: entry }) => (entry ? hook.id : [])))
    const kept = before.filter(({ id }) => written.has(id))
    const event = decode(payload, native)
    const [now, then] = [await stepsOf(event, after), await stepsOf(event, kept)]
    const losses = conversion.hooks.flatMap((hook) => hook.losses)
    // A folder that is another one says so; for everything else the steps are compared without it.
    const isMoved = losses.some(({ part }) => part === 'cwd')
    const [found, wanted] = isMoved ? [now.map(withoutFolder), then.map(withoutFolder)] : [now, then]
    // What means more than before says so; it may never mean less.
    // Of several native events about one action, a moved hook runs at whichever fires.
    const isShared = before.some((hook) => hook.native !== undefined && hook.native !== hook.event)
    const isTold = isShared || losses.some(({ part, effect }) => part === 'matcher' || effect === 'wider')
    const same = new Set(wanted.map((step) => JSON.stringify(step)))
    expect(isTold ? found.filter((step) => same.has(JSON.stringify(step))) : found).toEqual(wanted)
  })

  function decode(payload: unknown, native: string | undefined): Event {
    const bytes = new TextEncoder().encode(JSON.stringify(payload))
    const said = native === undefined ? {} : { event: native }
    const event = source.decodeEvent({
      bytes,
      startDir: '/home/dev/app',
      projectDir: '/home/dev/app',
      at: 0,
      ...said,
    })
    if (isIssue(event)) throw new Error(event.message)
    return event
  }
})

function withoutFolder(step: unknown): unknown {
  const { cwd: _, ...rest } = step as Readonly<Record<string, unknown>>
  return rest
}

type FileRecord = {
  readonly scope: string
  readonly value: unknown
  readonly owner?: unknown
  readonly file?: string
}

function fileOf(config: unknown): { readonly file: string; readonly value: unknown } {
  const record = Array.isArray(config) ? (config as FileRecord[])[0] : undefined
  return { file: record?.file ?? '/home/dev/app/.claude/settings.json', value: record?.value ?? config }
}

/** Cases of one project file that the host of the folder reads on this system. */
function casesOf(dialect: string): (readonly [string, Case])[] {
  const root = join(import.meta.dirname, '../conformance', dialect)
  if (!existsSync(root)) return []
  const all = readdirSync(root).map(
    (name) => [name, JSON.parse(readFileSync(join(root, name, 'case.json'), 'utf8')) as Case] as const,
  )
  return all.filter(([, { config, host, files, platform, surface, env }]) => {
    const records = Array.isArray(config) ? (config as FileRecord[]) : undefined
    const isOne =
      records === undefined ||
      (records.length === 1 && records[0]?.scope === 'project' && records[0].owner === undefined)
    return (
      isOne &&
      (host ?? dialect) === dialect &&
      files === undefined &&
      platform === undefined &&
      surface === undefined &&
      env === undefined
    )
  })
}
