import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { livingEngine } from '../helpers/living.ts'

test('72 approvals and as many switches of real command lines at once are all kept', async () => {
  const { sandbox } = await livingEngine()
  const projects = Array.from({ length: 36 }, (_, at) => join(sandbox.root, `project-${at}`))
  for (const dir of projects) cpSync(sandbox.project, dir, { recursive: true })
  const acts = [
    ['trust', 'add', '--yes'],
    ['disable', 'gate', '--yes'],
  ]
  const calls = projects.flatMap((cwd) => [...acts, ...acts].map((args) => sandbox.cli(args, { cwd })))
  expect((await Promise.all(calls)).filter(({ code }) => code !== 0)).toEqual([])
  const read = (name: string): unknown => JSON.parse(readFileSync(join(sandbox.state, name), 'utf8'))
  const { projects: approved } = read('trust.json') as { projects: object }
  const disabled = (read('disabled.json') as { project: string }[]).map(({ project }) => project)
  expect([Object.keys(approved).toSorted(), disabled.toSorted()]).toEqual([
    projects.toSorted(),
    projects.toSorted(),
  ])
}, 120_000)
