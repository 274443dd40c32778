import { writeSync } from 'node:fs'
import { openSwitches } from '../../src/config/switches.ts'
import { changeApprovals, type NextApprovals } from '../../src/config/trust-changes.ts'
import type { Hook } from '../../src/core/hook.ts'
import type { Issue } from '../../src/core/issue.ts'
import { openState } from '../../src/ports/state.ts'
import { hook } from '../helpers/builders.ts'

/** One of many writers: approves, revokes, disables and enables entries of its own, and tells each act that was saved. */
const [dir = '', name = '', rounds = '0'] = process.argv.slice(2)
const state = openState(dir)
const change = (next: NextApprovals) => changeApprovals(state, { projectDir: '/p', next })
const commands = { disable: () => '', enable: () => '' }
const switches = openSwitches({
  state,
  project: { dir: '/p', written: '/p' },
  now: Date.now,
  commands,
  hooks: () => [],
})

const hookNamed = (id: string): Hook =>
  hook({
    id,
    matcher: { kind: 'names', names: [id] },
    source: { file: '/p/f', pointer: [id], scope: 'project' },
  })

function approve(id: string): Issue | undefined {
  const approval = { id, file: '/p/f', meaning: id, scripts: [], at: 0 }
  return change((now) => ({ ...now, [id]: approval }))
}

function revoke(id: string): Issue | undefined {
  return change((now) => Object.fromEntries(Object.entries(now).filter(([key]) => key !== id)))
}

function tell(act: string, id: string, problem: Issue | undefined): void {
  writeSync(1, `${problem === undefined ? act : `failed-${act}-${problem.code}`} ${id}\n`)
}

tell('ready', name, undefined)
for (let round = 0; round < Number(rounds); round += 1) {
  const id = `${name}-${round}`
  tell('approve', id, approve(id))
  tell('disable', id, switches.disable(hookNamed(id), undefined))
  if (round % 3 > 0) continue
  tell('revoke', id, revoke(id))
  tell('enable', id, switches.enable(hookNamed(id)))
}
tell('done', name, undefined)
