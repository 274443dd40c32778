import { afterAll, describe, expect, test } from 'vitest'
import { ALL, CAMEL, type Shape } from '../payloads.ts'
import {
  createProject,
  denial,
  pathWith,
  removeTemplates,
  type Project,
  type Ran,
  type Runner,
} from '../project.ts'

const NOTHING = { exit: 0, stdout: '', stderr: '' }
const OPENING = 'Cannot commit — fix these issues first:'

type Exits = { readonly types?: number; readonly lint?: number; readonly tests?: number }

/** The commit gate, as written for one shell. */
export function commitGate(runner: Runner): void {
  afterAll(removeTemplates)
  const create = (): Project => createProject('commit-gate', runner)

  /** A project with these checks; each says its name on stderr, notes that it ran, and exits as told. */
  function gated(exits: Exits): Project {
    const project = create()
    const { types, lint, tests } = exits
    const body = (name: string, exit = 0): string =>
      `echo ${name} says no >&2; echo ${name} >> ran; exit ${exit}`
    const scripts = {
      ...(lint !== undefined && { lint: body('lint', lint) }),
      ...(tests !== undefined && { test: `: ; ${body('tests', tests)} #` }),
    }
    project.write('package.json', JSON.stringify({ scripts }))
    if (types === undefined) return project
    project.write('tsconfig.json', '{}')
    project.write(
      'node_modules/.bin/tsc',
      `#!/bin/sh\n[ "$*" = --noEmit ] || exit 3\n${body('types', types)}\n`,
    )
    return project
  }

  /** Quick stand-ins for npm and npx, which need most of a second to start. */
  function quick(project: Project): Project {
    project.write('../bin/npx', '#!/bin/sh\ntool=$1; shift\nexec "node_modules/.bin/$tool" "$@"\n')
    const script = `$(jq -r --arg name "$1" '.scripts[$name]' package.json)`
    project.write('../bin/npm', `#!/bin/sh\n[ "$1" = run ] && shift\nexec sh -c "${script}"\n`)
    return project
  }

  function call(
    project: Project,
    shape: Shape,
    command = 'git add -A && git commit -m "work"',
  ): Promise<Ran> {
    return project.run(shape({ tool: 'bash', args: { command, description: 'commit' }, cwd: project.dir }))
  }

  const checksRun = (project: Project): string => (project.has('ran') ? project.read('ran') : '')

  describe.skipIf(runner.isMissing)('the commit gate', () => {
    for (const [name, shape] of Object.entries(ALL)) {
      test(`${name}: a tool that is not the shell starts no check`, async () => {
        const project = quick(gated({ lint: 1 }))
        const args = { path: 'a', command: 'git commit' }
        expect(await project.run(shape({ tool: 'view', args, cwd: project.dir }))).toEqual(NOTHING)
        expect(checksRun(project)).toBe('')
      })

      test(`${name}: a command without "git commit" starts no check`, async () => {
        const project = quick(gated({ lint: 1 }))
        expect(await call(project, shape, 'git status && echo commit')).toEqual(NOTHING)
        expect(checksRun(project)).toBe('')
      })

      test(`${name}: a failing lint denies with its output`, async () => {
        const { exit, stdout } = await call(quick(gated({ lint: 1 })), shape)
        expect([exit, JSON.parse(stdout)]).toEqual([
          0,
          denial(shape, `${OPENING}\n\n=== Lint Errors ===\nlint says no`),
        ])
      })
    }

    const PROGRAMS = { 'npm and npx': (project: Project) => project, 'stand-ins for them': quick }
    const both = Object.entries(CAMEL).flatMap(([name, shape]) =>
      Object.entries(PROGRAMS).map(([programs, dress]) => ({ name, programs, shape, dress })),
    )

    test.for(both)('$name, $programs: checks that pass let the commit through', async ({ shape, dress }) => {
      const project = dress(gated({ types: 0, lint: 0, tests: 0 }))
      expect(await call(project, shape)).toEqual(NOTHING)
      expect(checksRun(project)).toBe('types\nlint\ntests\n')
    })

    test.for(both)(
      '$name, $programs: three failures are one deny with three blocks',
      async ({ shape, dress }) => {
        const project = dress(gated({ types: 2, lint: 1, tests: 1 }))
        const { exit, stdout } = await call(project, shape)
        const blocks = [
          '=== TypeScript Errors ===\ntypes says no',
          '=== Lint Errors ===\nlint says no',
          '=== Test Failures ===\n.*tests says no',
        ]
        const reason = expect.stringMatching(
          new RegExp(`^${[OPENING, ...blocks].join('\n\n')}$`, 's'),
        ) as unknown
        expect([exit, JSON.parse(stdout)]).toEqual([0, denial(shape, reason)])
        expect(checksRun(project)).toBe('types\nlint\ntests\n')
      },
    )

    const shape = CAMEL['toolArgs as an object'] as Shape

    /** Programs of our own in place of npm and npx, which say what they were called with. */
    function recording(body: string): Project {
      const project = create()
      for (const program of ['npm', 'npx'])
        project.write(
          `../bin/${program}`,
          `#!/bin/sh\necho "${program} $* CI=$CI yes=$npm_config_yes offline=$npm_config_offline" >> calls\n${body}\n`,
        )
      project.write('tsconfig.json', '{}')
      project.write('package.json', '{"scripts":{"lint":"l","test":"t"}}')
      return project
    }

    test('the checks are called as said, in their order, in the directory of the payload', async () => {
      const project = recording('exit 0')
      for (const file of ['tsconfig.json', 'package.json']) project.write(`deep/${file}`, project.read(file))
      const payload = shape({ tool: 'bash', args: { command: 'git commit' }, cwd: `${project.dir}/deep` })
      expect(await project.run(payload)).toEqual(NOTHING)
      expect(project.read('deep/calls').split('\n')).toEqual([
        'npx tsc --noEmit CI= yes=false offline=true',
        'npm run lint --silent CI= yes= offline=',
        'npm test -- --watchAll=false CI=true yes= offline=',
        '',
      ])
    })

    test('types keep their first 30 lines, lint and tests their last 30, stdout and stderr together', async () => {
      const project = recording(
        'i=0; while [ $i -lt 40 ]; do i=$((i+1)); echo "line $i" >&$((1 + i % 2)); done; exit 1',
      )
      const { stdout } = await call(project, shape)
      const { permissionDecisionReason } = JSON.parse(stdout) as { permissionDecisionReason: string }
      const lines = (from: number): string =>
        Array.from({ length: 30 }, (_, i) => `line ${from + i}`).join('\n')
      const blocks = [
        `TypeScript Errors ===\n${lines(1)}`,
        `Lint Errors ===\n${lines(11)}`,
        `Test Failures ===\n${lines(11)}`,
      ]
      expect(permissionDecisionReason.split('\n\n=== ').slice(1)).toEqual(blocks)
    })

    test.for([
      ['no tsconfig.json and no package.json: nothing is checked', {}, undefined],
      ['no package.json: types only', { 'tsconfig.json': '{}' }, 'npx tsc'],
      ['package.json without scripts: nothing is checked', { 'package.json': '{}' }, undefined],
      ['an empty script is none', { 'package.json': '{"scripts":{"lint":"","test":"t"}}' }, 'npm test'],
    ] as const)('%s', async ([, files, called]) => {
      const project = recording('exit 0')
      project.write('empty/.keep', '')
      for (const [file, text] of Object.entries(files)) project.write(`empty/${file}`, text)
      const payload = shape({ tool: 'bash', args: { command: 'git commit' }, cwd: `${project.dir}/empty` })
      expect(await project.run(payload)).toEqual(NOTHING)
      const calls = project.has('empty/calls') ? project.read('empty/calls').trim().split('\n') : []
      expect(calls.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(called ? [called] : [])
    })

    test('output that is longer than an argument may be still denies', async () => {
      const { stdout } = await call(recording('head -c 300000 /dev/zero | tr "\\0" x; exit 1'), shape)
      expect(JSON.parse(stdout)).toMatchObject({ permissionDecision: 'deny' })
    })

    test('a missing npx is a failed check, not a pass', async () => {
      const project = create()
      project.write('tsconfig.json', '{}')
      const PATH = pathWith(project, ['bash', 'cat', 'env', 'head', 'jq', 'tail'])
      const payload = shape({ tool: 'bash', args: { command: 'git commit' }, cwd: project.dir })
      const { exit, stdout } = await project.run(payload, { PATH })
      const end = `${runner.notFound('npx')}$`
      const reason = expect.stringMatching(new RegExp(`=== TypeScript Errors ===\n.*${end}`, 's')) as unknown
      expect([exit, JSON.parse(stdout)]).toEqual([0, denial(shape, reason)])
    })

    test('a directory that is gone fails clearly', async () => {
      const payload = shape({ tool: 'bash', args: { command: 'git commit' }, cwd: '/no/such/directory' })
      const stderr = 'commit-gate: the directory "/no/such/directory" cannot be entered.\n'
      expect(await create().run(payload)).toEqual({ exit: 1, stdout: '', stderr })
    })

    test('a package.json that is no JSON fails clearly', async () => {
      const project = create()
      project.write('package.json', '{')
      const stderr = `commit-gate: package.json in "${project.dir}" is not a JSON object.\n`
      expect(await call(project, shape)).toEqual({ exit: 1, stdout: '', stderr })
    })
  })
}
