/* oxlint-disable max-lines -- one table: what every command prints */
import * as z from 'zod/mini'
import { table } from './tables.ts'

/** What `--json` prints, by command. The schema, docs/json.md and the test of every command come from here. */

const about = <Type extends z.ZodMiniType>(text: string, type: Type): Type => type.check(z.describe(text))
const text = (means: string) => about(means, z.string())
const texts = (means: string) => about(means, z.array(z.string()))
const flag = (means: string) => about(means, z.boolean())
const count = (means: string) => about(means, z.number())
const maybe = z.optional
const version = about('version of this form', z.literal(1))
const form = <Shape extends z.core.$ZodShape>(shape: Shape) => z.strictObject({ version, ...shape })

const Place = z.strictObject({
  file: maybe(z.string()),
  pointer: maybe(z.array(z.union([z.string(), z.number()]))),
  line: maybe(z.number()),
  column: maybe(z.number()),
  length: maybe(z.number()),
  hook: maybe(z.string()),
})

const Issue = z.strictObject({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'notice']),
  place: Place,
  message: z.string(),
  hint: maybe(z.string()),
  detail: maybe(z.string()),
  event: maybe(z.string()),
})
const issues = about('problems: code, severity, place, message, hint', z.array(Issue))

const Word = z.strictObject({
  text: z.string(),
  shape: z.string(),
  known: z.boolean(),
  isGlob: z.boolean(),
})
const Gap = z.looseObject({ kind: z.string(), what: z.string() })
const Script = z.strictObject({ path: z.string(), sha256: z.string() })
const Changed = z.strictObject({ path: z.string(), was: maybe(z.string()), is: maybe(z.string()) })
const Source = z.looseObject({
  file: z.string(),
  scope: z.string(),
  pointer: z.array(z.union([z.string(), z.number()])),
})
const Hook = z.looseObject({
  id: z.string(),
  event: z.string(),
  handler: z.looseObject({ type: z.string() }),
  source: Source,
})
const Event = z.looseObject({ name: z.string(), host: z.string(), projectDir: z.string() })
const Step = z.looseObject({ hook: Hook, why: z.string() })
const Skipped = z.looseObject({ hook: Hook, because: z.string(), why: z.string() })
const Verdict = z.looseObject({ decision: z.string(), issues: z.array(Issue) })
const Reply = z.strictObject({ stdout: z.string(), stderr: z.string(), exitCode: z.number() })

const switched = form({
  id: text('the hook'),
  enabled: flag('whether it runs now'),
  until: maybe(text('when it is on again, in UTC')),
})

const trusted = {
  status: z.enum(['trusted', 'untrusted', 'changed', 'not-needed']),
  scripts: z.array(Script),
  changed: z.array(Changed),
  uncovered: z.array(Gap),
}

const Difference = z.strictObject({
  what: z.string(),
  lines: z.array(z.string()),
  leftOut: z.number(),
  note: maybe(z.string()),
})

const GoneHook = z.strictObject({
  id: z.string(),
  state: z.literal('gone'),
  why: z.string(),
  file: maybe(z.string()),
  approvedAt: maybe(z.string()),
  event: maybe(z.string()),
  definition: maybe(z.string()),
})

const InstalledHost = z.strictObject({
  host: z.string(),
  scope: z.enum(['user', 'project']),
  events: z.array(z.strictObject({ event: z.string(), timeout: z.number() })),
  files: z.array(z.strictObject({ path: z.string(), change: z.enum(['created', 'changed', 'none']) })),
  foreign: z.array(z.strictObject({ path: z.string(), line: z.number() })),
  ok: z.boolean(),
  proven: z.boolean(),
  powers: z.strictObject({
    prevent: z.array(z.string()),
    retry: z.array(z.string()),
    observe: z.array(z.string()),
  }),
  notes: z.array(z.string()),
  diff: maybe(z.array(z.string())),
})

const installed = form({
  ok: flag('every host was installed and answered a harmless call'),
  dryRun: maybe(flag('nothing was written')),
  hosts: about(
    'each with its events, files, powers, notes, and whether it was proven',
    z.array(InstalledHost),
  ),
  issues,
})

const Finding = z.strictObject({
  name: z.string(),
  state: z.enum(['ok', 'note', 'problem']),
  text: z.string(),
  mend: maybe(z.string()),
  stopsGuard: maybe(z.literal(true)),
})

/** One object, and where a command has several results, one of them. */
const FORMS = {
  '--version': form({ hookwright: text('the version of the program') }),
  run: z.union([
    form({
      id: text('id of the run, as in the log'),
      plan: about(
        'the event, the steps that ran and those that were skipped',
        z.looseObject({ event: Event, steps: z.array(Step), skipped: z.array(Skipped) }),
      ),
      results: about(
        'each hook with its outcome and answer',
        z.array(
          z.looseObject({
            hook: Hook,
            outcome: z.looseObject({ kind: z.string() }),
            answer: z.looseObject({ decision: z.string() }),
          }),
        ),
      ),
      verdict: about('the combined decision and effects', Verdict),
      ms: count('milliseconds'),
      counts: about('how many hooks ran, by what came of them', z.looseObject({})),
      blocks: about('what hooks refused, for the model', z.array(z.unknown())),
      reply: about('what the host would have got', Reply),
      issues,
    }),
    form({
      failure: about('why the event could not be handled', Issue),
      reply: about('what the host would have got', Reply),
    }),
  ]),
  analyze: form({
    language: about('language in which the line was read', z.enum(['bash', 'powershell', 'cmd'])),
    programs: about(
      'programs that the line would run, in the order of the text; what runs another one comes before it',
      z.array(
        z.strictObject({
          id: z.number(),
          name: z.string(),
          words: z.array(Word),
          variables: z.array(z.strictObject({ name: z.string(), value: Word })),
          redirections: z.array(
            z.strictObject({ mode: z.enum(['read', 'write', 'append', 'read-write']), target: Word }),
          ),
          folder: z.strictObject({ kind: z.enum(['known', 'unknown']), path: maybe(z.string()) }),
          input: z.strictObject({
            from: z.enum(['line', 'pipe', 'text', 'file']),
            programs: maybe(z.array(z.number())),
            text: maybe(Word),
            file: maybe(Word),
          }),
          via: maybe(z.strictObject({ how: z.string(), program: maybe(z.number()) })),
          certain: z.boolean(),
        }),
      ),
    ),
    unanalysable: about(
      'what cannot be known: code, why, and the program it is about',
      z.array(z.strictObject({ code: z.string(), why: z.string(), program: maybe(z.number()) })),
    ),
  }),
  explain: form({
    event: about('the event as it was read', Event),
    steps: about('hooks that would run, each with `why`', z.array(Step)),
    skipped: about('hooks that would not, each with `because` and `why`', z.array(Skipped)),
    honours: maybe(
      about(
        'what the host acts on here',
        z.looseObject({ event: z.string(), decisions: z.array(z.string()), effects: z.array(z.string()) }),
      ),
    ),
    power: about('what a deny does here', z.enum(['prevent', 'retry', 'observe', 'not available'])),
    asksAreDenied: maybe(flag('the host has no question, so that an ask becomes a deny')),
    known: text('the release of the host that was seen, or `documents`'),
    issues,
  }),
  list: form({
    hooks: about(
      'all hooks',
      z.array(
        z.strictObject({
          id: z.string(),
          event: z.string(),
          firedBy: z.array(z.string()),
          matcher: z.string(),
          does: z.string(),
          file: z.string(),
          scope: z.string(),
          trust: z.string(),
          covers: maybe(z.number()),
          uncovered: maybe(z.array(Gap)),
          enabled: z.boolean(),
          last: maybe(z.strictObject({ outcome: z.string(), at: z.string() })),
        }),
      ),
    ),
  }),
  check: form({
    ok: flag('no error was found'),
    counts: about(
      'how many issues there are of each severity',
      z.strictObject({ errors: z.number(), warnings: z.number(), notices: z.number() }),
    ),
    files: texts('config files that were read'),
    issues,
    uncovered: about(
      'hooks with what an approval of them leaves out',
      z.array(z.strictObject({ id: z.string(), gaps: z.array(Gap) })),
    ),
    powers: about(
      'what a deny of each hook does on each host',
      z.array(
        z.strictObject({
          hook: z.string(),
          event: z.string(),
          hosts: z.record(
            z.string(),
            z.strictObject({ power: z.string(), asksAreDenied: maybe(z.literal(true)) }),
          ),
        }),
      ),
    ),
  }),
  init: form({
    ok: flag('the file is approved and every agent was installed'),
    file: text('the file that was written, or was there'),
    hooks: texts('names of the hooks to begin with'),
    imports: texts('agents whose own hooks also run on the others'),
    hosts: texts('agents that call hookwright now'),
    approved: texts('ids of the hooks that it approved: those of the file that it wrote'),
    waiting: texts('ids of hooks that wait for an approval'),
    denied: maybe(
      about(
        'a command that was tried, and what was decided',
        z.strictObject({ command: z.string(), decision: z.string(), reason: z.string() }),
      ),
    ),
  }),
  doctor: form({
    ok: flag('every guard that you approved can act'),
    guards: about('guards that act', z.array(z.strictObject({ id: z.string(), event: z.string() }))),
    sections: about(
      'what was looked at: each finding has a `state`, and a problem the command that mends it',
      z.array(z.strictObject({ title: z.string(), findings: z.array(Finding) })),
    ),
  }),
  install: installed,
  uninstall: form({
    ok: flag('nothing went wrong'),
    dryRun: maybe(flag('nothing was written')),
    files: maybe(
      about(
        'files that were changed or deleted',
        z.array(z.strictObject({ path: z.string(), change: z.enum(['changed', 'deleted']) })),
      ),
    ),
    launcher: maybe(about('the program that agents start', z.enum(['removed', 'kept']))),
    diff: maybe(texts('with `--dry-run`: lines of a unified diff')),
    issues,
  }),
  sync: installed,
  convert: form({
    ok: flag('every hook that can block is there unchanged'),
    from: text('whose files were read'),
    to: text('whose format was written'),
    files: texts('files that were read'),
    wrote: maybe(text('the file that was written')),
    problem: maybe(text('why nothing was written')),
    hooks: about(
      'each hook with what was lost',
      z.array(
        z.strictObject({
          id: z.string(),
          event: z.string(),
          place: Place,
          canBlock: z.boolean(),
          isWritten: z.boolean(),
          isWeakened: z.boolean(),
          losses: z.array(z.strictObject({ effect: z.string(), part: z.string(), why: z.string() })),
        }),
      ),
    ),
    issues,
    format: text('yaml, json or toml'),
    text: maybe(text('the new file')),
  }),
  'trust show': form({
    project: text('folder of the project'),
    digest: text('of all hooks, for `trust add --digest`'),
    hooks: about(
      'hooks that need an approval, each with its `state`: new, approved or changed',
      z.array(
        z.strictObject({
          id: z.string(),
          event: z.string(),
          handler: z.looseObject({ type: z.string() }),
          source: Source,
          state: z.enum(['new', 'approved', 'changed']),
          why: z.string(),
          digest: z.string(),
          scripts: z.array(Script),
          changed: z.array(Changed),
          uncovered: z.array(Gap),
          differences: z.array(Difference),
          powers: z.record(
            z.string(),
            z.strictObject({ power: z.string(), asksAreDenied: maybe(z.literal(true)) }),
          ),
          enabled: z.boolean(),
          off: maybe(z.string()),
          until: maybe(z.string()),
          approvedAt: maybe(z.string()),
        }),
      ),
    ),
    gone: about('hooks that were approved and are not in the files any more', z.array(GoneHook)),
  }),
  'trust add': form({
    approved: texts('ids of the hooks that are approved now'),
    gone: texts('ids of hooks that were approved and are not in the files any more'),
  }),
  'trust revoke': form({
    revoked: text('folder of the project'),
    hooks: maybe(texts('ids of the hooks, where some were named')),
  }),
  disable: switched,
  enable: switched,
  test: form({
    ok: flag('there were cases, and all of them passed'),
    counts: about(
      'how many cases came to which end',
      z.strictObject({ passed: z.number(), failed: z.number(), broken: z.number(), skipped: z.number() }),
    ),
    cases: about(
      'each case on each host: `status` is passed, failed (with `mismatches`), broken or skipped (with `why`)',
      z.array(
        z.strictObject({
          file: z.string(),
          line: z.number(),
          name: z.string(),
          host: z.string(),
          status: z.enum(['passed', 'failed', 'broken', 'skipped']),
          why: maybe(z.string()),
          ms: maybe(z.number()),
          decision: maybe(z.string()),
          reason: maybe(z.string()),
          hooks: maybe(z.array(z.string())),
          mismatches: maybe(
            z.array(z.strictObject({ what: z.string(), expected: z.string(), got: z.string() })),
          ),
        }),
      ),
    ),
    issues,
  }),
  log: form({
    id: text('id of the run'),
    at: text('when it began, in UTC'),
    ms: count('milliseconds'),
    host: text('who called; `git` for a run of git hooks'),
    event: text('the event, or `git:STAGE`'),
    project: text('folder of the project'),
    session: maybe(text('id of the session')),
    tool: maybe(text('name of the tool')),
    decision: text('allow, ask, deny, defer or none'),
    hooks: about(
      'hooks that ran, each with its outcome as `class`, its `pack` and what that noted as `note`',
      z.array(z.looseObject({ id: z.string(), class: z.string(), ms: z.number() })),
    ),
    skipped: about('hooks that did not', z.array(z.strictObject({ id: z.string(), because: z.string() }))),
    lost: texts('what the host could not honour'),
    issues: texts('codes of the problems'),
  }),
  packs: z.union([
    form({
      packs: about(
        'ready-made hooks, each with its `events` and `options`; only the one that was named',
        z.array(
          z.strictObject({
            use: z.string(),
            summary: z.string(),
            events: z.array(
              z.strictObject({
                event: z.string(),
                matcher: maybe(z.string()),
                guard: z.boolean(),
                onFailure: z.enum(['ignore', 'ask', 'deny']),
                timeout: z.number(),
              }),
            ),
            options: z.record(
              z.string(),
              z.strictObject({
                summary: z.string(),
                type: z.enum(['choice', 'flag', 'number', 'text', 'texts', 'choices']),
                default: z.unknown(),
                values: maybe(z.array(z.string())),
                keys: maybe(z.array(z.string())),
                least: maybe(z.number()),
                most: maybe(z.number()),
              }),
            ),
          }),
        ),
      ),
    }),
    form({
      locked: about(
        'with `list`: packs of npm in the lock, and whether their content is here, missing or changed',
        z.array(z.strictObject({ use: z.string(), state: z.enum(['here', 'missing', 'changed']) })),
      ),
      lock: text('path of the lock'),
    }),
    form({
      added: about(
        'with `add`: the pack, the lock and the ids of its hooks',
        z.strictObject({ use: z.string(), lock: z.string(), hooks: z.array(z.string()) }),
      ),
    }),
    form({
      installed: about(
        'with `install`: each pack of the lock, and whether it was there, fetched or failed',
        z.array(
          z.strictObject({
            use: z.string(),
            state: z.enum(['there', 'fetched', 'failed']),
            why: maybe(z.string()),
          }),
        ),
      ),
    }),
    form({
      removed: about(
        'with `remove`: the pack and the lock',
        z.strictObject({ use: z.string(), lock: z.string() }),
      ),
    }),
  ]),
  completion: form({ shell: text('the shell'), script: text('its script') }),
  daemon: form({
    running: flag('whether a daemon answers'),
    pid: maybe(count('its process')),
    program: maybe(text('which copy of the program it runs')),
    uptimeMs: maybe(count('milliseconds since it started')),
    rssBytes: maybe(count('its memory without that of its workers')),
    workers: maybe(about('processes of its workers', z.array(z.number()))),
    load: maybe(count('calls that wait or run')),
  }),
  bench: form({
    rounds: count('how often each event was to be dispatched'),
    ended: about('why it ended', z.enum(['done', 'time', 'interrupted'])),
    via: about('how the bridge was called', z.enum(['launcher', 'node'])),
    hooks: about(
      'slowest first: runs, p50Ms and p95Ms of each hook, the parts of its p50, and failures by kind',
      z.array(
        z.strictObject({
          id: z.string(),
          host: z.string(),
          event: z.string(),
          tool: maybe(z.string()),
          mode: z.enum(['wait', 'background', 'rewake']),
          type: z.string(),
          runs: z.number(),
          p50Ms: z.number(),
          p95Ms: z.number(),
          spawnMs: z.number(),
          engineMs: z.number(),
          hookMs: z.number(),
          share: z.strictObject({ spawn: z.number(), engine: z.number(), hook: z.number() }),
          failures: z.record(z.string(), z.number()),
        }),
      ),
    ),
    events: about(
      'what the agent waits for at each event: bridge, engine and hooks',
      z.array(
        z.strictObject({
          host: z.string(),
          event: z.string(),
          tool: maybe(z.string()),
          runs: z.number(),
          p50Ms: z.number(),
          p95Ms: z.number(),
          bridgeMs: maybe(z.number()),
          engineMs: z.number(),
          hooksMs: z.number(),
        }),
      ),
    ),
    skipped: about(
      'hooks that were not measured, and why',
      z.array(
        z.strictObject({
          id: z.string(),
          host: z.string(),
          event: z.string(),
          because: z.string(),
          why: z.string(),
        }),
      ),
    ),
    advice: about(
      'what makes hooks cheaper',
      z.array(
        z.strictObject({
          id: z.string(),
          event: z.string(),
          kind: z.enum(['rule', 'module', 'async', 'matcher', 'duplicate']),
          text: z.string(),
        }),
      ),
    ),
  }),
  demo: form({
    scenes: about(
      'each with its payload, verdict and reply',
      z.array(
        z.strictObject({
          title: z.string(),
          payload: z.looseObject({}),
          verdict: Verdict,
          reply: z.nullable(z.looseObject({})),
        }),
      ),
    ),
  }),
  'git run': form({
    exitCode: count('the exit code'),
    stage: maybe(text('the stage')),
    ms: count('milliseconds'),
    projects: about(
      'each with its hooks',
      z.array(
        z.strictObject({
          path: z.string(),
          hooks: z.array(
            z.strictObject({
              id: z.string(),
              name: z.string(),
              priority: z.number(),
              status: z.string(),
              because: maybe(z.string()),
              exitCode: z.number(),
              ms: z.number(),
              modified: z.boolean(),
              output: z.string(),
            }),
          ),
        }),
      ),
    ),
    issues,
  }),
  'git install': form({
    hooks: about(
      'files of git that were written',
      z.array(
        z.looseObject({
          type: z.string(),
          path: z.string(),
          before: z.string(),
          deleted: z.array(z.string()),
        }),
      ),
    ),
    issues,
  }),
  'git uninstall': form({
    hooks: about(
      'files of git that were removed or left',
      z.array(z.looseObject({ type: z.string(), path: z.string(), kind: z.string() })),
    ),
    issues,
  }),
  'git list': form({
    hooks: about(
      'hooks of all projects',
      z.array(
        z.strictObject({
          id: z.string(),
          fullId: z.string(),
          name: z.string(),
          alias: z.string(),
          language: z.string(),
          description: maybe(z.string()),
          stages: z.array(z.string()),
        }),
      ),
    ),
    issues,
  }),
  'git validate-config': form({
    ok: flag('no error was found'),
    files: texts('files that were read'),
    issues,
  }),
  'git validate-manifest': form({
    ok: flag('no error was found'),
    files: texts('files that were read'),
    issues,
  }),
  'git autoupdate': form({
    exitCode: count('the exit code'),
    isDryRun: flag('nothing was written'),
    files: about(
      'each config with its updates',
      z.array(
        z.strictObject({
          name: z.string(),
          updates: z.array(
            z.looseObject({ url: z.string(), line: z.number(), from: z.string(), kind: z.string() }),
          ),
        }),
      ),
    ),
  }),
  'git prepare-hooks': form({ count: count('hooks whose environments are ready'), issues }),
  'git gc': form({
    isDryRun: flag('nothing was removed'),
    bytes: count('bytes that are free now'),
    removed: about(
      'what was removed',
      z.array(z.strictObject({ kind: z.string(), what: z.string(), path: z.string(), bytes: z.number() })),
    ),
    issues,
  }),
  'git trust show': form({
    digest: text('of all hooks, for `git trust add --digest`'),
    hooks: about(
      'hooks of the configs',
      z.array(
        z.strictObject({
          id: z.string(),
          source: Source,
          repo: z.string(),
          rev: maybe(z.string()),
          commit: maybe(z.string()),
          ...trusted,
        }),
      ),
    ),
  }),
  'git trust add': form({
    approved: texts('ids of the hooks that are approved now'),
    repos: about(
      'commits of their repositories',
      z.array(z.strictObject({ repo: z.string(), rev: z.string(), commit: z.string() })),
    ),
  }),
  'git trust revoke': form({ revoked: text('folder of the project') }),
} as const

/** By the words of the command. */
export const jsonForms: Readonly<Record<string, z.ZodMiniType>> = FORMS

/** What every command prints that came to no result. */
export const errorForm = form({
  error: about('why there is no result', z.strictObject({ message: z.string(), exitCode: z.number() })),
})

/** `schemas/output.json`: one definition for each command. */
export function outputSchema(): string {
  const all = Object.entries({ ...jsonForms, error: errorForm })
  const definitions = all.map(([name, each]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(each, { target: 'draft-7' })
    return [name, schema]
  })
  const head = { $schema: 'http://json-schema.org/draft-07/schema#', title: 'What hookwright --json prints' }
  return JSON.stringify({ ...head, definitions: Object.fromEntries(definitions) }, undefined, 2)
}

type Property = {
  readonly description?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly string[]
}
type Schema = {
  readonly properties?: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
}

/** The keys of every command, for docs/json.md. */
export function outputTables(): string {
  return Object.entries({ ...jsonForms, 'a command that came to no result': errorForm })
    .map(([name, each]) => `### ${name}\n\n${keysOf(z.toJSONSchema(each, { target: 'draft-7' }) as Schema)}`)
    .join('\n\n')
}

function keysOf(schema: Schema): string {
  return (schema.anyOf ?? [schema]).map(tableOf).join('\n\nor:\n\n')
}

function tableOf({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties)
    .filter(([key]) => key !== 'version')
    .map(([key, { description = '', type, enum: words }]) => [
      `\`${key}\`${required.includes(key) ? '' : ' (may be absent)'}`,
      words === undefined ? (type ?? '') : words.join(', '),
      description,
    ])
  return table(['key', 'type', 'is'], rows)
}
