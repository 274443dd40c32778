import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openWorkspace } from '../../src/compose.ts'
import { isIssue } from '../../src/core/issue.ts'
import { dialectsOn } from '../../src/dialects/index.ts'
import { systemEnv } from '../../src/ports/env.ts'
import type { Wanted } from './cases.ts'

const PACKAGES = join(import.meta.dirname, '../fixtures/copilot-packages')

/** A repository with the package where its instructions put it. */
function install(name: string, { env, files = {}, isPlain = false }: Wanted): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-package-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const project = join(root, 'project')
  const target = join(project, '.github/hooks', name)
  mkdirSync(dirname(target), { recursive: true })
  cpSync(join(PACKAGES, name), target, { recursive: true })
  execFileSync('git', ['init', '--quiet', project])
  const config = join(target, 'hooks.json')
  const value = JSON.parse(readFileSync(config, 'utf8')) as {
    hookwright?: unknown
    hooks: Record<string, { env?: object }[]>
  }
  for (const entry of Object.values(value.hooks).flat())
    Object.assign(entry, { env: { ...entry.env, ...env } })
  const { hookwright: _, ...plain } = value
  writeFileSync(config, JSON.stringify(isPlain ? plain : value))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  return project
}

/** Puts the package there and lets one event happen. */
export async function run(name: string, wanted: Wanted) {
  const project = install(name, wanted)
  const { CI: _, ...variables } = { ...systemEnv().variables, ...wanted.inherited }
  const env = {
    ...systemEnv(),
    cwd: project,
    home: dirname(project),
    variables: { ...variables, HOME: dirname(project) },
  }
  const surface = wanted.surface ?? 'cli'
  const workspace = await openWorkspace({
    env,
    host: 'copilot',
    surface,
    sources: ['copilot'],
    trustProject: true,
  })
  const payload = { timestamp: 1, cwd: project, ...wanted.payload }
  const event = dialectsOn(surface)
    .get('copilot')
    ?.decodeEvent({
      bytes: new TextEncoder().encode(JSON.stringify(payload)),
      event: wanted.event,
      startDir: project,
      projectDir: project,
      at: 1,
    })
  if (event === undefined || isIssue(event)) throw new Error(event?.message ?? 'no dialect')
  const { verdict, results } = await workspace.core.run(event)
  await workspace.close()
  return { project, verdict, results }
}
