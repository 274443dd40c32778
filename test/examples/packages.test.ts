import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  bash,
  createProject,
  hooksOf,
  PACKAGES,
  pathWith,
  removeTemplates,
  ROOT,
  type Package,
} from './project.ts'
import { badInput } from './rows/bad-input.ts'

afterAll(removeTemplates)

const folder = (name: Package): string => join(ROOT, 'examples/hooks', name)

describe.for(PACKAGES)('the package %s', (name) => {
  test('has an entry for both shells, with a matcher, a timeout and a directory', () => {
    expect(hooksOf(name)).toEqual({
      [name === 'format-after-edit' ? 'postToolUse' : 'preToolUse']: [
        {
          type: 'command',
          matcher: name === 'format-after-edit' ? 'edit|create' : 'bash|powershell',
          bash: `./.github/hooks/scripts/${name}.sh`,
          powershell: `./.github/hooks/scripts/${name}.ps1`,
          cwd: '.',
          timeoutSec: { 'commit-gate': 120, 'format-after-edit': 15, 'block-dangerous-commands': 5 }[name],
          ...(name === 'block-dangerous-commands' && { env: { BLOCK_MODE: 'deny' } }),
        },
      ],
    })
  })

  test('has its scripts where the README installs them, and bash may run its own', () => {
    const project = createProject(name)
    const scripts = ['sh', 'ps1'].map((ending) => `.github/hooks/scripts/${name}.${ending}`)
    expect(scripts.map((script) => project.has(script))).toEqual([true, true])
    expect(statSync(join(project.dir, scripts[0] ?? '')).mode & 0o111).not.toBe(0)
    expect(JSON.parse(project.read(`.github/hooks/${name}.json`))).toMatchObject({ version: 1 })
  })

  test('has a README that says everything one must know', () => {
    const text = readFileSync(join(folder(name), 'README.md'), 'utf8')
    const rows = ['Event', 'Reads', 'Writes', 'Blocks', 'Dependencies', 'Timeout', 'When it fails']
    expect(rows.filter((row) => !text.includes(`| ${row} `))).toEqual([])
    expect(text.match(/^## .+$/gm)).toEqual(['## Install', '## Switch off'])
    const links = [...text.matchAll(/\]\((?!https:)([^)]+)\)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(join(folder(name), link)))).toEqual([])
  })

  test('has a PowerShell script in ASCII, which Windows PowerShell cannot misread', () =>
    expect(readFileSync(join(folder(name), `scripts/${name}.ps1`), 'utf8')).toMatch(/^[\n\x20-\x7e]+$/))

  test('without jq: says so, prints nothing, exits non-zero, before anything is read', async () => {
    const project = createProject(name)
    const PATH = pathWith(project, ['bash', 'cat', 'env', 'grep'])
    const ran = await project.run('{"toolName":"view","toolArgs":{}}', { PATH })
    const stderr = `${name}: jq was not found on PATH. Install it: https://jqlang.org\n`
    expect(ran).toEqual({ exit: 1, stdout: '', stderr })
  })
})

badInput(bash)
