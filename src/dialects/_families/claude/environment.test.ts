import { expect, test } from 'vitest'
import { command, eventNamed, hookFor } from '../../../../test/conformance/helpers/claude.ts'
import { environment } from './environment.ts'

const own = { dialect: 'claude-code', bytes: new Uint8Array() }
const stop = eventNamed('Stop', {
  projectDir: '/repo',
  sessionId: 's',
  fields: { effort: { level: 'high' } },
})
const user = hookFor('Stop', { source: { file: '/home/.claude/settings.json', pointer: [], scope: 'user' } })

test('sets what Claude Code sets', () =>
  expect(environment(stop, user, {})).toEqual({
    CLAUDE_PROJECT_DIR: '/repo',
    CLAUDECODE: '1',
    CLAUDE_CODE_CHILD_SESSION: '1',
    CLAUDE_CODE_SESSION_ID: 's',
    CLAUDE_EFFORT: 'high',
  }))

test('telemetry settings of the host are removed, others are left alone', () => {
  const given = { OTEL_EXPORTER_OTLP_HEADERS: 'x', PATH: '/bin' }
  const variables = environment(stop, user, given)
  expect(Object.hasOwn(variables, 'OTEL_EXPORTER_OTLP_HEADERS')).toBe(true)
  expect(variables['OTEL_EXPORTER_OTLP_HEADERS']).toBeUndefined()
  expect(Object.hasOwn(variables, 'PATH')).toBe(false)
})

test('the host knows best where the session started', () => {
  const variables = environment({ ...stop, wire: own }, user, { CLAUDE_PROJECT_DIR: '/started' })
  expect(variables['CLAUDE_PROJECT_DIR']).toBe('/started')
})

test('a variable left over from another program is not believed', () =>
  expect(environment(stop, user, { CLAUDE_PROJECT_DIR: '/other' })['CLAUDE_PROJECT_DIR']).toBe('/repo'))

test('a project file speaks for the folder it is in', () => {
  const source = { file: '/repo/pkg/.claude/settings.json', pointer: [], scope: 'project' } as const
  expect(environment(stop, hookFor('Stop', { source }), {})['CLAUDE_PROJECT_DIR']).toBe('/repo/pkg')
})

test.for([
  ['C:\\work\\app', '/c/work/app'],
  ['\\\\server\\share', '//server/share'],
  ['/home/dev', '/home/dev'],
] as const)('Git Bash gets %s as %s', ([projectDir, wanted]) => {
  const hook = { ...user, handler: command('x') }
  expect(environment({ ...stop, projectDir }, hook, {})['CLAUDE_PROJECT_DIR']).toBe(wanted)
})
