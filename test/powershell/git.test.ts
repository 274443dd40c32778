import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { onPath } from '../examples/project.ts'
import { besidePrek, type Answers } from '../helpers/beside-prek.ts'
import { createGitSandbox, type GitSandbox } from '../helpers/git-sandbox.ts'
import { noPowershell, PATH, SHELLS } from './program.ts'

/** File names as git may have them. */
const NAMES = [
  'a b.txt',
  "it's.txt",
  '"q".txt',
  '$HOME.txt',
  '`id`.txt',
  'a;b.txt',
  '@x.txt',
  '[x].txt',
  '-x.txt',
  'é😀.txt',
  'a\nb.txt',
]

const SHOW = 'foreach ($a in $args) { [Console]::Out.WriteLine("<$a>") }'

/** A repository with one hook in it and the same run by prek. */
async function run(
  hook: object,
  names: readonly string[] = ['a.txt'],
): Promise<Answers & { sandbox: GitSandbox }> {
  const entry = {
    id: 'it',
    name: 'it',
    language: 'system',
    verbose: true,
    files: '\\.txt$',
    require_serial: true,
    ...hook,
  }
  const config = JSON.stringify({ repos: [{ repo: 'local', hooks: [entry] }] })
  const sandbox = await createGitSandbox({ config })
  for (const name of names) sandbox.write(`./${name}`, 'x\n')
  await sandbox.mustGit('add', '--all')
  return { ...(await besidePrek(sandbox, ['run'], { env: { PATH } })), sandbox }
}

describe.skipIf(noPowershell)('git hooks in PowerShell, beside prek', () => {
  test.for(SHELLS)('shell: %s gets args, then the names, in one piece each', async (shell) => {
    const { ours, prek } = await run({ shell, entry: SHOW, args: ['configured', '--fix'] }, NAMES)
    const shown = [...ours.stdout.matchAll(/<([^>]*)>/g)].map(([, name = '']) => name.replace('\n  ', '\n'))
    expect(shown.slice(0, 2)).toEqual(['configured', '--fix'])
    expect(shown.slice(2).toSorted()).toEqual(NAMES.toSorted())
    expect(withoutTimes(ours.stdout)).toBe(withoutTimes(prek.stdout))
  })

  test.for([
    ['exit 7 fails with 7', 'exit 7', 1, /exit code: 7/],
    ['a throw fails with 1', 'throw "refused"', 1, /refused/],
    ['a script that cannot be parsed fails with 1', 'if (', 1, /ParserError/],
    ['a program that fails last does not fail the hook', 'sh -c "exit 3"', 0, /Passed/],
    ['exit $LASTEXITCODE makes it fail', 'sh -c "exit 3"; exit $LASTEXITCODE', 1, /exit code: 3/],
    ['stdin is empty', '"[$([Console]::In.ReadToEnd().Length)]"', 0, /\[0\]/],
    ['an empty entry passes', '', 0, /Passed/],
  ] as const)('%s', async ([, entry, code, text]) => {
    const { ours, prek } = await run({ shell: 'pwsh', entry })
    expect([ours.code, prek.code]).toEqual([code, code])
    expect(ours.stdout).toMatch(text)
  })

  test.for(['-x:y.txt', '-x:.txt'])(
    'a file named %s, which PowerShell would change, is refused',
    async (name) => {
      const { ours } = await run({ shell: 'pwsh', entry: SHOW }, [name])
      expect([ours.code, ours.stderr]).toEqual([
        2,
        expect.stringContaining(`cannot be given "${name}" unchanged`),
      ])
    },
  )

  test('a shell that is missing ends the whole run with 2', async () => {
    const { sandbox } = await run({ shell: 'pwsh', entry: '' })
    const only = join(sandbox.root, 'only')
    mkdirSync(only)
    for (const program of ['git', 'sh']) symlinkSync(onPath(program) ?? '', join(only, program))
    const { code, stderr } = await sandbox.hookwright(['run'], { env: { PATH: only } })
    expect([code, stderr]).toEqual([2, expect.stringContaining('pwsh')])
  })
})

const withoutTimes = (text: string): string => text.replaceAll(/- duration: .*\n/g, '')
