import { expect, test } from 'vitest'
import { parseConfig } from '../../config/parse.ts'
import { EVENT_HOSTS } from '../event-hosts.ts'
import { eventSpec } from '../event-spec.ts'
import { read } from './config.ts'
import { hookwright } from './index.ts'

const file = '/p/hookwright.yaml'

function readYaml(text: string) {
  return read({ file, scope: 'project', value: parseConfig(text, file).value }, { startDir: '/p' })
}

test.for(Object.keys(EVENT_HOSTS))('our own table has %s', (name) =>
  expect(eventSpec(hookwright, { name })).toMatchObject({ event: name }),
)

test.for(Object.keys(EVENT_HOSTS))('%s, which some host fires, is an event', (event) => {
  const { hooks, issues } = readYaml(`hooks: { "${event}": [{ command: x }] }`)
  expect({ events: hooks.map((hook) => hook.event), issues }).toEqual({ events: [event], issues: [] })
})

test.for([
  ['preToolUse', 'PreToolUse'],
  ['errorOccurred', 'ErrorOccurred'],
  ['agentStop', 'Stop'],
  ['userPromptSubmitted', 'UserPromptSubmit'],
  ['PreRun', 'run:PreRun'],
] as const)('%s, a name that one host has for %s, is an error that says so', ([native, event]) => {
  const [found] = readYaml(`hooks: { ${native}: [] }`).issues
  expect(found).toMatchObject({ code: 'event.unknown', message: `"${native}" is not an event.` })
  expect(found?.hint).toBe(`Write "${event}", which is its name for every host.`)
})

test.for([
  ['ErrorOccurred', 1],
  ['run:PostRun', 1],
  ['run:PreRun', 0],
  ['Stop', 0],
] as const)('a model on %s is told about when its no has no effect: %s', ([event, count]) => {
  const { issues } = readYaml(`hooks: { "${event}": [{ prompt: "Is that right?" }] }`)
  expect(issues.filter(({ code }) => code === 'hook.type')).toHaveLength(count)
})
