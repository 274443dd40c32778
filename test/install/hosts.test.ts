import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { discover } from '../../src/config/discover.ts'
import { parseConfig } from '../../src/config/parse.ts'
import { isIssue } from '../../src/core/issue.ts'
import type { InstallScope } from '../../src/dialects/bridge-spec.ts'
import type { Dialect } from '../../src/dialects/dialect.ts'
import { hostNames, loadDialects } from '../../src/dialects/registry.ts'
import { applyPlan, isDone } from '../../src/install/apply.ts'
import { driftOf } from '../../src/install/drift.ts'
import { planHost, type HostPlan, type Request } from '../../src/install/plan.ts'
import { findRegistered, readRegistered } from '../../src/install/registered.ts'
import { applyRemoval, planRemoval } from '../../src/install/remove.ts'
import { systemFiles } from '../../src/ports/files.ts'
import { openState } from '../../src/ports/state.ts'
import { hook, places } from '../helpers/builders.ts'

const dialects = await loadDialects(hostNames, undefined)
const ANY = expect.any(Number) as number
const SCOPES: readonly InstallScope[] = ['user', 'project']
const bridged = [...dialects.values()].filter(({ bridge }) => bridge !== undefined)
const cases = bridged.flatMap((dialect) => SCOPES.map((scope) => ({ dialect, scope, name: dialect.name })))

/** A machine of its own, on which one host is installed. */
async function machine(dialect: Dialect, scope: InstallScope): Promise<Request | undefined> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-hosts-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [home, project] = [join(root, 'home'), join(root, 'project')]
  mkdirSync(home)
  mkdirSync(project)
  const around = places({ home, projectDir: project, startDir: project, env: () => undefined })
  const spec = await dialect.bridge?.()
  if (spec === undefined) throw new Error(dialect.name)
  const event = Object.keys(dialect.events).find((name) => spec.skips?.includes(name) !== true) ?? ''
  if (spec.file(scope, around, event) === undefined) return undefined
  const state = openState(join(root, 'state', 'hookwright'))
  return { dialect, spec, scope, places: around, state, hooks: [], isAll: false }
}

function install(request: Request): HostPlan {
  const plan = planHost(request)
  expect([...plan.issues, ...applyPlan(plan, 0)]).toEqual([])
  return plan
}

function uninstall({ request, files }: HostPlan): void {
  for (const { path, format } of files) {
    const removal = planRemoval({ path, format }, request)
    if (removal === undefined || isIssue(removal))
      throw new Error(`${path}: ${removal?.message ?? 'nothing'}`)
    expect(applyRemoval(removal, request.state, 1)).toBeUndefined()
  }
}

/** The hooks as the host's own dialect reads them. */
async function readBack({ request: { dialect, places: around, scope }, files }: HostPlan) {
  const side = await dialect.config()
  return files.flatMap(({ path, format }) => {
    const value =
      format === 'program'
        ? {}
        : parseConfig(readFileSync(path, 'utf8'), path, { maxBytes: 1e6, maxDepth: 64, format }).value
    const { hooks, issues } = side.read({ file: path, scope, value }, around)
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
    return hooks
  })
}

test('every host but those that have no file of their own has a bridge', () => {
  const without = [...dialects.values()].filter(({ bridge }) => bridge === undefined).map(({ name }) => name)
  expect(without).toEqual(['codex-runtime', 'amazon-q'])
})

describe.for(cases)('$name, $scope', ({ dialect, scope }) => {
  test('the host reads the file, and finds the bridge for every event', async () => {
    const request = await machine(dialect, scope)
    if (request === undefined) return
    const plan = install(request)
    const read = discover(dialect.files(request.places), systemFiles).found.map(({ path }) => path)
    expect(read).toEqual(expect.arrayContaining(plan.files.map(({ path }) => path)))
    const hooks = await readBack(plan)
    const isAt = (native: string) => (each: (typeof hooks)[number]) =>
      each.event === dialect.events[native]?.event && (each.native ?? native) === native
    const saysTime = request.spec.program === undefined && dialect.name !== 'windsurf'
    const found = plan.registrations.map(({ event }) => [event, hooks.find(isAt(event))?.timeoutMs] as const)
    const wanted = plan.registrations.map(({ event, timeoutSeconds }) => [
      event,
      saysTime ? timeoutSeconds * 1_000 : ANY,
    ])
    expect(found).toEqual(wanted)
  })

  test('a second installation changes nothing, and a hook on a new event is added to the first', async () => {
    const request = await machine(dialect, scope)
    if (request === undefined) return
    const plan = install(request)
    expect(isDone(planHost(request))).toBe(true)
    const fresh = Object.entries(dialect.events).find(
      ([name]) =>
        !plan.registrations.some(({ event }) => event === name) &&
        request.spec.skips?.includes(name) !== true,
    )
    if (fresh === undefined) return
    const [native, { event }] = fresh
    const more = { ...request, hooks: [hook({ event, timeoutMs: 90_000 })] }
    const known = findRegistered(readRegistered(request.state), {
      host: dialect.name,
      scope,
      ...(scope === 'project' && { project: request.places.projectDir }),
    })
    if (known === undefined) throw new Error('not recorded')
    expect(driftOf(planHost(more), known)?.missing).toContain(native)
    const next = install(more)
    expect(next.registrations.map((each) => each.event)).toContain(native)
    expect(isDone(planHost(more))).toBe(true)
    // What one project needed stays when another does not.
    expect(isDone(planHost(request))).toBe(true)
  })

  test('nothing is left after an uninstallation', async () => {
    const request = await machine(dialect, scope)
    if (request === undefined) return
    const plan = install(request)
    uninstall(plan)
    expect(plan.files.filter(({ path }) => existsSync(path))).toEqual([])
  })
})

const CORPUS: Readonly<Record<string, readonly string[]>> = {
  json: [
    '{}',
    '{}\n',
    ' { } \r\n',
    '{"theme":"dark"}',
    '{\n\t"theme": "dark",\n\t"other": {}\n}\n',
    '\uFEFF{\r\n  "theme": "dark",\r\n  "list": [1, 2]\r\n}\r\n',
    '{\n    "a": {"b": ["c"]},\n\n    "z": null\n}',
  ],
  yaml: ['', '# mine\n', 'theme: dark # why\n\nlist:\n- a\n-   b\n', 'theme: dark\r\nhooks: {}\r\n'],
  toml: ['', '# mine\n', 'theme = "dark" # why\n\n[other]\na = [ 1, 2 ]\n', 'theme = "dark"\r\n'],
}
const CORPUS_OF = { json: 'json', jsonc: 'json', yaml: 'yaml', toml: 'toml', program: '' } as const

describe('a file that was there is byte for byte the same afterwards', () => {
  test.for(bridged.map((dialect) => ({ dialect, name: dialect.name })))('$name', async ({ dialect }) => {
    const request = await machine(dialect, 'user')
    const [event = ''] = Object.keys(dialect.events)
    const file = request?.spec.file('user', request.places, event)
    if (request === undefined || file === undefined) return
    mkdirSync(dirname(file.path), { recursive: true })
    for (const text of CORPUS[CORPUS_OF[file.format]] ?? []) {
      writeFileSync(file.path, text)
      const plan = install(request)
      expect(readFileSync(file.path, 'utf8')).toContain('hookwright')
      install({ ...request, hooks: [hook({ event: 'Stop', timeoutMs: 200_000 })] })
      uninstall(plan)
      expect(readFileSync(file.path, 'utf8')).toBe(text)
    }
  })
})
