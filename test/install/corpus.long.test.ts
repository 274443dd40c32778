import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isIssue } from '../../src/core/issue.ts'
import type { Dialect } from '../../src/dialects/dialect.ts'
import { hostNames, loadDialects } from '../../src/dialects/registry.ts'
import { applyPlan } from '../../src/install/apply.ts'
import { planHost, type FilePlan, type Request } from '../../src/install/plan.ts'
import { applyRemoval, planRemoval } from '../../src/install/remove.ts'
import { openState } from '../../src/ports/state.ts'
import { hook, places } from '../helpers/builders.ts'
import { configCorpus, type CorpusFile, type CorpusFormat } from '../helpers/config-corpus.ts'

const all = [...(await loadDialects(hostNames, undefined)).values()]
const bridged = all.filter(({ bridge }) => bridge !== undefined)

/** A machine on which one host has one config file. */
async function machine(dialect: Dialect): Promise<Request> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-corpus-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [home, project] = [join(root, 'home'), join(root, 'project')]
  for (const folder of [home, project]) mkdirSync(folder)
  const spec = await dialect.bridge?.()
  if (spec === undefined) throw new Error(dialect.name)
  const around = places({ home, projectDir: project, startDir: project, env: () => undefined })
  const state = openState(join(root, 'state', 'hookwright'))
  return { dialect, spec, scope: 'user', places: around, state, hooks: [], isAll: false }
}

function install(request: Request): FilePlan {
  const plan = planHost(request)
  expect([...plan.issues, ...applyPlan(plan, 0)]).toEqual([])
  const [first] = plan.files
  if (first === undefined) throw new Error('no file')
  return first
}

function uninstall({ path, format }: FilePlan, request: Request): void {
  const removal = planRemoval({ path, format }, request)
  if (removal === undefined || isIssue(removal)) throw new Error(removal?.message ?? 'nothing to remove')
  expect(applyRemoval(removal, request.state, 1)).toBeUndefined()
}

/** As if others had changed the file in between: the bytes before are not known, so that entries are taken out one by one. */
function forgetBytes({ state }: Request): void {
  const problem = state.update('installed.json', (text) =>
    (text ?? '').replaceAll(/"written": \[[^\]]*\]/g, '"written": ["other"]'),
  )
  expect(problem).toBeUndefined()
}

const LONGER = { hooks: [hook({ event: 'Stop', timeoutMs: 200_000 })] }

const ITEM = { matcher: 'Bash', name: 'theirs', command: 'theirs.sh', timeout: 5 }

type Settled = { readonly request: Request; readonly file: string; readonly corpus: readonly CorpusFile[] }

/** A machine, the path of the host's file, and files with entries of others where an installation puts its own. */
async function settled(dialect: Dialect): Promise<Settled> {
  const request = await machine(dialect)
  const [plan] = planHost(request).files
  if (plan === undefined) throw new Error(dialect.name)
  const list = plan.comparison.missing[0]?.list ?? []
  mkdirSync(dirname(plan.path), { recursive: true })
  return { request, file: plan.path, corpus: configCorpus(plan.format as CorpusFormat, { list, item: ITEM }) }
}

function put({ text, isLinked }: CorpusFile, file: string): object {
  rmSync(file, { force: true })
  const real = isLinked === true ? `${file}.real` : file
  writeFileSync(real, text, { mode: 0o640 })
  if (real !== file) symlinkSync(real, file)
  return stateOf(file)
}

function stateOf(file: string): object {
  return {
    text: readFileSync(file, 'utf8'),
    mode: statSync(file).mode,
    isLink: lstatSync(file).isSymbolicLink(),
  }
}

const hosts = bridged.filter(({ name }) => name !== 'cline')

describe.for(hosts.map((dialect) => [dialect.name, dialect] as const))('%s', ([, dialect]) => {
  test(
    'more than 40 files have the same bytes after installing twice and uninstalling',
    { timeout: 600_000 },
    async () => {
      const { request, file, corpus } = await settled(dialect)
      expect(corpus.length).toBeGreaterThan(40)
      for (const each of corpus) {
        const before = put(each, file)
        install(request)
        const plan = install({ ...request, ...LONGER })
        expect(readFileSync(file, 'utf8')).toContain('hookwright')
        uninstall(plan, request)
        expect({ name: each.name, ...stateOf(file) }).toEqual({ name: each.name, ...before })
      }
    },
  )

  test('and when the bytes before are not known', { timeout: 600_000 }, async () => {
    const { request, file, corpus } = await settled(dialect)
    for (const each of corpus) {
      const before = put(each, file)
      const plan = install(request)
      forgetBytes(request)
      uninstall(plan, request)
      expect({ name: each.name, ...stateOf(file) }).toEqual({ name: each.name, ...before })
    }
  })

  test('a read-only file is refused and stays', async () => {
    const { request, file, corpus } = await settled(dialect)
    put(corpus[1] as CorpusFile, file)
    chmodSync(file, 0o444)
    const before = stateOf(file)
    expect(applyPlan(planHost(request), 0).map(({ code }) => code)).toEqual(['write.refused'])
    expect(stateOf(file)).toEqual(before)
  })
})
