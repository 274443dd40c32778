import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gitHook } from '../../../test/helpers/git-hooks.ts'
import { makeMirror } from '../../../test/helpers/mirrors.ts'
import { prepareIn, runReady } from '../../../test/helpers/prepared.ts'
import { isIssue } from '../../core/issue.ts'
import type { GitHook } from '../contracts/model.ts'
import { fetchRepo } from '../store/clone.ts'
import { readScriptMetadata } from './pep723.ts'
import { python } from './python.ts'

let home: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'hw-python-')))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const works = spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0
if (!works) console.log('python hooks are not tested: no python3 with venv on PATH')

const pythonHook = (more: Partial<GitHook>): GitHook =>
  gitHook({ language: 'python', entry: 'python', ...more })

/** A package that builds itself with nothing but Python: no build tool has to be downloaded. */
const BACKEND = `
import zipfile
def build_wheel(folder, settings=None, metadata=None):
    name = 'tiny-1.0-py3-none-any.whl'
    with zipfile.ZipFile(folder + '/' + name, 'w') as wheel:
        wheel.write('tiny.py')
        wheel.writestr('tiny-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: tiny\\nVersion: 1.0\\n')
        wheel.writestr('tiny-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
        wheel.writestr('tiny-1.0.dist-info/entry_points.txt', '[console_scripts]\\ntiny = tiny:main\\n')
        wheel.writestr('tiny-1.0.dist-info/RECORD', '')
    return name
`
const FILES = {
  'pyproject.toml':
    '[project]\nname = "tiny"\nversion = "1.0"\n[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n',
  'backend.py': BACKEND,
  'tiny.py':
    'import sys, os\ndef main():\n    print(sys.argv[1:], sys.prefix == os.environ["VIRTUAL_ENV"])\n',
}

/** The same package, built by hand. */
function makeWheel(): string {
  const folder = join(home, 'wheel')
  mkdirSync(folder)
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  execFileSync('python3', ['-c', 'import backend; backend.build_wheel(".")'], { cwd: folder })
  return join(folder, 'tiny-1.0-py3-none-any.whl')
}

describe.skipIf(!works)('in a venv', { timeout: 180_000 }, () => {
  test('a hook of a repository runs, also when the repository is gone', async () => {
    const mirror = makeMirror(home, FILES)
    const context = prepareIn(home)
    const clone = (await fetchRepo({ url: mirror, rev: 'main' }, context)) as string
    const repo = { kind: 'remote', url: mirror, rev: 'main', clone } as const
    const hook = pythonHook({ repo, entry: 'tiny' })
    const expected = { code: 0, output: "['a b'] True\n" }
    expect(await runReady(await python.prepare(hook, context), ['a b'], home)).toEqual(expected)
    rmSync(mirror, { recursive: true })
    expect(await runReady(await python.prepare(hook, context), ['a b'], home)).toEqual(expected)
    expect(context.said).toEqual([`Cloning ${mirror}`, `Installing environment for ${mirror}`])
  })

  test('a local hook runs with a wheel as its dependency, whatever PYTHONHOME and PIP_USER say', async () => {
    const context = prepareIn(home)
    const hook = pythonHook({
      additionalDependencies: [makeWheel()],
      entry: 'python -c "import tiny; tiny.main()"',
    })
    const env = { ...context.env, PIP_TARGET: join(home, 'elsewhere'), PIP_USER: '1' }
    const ready = await python.prepare(hook, { ...context, env })
    expect(await runReady(ready, ['x'], home)).toEqual({ code: 0, output: "['x'] True\n" })
  })

  test('a local script brings its own dependencies', async () => {
    const wheel = makeWheel()
    const source = `#!/usr/bin/env python\n# /// script\n# requires-python = ">=3.7"\n# dependencies = ["tiny @ file://${wheel}"]\n# ///\nimport tiny\ntiny.main()\n`
    writeFileSync(join(home, 'check.py'), source)
    const ready = await python.prepare(pythonHook({ entry: './check.py' }), prepareIn(home))
    expect(await runReady(ready, ['x'], home)).toEqual({ code: 0, output: "['x'] True\n" })
  })

  test('a hook without dependencies gets a bare environment', async () => {
    const hook = pythonHook({ entry: 'python -c "import sys; print(sys.prefix != sys.base_prefix)"' })
    expect(await runReady(await python.prepare(hook, prepareIn(home)), [], home)).toEqual({
      code: 0,
      output: 'True\n',
    })
  })

  test('a repository that cannot be installed is blamed itself where nothing else is listed', async () => {
    const clone = join(home, 'clone')
    mkdirSync(clone)
    const hook = pythonHook({ repo: { kind: 'remote', url: 'u', rev: 'v1', clone } })
    const problem = await python.prepare(hook, prepareIn(home))
    if (!isIssue(problem)) throw new Error('installed')
    expect([problem.code, problem.hint]).toEqual(['env.build-failed', expect.stringContaining('`rev`')])
    expect(problem.hint).not.toContain('additional_dependencies')
  })

  test('a build that fails shows the end of what pip printed, and leaves nothing', async () => {
    const context = prepareIn(home)
    const hook = pythonHook({ id: 'x', additionalDependencies: ['/nowhere/at/all.whl'] })
    const problem = await python.prepare(hook, context)
    const hint = expect.stringContaining('additional_dependencies') as string
    expect(problem).toMatchObject({ code: 'env.build-failed', place: { hook: 'x' }, hint })
    expect(isIssue(problem) && problem.detail).toMatch(/nowhere/)
    expect(readdirSync(join(context.storeDir, 'envs'))).toEqual([])
  })
})

describe('what is missing is named', () => {
  test.for([
    ['no python at all', undefined, 'default', 'Hook "hook" needs Python: none was found on PATH.'],
    ['only another version', '3.11.2', '3.12', /needs Python 3\.12: found only 3\.11\.2/],
    ['only an ancient one', '2.7.18', 'default', /needs Python: found only 2\.7\.18/],
    ['no venv', '3.11.2', 'python3', /has no venv or ensurepip/],
  ] as const)('%s', async ([, version, languageVersion, message]) => {
    mkdirSync(join(home, 'bin'))
    // Answers the question for its version, and fails at everything else.
    const script = `#!/bin/sh\ncase "$2" in *version_info*) echo "${version} /x";; *) exit 1;; esac\n`
    if (version !== undefined) writeFileSync(join(home, 'bin/python3'), script)
    if (version !== undefined) chmodSync(join(home, 'bin/python3'), 0o755)
    const context = prepareIn(home)
    const env = { ...context.env, PATH: join(home, 'bin') }
    const problem = await python.prepare(pythonHook({ languageVersion }), { ...context, env })
    expect(problem).toMatchObject({
      code: 'language.toolchain',
      hint: expect.stringContaining('-venv') as string,
    })
    expect(isIssue(problem) && problem.message).toMatch(message)
  })
})

describe('metadata of a script', () => {
  test.for([
    ['none', 'print(1)\n', undefined],
    [
      'dependencies',
      '# /// script\n# dependencies = [\n#   "a>=1",\n#   "b",\n# ]\n# ///\n',
      { dependencies: ['a>=1', 'b'] },
    ],
    ['with carriage returns', '# /// script\r\n# dependencies = ["a"]\r\n# ///\r\n', { dependencies: ['a'] }],
    [
      'a version',
      '# /// script\n# requires-python = ">=3.9"\n#\n# ///\n',
      { dependencies: [], requiresPython: '>=3.9' },
    ],
    ['another type', '# /// pyproject\n# dependencies = ["a"]\n# ///\n', undefined],
    ['never closed', '# /// script\n# dependencies = ["a"]\nprint(1)\n', undefined],
    ['no TOML', '# /// script\n# dependencies = [\n# ///\n', undefined],
  ] as const)('%s', ([, source, expected]) => {
    expect(readScriptMetadata(source)).toEqual(expected)
  })
})
