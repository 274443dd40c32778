import { describe, expect, test } from 'vitest'
import { KNOWN } from './known.ts'
import { MANIFEST_NAME, readManifest } from './read-manifest.ts'

const read = (text: string) => readManifest(text, MANIFEST_NAME, KNOWN)
const HOOK = '- id: a\n  name: a\n  entry: a\n  language: python\n'

describe('a manifest', () => {
  test('is a list of complete hooks', () => {
    const { hooks, issues } = read(
      `${HOOK}  args: [--fix]\n  types_or: [python, pyi]\n  require_serial: true\n`,
    )
    expect(issues).toEqual([])
    expect(hooks?.map(({ options }) => options)).toEqual([
      {
        id: 'a',
        name: 'a',
        entry: 'a',
        language: 'python',
        args: ['--fix'],
        typesOr: ['python', 'pyi'],
        requireSerial: true,
      },
    ])
  })

  test('has no say in order and groups', () => {
    const [hook] = read(`${HOOK}  priority: early\n  groups: [x]\n`).hooks ?? []
    expect(hook?.options).toEqual({ id: 'a', name: 'a', entry: 'a', language: 'python' })
  })

  test.for(['', '[]', '# none yet\n'])('may have no hooks: %s', (text) => {
    expect(read(text)).toEqual({ hooks: [], issues: [] })
  })

  test.for(['minimum_pre_commit_version: 3.2.0', 'no-such-key: 1', 'x-mine: 1'])(
    'may hold what nobody knows: %s',
    (line) => expect(read(`${HOOK}  ${line}\n`).issues).toEqual([]),
  )

  test.for([
    ['a: 1', '1:1 ".pre-commit-hooks.yaml" is not a list of hooks.'],
    ['- id: a\n  name: a\n  language: system\n', '1:3 missing field `entry`'],
    [`${HOOK}  always_run: 1\n`, '5:15 "always_run" must be `true` or `false`, not `1`.'],
    [`${HOOK}  types: [zork]\n`, '5:11 Type tag `zork` is not recognized.'],
    [`${HOOK}  shell: zsh\n`, '5:10 Shell "zsh" is not one of sh, bash, pwsh, powershell, cmd.'],
    [`${HOOK}- null\n`, '5:3 missing field `id`'],
    [`${HOOK}- 3\n`, '5:3 "[1]" must be a mapping, not `3`.'],
    [
      `${HOOK}  minimum_prek_version: 9.0.0\n`,
      '5:25 `prek` version `9.0.0` or newer is required, but this runner follows version `0.5.3`.',
    ],
  ] as const)('that is wrong says where: %s', ([text, expected]) => {
    const { hooks, issues } = read(text)
    expect(hooks).toBeUndefined()
    expect(issues.map(({ place, message }) => `${place.line}:${place.column} ${message}`)).toEqual([expected])
  })
})
