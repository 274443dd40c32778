import { afterAll, describe, expect, test } from 'vitest'
import { ALL, CAMEL, type Call, type Shape } from '../payloads.ts'
import { createProject, pathWith, removeTemplates, type Project, type Runner } from '../project.ts'

const NOTHING = { exit: 0, stdout: '', stderr: '' }
const UGLY = 'const  a=1\n'
const PRETTY = 'const a = 1\n'

type Dress = (project: Project) => Project

/** npx needs most of a second to start; this one finds the same programs. */
const quick: Dress = (project) => {
  project.write('../bin/npx', '#!/bin/sh\ntool=$1; shift\nexec "node_modules/.bin/$tool" "$@"\n')
  return project
}

/** Formatting after edits, as written for one shell. */
export function formatAfterEdit(runner: Runner): void {
  afterAll(removeTemplates)
  const create = (): Project => createProject('format-after-edit', runner)

  /** A project with a prettier of ours: it writes the file and talks on both streams. */
  function withPrettier({ exit = 0, dress = quick }: { exit?: number; dress?: Dress } = {}): Project {
    const project = create()
    project.write('package.json', '{}')
    project.write('src/app.ts', UGLY)
    const format = exit === 0 ? `printf 'const a = 1\\n' > "$2"` : ''
    const talk = '#!/bin/sh\necho "$*"; echo warning >&2\n[ "$1" = --write ] || exit 3'
    project.write('node_modules/.bin/prettier', `${talk}\n${format}\nexit ${exit}\n`)
    return dress(project)
  }

  const edited = (project: Project, fields: Partial<Call> = {}): Call => ({
    tool: 'edit',
    args: { path: 'src/app.ts', old_str: 'a', new_str: 'b' },
    cwd: project.dir,
    result: 'success',
    ...fields,
  })

  describe.skipIf(runner.isMissing)('format after edit', () => {
    for (const [name, shape] of Object.entries(ALL)) {
      test(`${name}: a successful edit is formatted, without a word`, async () => {
        const project = withPrettier()
        expect(await project.run(shape(edited(project)))).toEqual(NOTHING)
        expect(project.read('src/app.ts')).toBe(PRETTY)
      })

      test(`${name}: a shell command formats nothing`, async () => {
        const project = withPrettier()
        const args = { command: 'ls', path: 'src/app.ts' }
        expect(await project.run(shape(edited(project, { tool: 'bash', args })))).toEqual(NOTHING)
        expect(project.read('src/app.ts')).toBe(UGLY)
      })

      test.for([
        ['no path', {}],
        ['a missing file', { path: 'src/gone.ts' }],
        ['a folder', { path: 'src' }],
      ] as const)(`${name}: %s changes nothing`, async ([, args]) => {
        const project = withPrettier()
        expect(await project.run(shape(edited(project, { args })))).toEqual(NOTHING)
        expect(project.read('src/app.ts')).toBe(UGLY)
      })
    }

    for (const [name, shape] of Object.entries(CAMEL)) {
      test.for(['failure', 'denied'])(`${name}: the result "%s" changes nothing`, async (result) => {
        const project = withPrettier()
        expect(await project.run(shape(edited(project, { result })))).toEqual(NOTHING)
        expect(project.read('src/app.ts')).toBe(UGLY)
      })

      test(`${name}: a prettier that fails is passed over`, async () => {
        const project = withPrettier({ exit: 2 })
        expect(await project.run(shape(edited(project)))).toEqual(NOTHING)
        expect(project.read('src/app.ts')).toBe(UGLY)
      })

      test(`${name}: a prettier that is missing is not installed`, async () => {
        const project = create()
        project.write('package.json', '{}')
        project.write('src/app.ts', UGLY)
        expect(await project.run(shape(edited(project)))).toEqual(NOTHING)
        expect([project.read('src/app.ts'), project.has('node_modules/prettier')]).toEqual([UGLY, false])
      })
    }

    const shape = CAMEL['toolArgs as an object'] as Shape

    test('the real npx finds the prettier of the project', async () => {
      const project = withPrettier({ dress: (same) => same })
      expect(await project.run(shape(edited(project)))).toEqual(NOTHING)
      expect(project.read('src/app.ts')).toBe(PRETTY)
    })

    test('a payload without a result changes nothing', async () => {
      const project = withPrettier()
      const { result: _, ...call } = edited(project)
      expect(await project.run(shape(call))).toEqual(NOTHING)
      expect(project.read('src/app.ts')).toBe(UGLY)
    })

    test.for([
      ['create', 'a new file', 'new file.ts'],
      ['edit', 'a name like an option', '--version'],
      ['edit', 'a name a shell would act on', '$(touch pwned);`touch pwned`.ts'],
    ] as const)('%s: %s is formatted', async ([tool, , path]) => {
      const project = withPrettier()
      project.write(path, UGLY)
      expect(await project.run(shape(edited(project, { tool, args: { path } })))).toEqual(NOTHING)
      expect([project.read(path), project.has('pwned')]).toEqual([PRETTY, false])
    })

    test('an absolute path is formatted, a relative one counts from the directory of the process', async () => {
      const project = withPrettier()
      const elsewhere = { cwd: '/' }
      expect(await project.run(shape(edited(project, elsewhere)))).toEqual(NOTHING)
      expect(project.read('src/app.ts')).toBe(PRETTY)
      const path = project.write('src/other.ts', UGLY)
      await project.run(shape(edited(project, { args: { path }, ...elsewhere })))
      expect(project.read('src/other.ts')).toBe(PRETTY)
    })

    /** Which of two fake formatters is called, and with what. */
    test.for([
      [
        'prettier takes every kind of file where there is a package.json',
        ['npx', 'dotnet'],
        true,
        'a.cs',
        'npx prettier --write a.cs',
      ],
      [
        'dotnet takes .cs files where there is none',
        ['npx', 'dotnet'],
        false,
        'a.cs',
        'dotnet format --include a.cs',
      ],
      [
        'dotnet takes .cs files where npx is missing',
        ['dotnet'],
        true,
        'a.cs',
        'dotnet format --include a.cs',
      ],
      ['dotnet leaves other files alone', ['dotnet'], true, 'a.ts', undefined],
      ['without a formatter nothing happens', [], true, 'a.cs', undefined],
    ] as const)('%s', async ([, formatters, hasPackage, path, called]) => {
      const project = create()
      if (hasPackage) project.write('package.json', '{}')
      project.write(path, UGLY)
      const only = pathWith(project, ['bash', 'cat', 'env', 'jq'])
      for (const each of formatters)
        project.write(
          `../only/${each}`,
          `#!/usr/bin/env bash\necho "${each} $*" > called; echo noise; exit 1\n`,
        )
      expect(await project.run(shape(edited(project, { args: { path } })), { PATH: only })).toEqual(NOTHING)
      expect(project.has('called') ? project.read('called').trim() : undefined).toBe(called)
    })
  })
}
