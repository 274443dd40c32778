import { expect, test } from 'vitest'
import type { Event } from '../core/event.ts'
import { createConditionEvaluator } from './evaluate.ts'

const evaluate = createConditionEvaluator({ home: '/home/me', settingsBase: '/repo' })

function holds(content: string, command: string) {
  const tool = { name: 'Bash', nativeName: 'Bash', input: { command }, nativeInput: { command } }
  const place = { host: 'test', cwd: '/repo', projectDir: '/repo', at: 0, fields: {} }
  const event: Event = { name: 'PreToolUse', native: 'PreToolUse', ...place, tool }
  return evaluate(`Bash(${content})`, event)
}

test.for([
  ['a copy of the program', 'rm *', 'cp /bin/rm ./x && ./x -rf y'],
  ['a link to the program', 'git push *', 'ln -s /usr/bin/git g; ./g push'],
  ['a copy by output', 'rm *', 'cat /bin/rm > x; ./x y'],
] as const)('a guard runs for %s', ([, content, command]) => {
  expect(holds(content, command)).toMatchObject({ holds: true, whole: false })
})

test.for([
  ['a file of that name', 'rm.exe *', 'cp a rm.exe'],
  ['a copy that is not run', 'rm *', 'cp /bin/rm ./x'],
  ['a program with an ending', 'rm *', 'rm.exe x'],
  ['data behind a carriage return', 'rm *', 'cat <<E\nE\r\nrm x\nE'],
] as const)('a guard does not run for %s', ([, content, command]) => {
  expect(holds(content, command).holds).toBe(false)
})

test('an allow does not rest on what the analysis finds', () => {
  expect(holds('ls *', 'cp /bin/ls ./x; ./x y').whole).toBe(false)
})
