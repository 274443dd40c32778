import { describe, expect, test } from 'vitest'
import { type Filling, fillPlaceholders } from '../../../../test/helpers/claude-contract.ts'
import type { Owner, Start } from '../../../core/hook.ts'
import { seal, unseal } from '../../../core/sealed.ts'
import { type Unfilled } from './placeholders.ts'

const words = (...all: string[]): Start => ({ kind: 'argv', words: all })
const shell = (command: string): Start => ({ kind: 'inline', form: 'sh-c', command })
const powershell = (command: string): Start => ({ kind: 'inline', form: 'pwsh-command', command })

const plugin: Owner = {
  kind: 'plugin',
  name: 'guard@shop',
  root: '/plugins/guard',
  dataDir: '/data/guard',
  options: seal({ token: 'abc', 'a-b': '1' }),
}
const skill: Owner = { kind: 'skill', name: 'deploy', root: '/skills/deploy' }
const agent: Owner = { kind: 'agent', name: 'reviewer', root: '/agents' }

const ALL = '${CLAUDE_PROJECT_DIR} ${CLAUDE_PLUGIN_ROOT} ${CLAUDE_PLUGIN_DATA} ${user_config.token}'
/** What a process would be started with. */
const filled = (start: Start, filling: Filling) =>
  started(fillPlaceholders(start, { projectDir: '/repo', ...filling }))

function started(start: Start | Unfilled): Start | Unfilled {
  if ('why' in start || start.kind === 'script') return start
  if (start.kind === 'argv') return words(...((start.filled && unseal(start.filled)) ?? start.words))
  const { written: _, ...rest } = start
  return rest
}

describe('exec form', () => {
  test.for([
    ['a plugin knows all of them', plugin, '/repo /plugins/guard /data/guard abc'],
    ['a skill knows its root', skill, '/repo /skills/deploy ${CLAUDE_PLUGIN_DATA} ${user_config.token}'],
    [
      'an agent knows the project',
      agent,
      '/repo ${CLAUDE_PLUGIN_ROOT} ${CLAUDE_PLUGIN_DATA} ${user_config.token}',
    ],
    [
      'a settings file knows the project',
      undefined,
      '/repo ${CLAUDE_PLUGIN_ROOT} ${CLAUDE_PLUGIN_DATA} ${user_config.token}',
    ],
  ] as const)('%s', ([, owner, wanted]) =>
    expect(filled(words('x', ALL), { owner })).toEqual(words('x', wanted)),
  )

  test('the program is filled in too, and every occurrence', () =>
    expect(
      filled(words('${CLAUDE_PLUGIN_ROOT}/run', '${user_config.a-b}${user_config.a-b}'), { owner: plugin }),
    ).toEqual(words('/plugins/guard/run', '11')))

  test.for([
    '$CLAUDE_PLUGIN_ROOT',
    '${CLAUDE_PLUGIN_ROOT:-x}',
    '${ CLAUDE_PLUGIN_ROOT }',
    '${HOME}',
    '${user_config}',
  ])('%s is no placeholder', (word) => expect(filled(words(word), { owner: plugin })).toEqual(words(word)))

  test.for([
    ['$(touch p)'],
    ['${CLAUDE_PLUGIN_ROOT}'],
    ['${user_config.token}'],
    ['$& $1 $$ $` '],
    ['"\' ; | \\ \n'],
    [''],
  ])('the value %j is opaque', ([value]) => {
    const owner = { ...plugin, options: seal({ token: value ?? '' }) }
    expect(filled(words('x', '${user_config.token}'), { owner })).toEqual(words('x', value ?? ''))
  })

  test('what is shown of it has no value of an option, and the text of the file for descriptions', () => {
    const start = words('x', '${CLAUDE_PLUGIN_ROOT}', '${user_config.token}')
    expect(fillPlaceholders(start, { owner: plugin })).toEqual({
      kind: 'argv',
      words: ['x', '/plugins/guard', '${user_config.token}'],
      written: ['x', '${CLAUDE_PLUGIN_ROOT}', '${user_config.token}'],
      filled: {},
    })
  })

  test('a path is opaque', () => {
    const owner = { ...plugin, root: '/a $& ${user_config.token} ${CLAUDE_PLUGIN_DATA}' }
    expect(filled(words('${CLAUDE_PLUGIN_ROOT}/x'), { owner })).toEqual(words(`${owner.root}/x`))
  })

  test('a Windows path stays one', () =>
    expect(filled(words('${CLAUDE_PLUGIN_ROOT}\\x.exe'), { owner: { ...plugin, root: 'C:\\p' } })).toEqual(
      words('C:\\p\\x.exe'),
    ))

  test.for(['nothing', 'constructor', '__proto__', ''])('a missing option "%s" fails by name', (key) =>
    expect(filled(words('x', `\${user_config.${key}}`), { owner: plugin })).toEqual({
      why: `plugin "guard@shop" has no value for the option "${key}" that its command names`,
    }),
  )

  test('every missing option is named once', () => {
    const start = words('${user_config.b}', '${user_config.a}', '${user_config.b}')
    expect(filled(start, { owner: { kind: 'plugin', name: 'p', root: '/p' } })).toEqual({
      why: 'plugin "p" has no value for the option "b", "a" that its command names',
    })
  })
})

describe('shell form', () => {
  const paths =
    'a "${CLAUDE_PROJECT_DIR}" \'${CLAUDE_PLUGIN_ROOT}\' ${CLAUDE_PLUGIN_DATA} $CLAUDE_PLUGIN_ROOT'

  test('a plugin gets the three paths as text', () =>
    expect(filled(shell(paths), { owner: plugin })).toEqual(
      shell(`a "/repo" '/plugins/guard' /data/guard $CLAUDE_PLUGIN_ROOT`),
    ))

  test.for([
    ['a skill', skill],
    ['an agent', agent],
    ['a settings file', undefined],
  ] as const)('%s has the variables only', ([, owner]) =>
    expect(filled(shell(`${paths} \${user_config.token}`), { owner })).toEqual(
      shell(`${paths} \${user_config.token}`),
    ),
  )

  test.for(['/a$(touch p)', '/a`b`', '/a"b', "/a'b", '/a\\b', '/a;b', '/a(b)', '/a\nb', '/a*', '/a&b'])(
    'the path %j, on which a shell would act, stays a variable',
    (root) =>
      expect(filled(shell('"${CLAUDE_PLUGIN_ROOT}/x"'), { owner: { ...plugin, root } })).toEqual(
        shell('"${CLAUDE_PLUGIN_ROOT}/x"'),
      ),
  )

  test('what is not known stays a variable', () =>
    expect(
      started(fillPlaceholders(shell(paths), { owner: { kind: 'plugin', name: 'p', root: '/p' } })),
    ).toEqual(shell(`a "\${CLAUDE_PROJECT_DIR}" '/p' \${CLAUDE_PLUGIN_DATA} $CLAUDE_PLUGIN_ROOT`)))

  test('a Windows path is written as Git Bash reads it, beside the command as it was', () => {
    const owner = { ...plugin, root: 'C:\\plugins\\guard' }
    expect(fillPlaceholders(shell('${CLAUDE_PLUGIN_ROOT}/x.sh'), { owner })).toEqual({
      ...shell('/c/plugins/guard/x.sh'),
      written: '${CLAUDE_PLUGIN_ROOT}/x.sh',
    })
  })

  test('PowerShell gets the command as it was written', () =>
    expect(filled(powershell(paths), { owner: plugin })).toEqual(powershell(paths)))

  test.for([
    ['in sh', 'token', shell('x ${user_config.token}')],
    ['in PowerShell', 'token', powershell('x ${user_config.token}')],
    ['whether it has a value or not', 'nope', shell('x ${CLAUDE_PLUGIN_ROOT} ${user_config.nope}')],
  ] as const)('an option of the user is refused %s', ([, key, start]) =>
    expect(filled(start, { owner: plugin })).toEqual({
      why: `\${user_config.${key}} is not allowed in a shell command; use the exec form, with "args"`,
    }),
  )
})

test('a script has no placeholders', () => {
  const script: Start = { kind: 'script', shell: 'bash', source: ALL, args: [ALL] }
  expect(filled(script, { owner: plugin })).toBe(script)
})
