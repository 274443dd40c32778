import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { format } from '../../src/packs/format/code.ts'
import { format as manifest } from '../../src/packs/format/manifest.ts'
import { packContext, packPlace, postToolUse } from '../helpers/pack-context.ts'

const dir = mkdtempSync(join(tmpdir(), 'hookwright-formatters-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }), 60_000)

const PACKAGES = [
  '@biomejs/biome@2.6.6',
  'dprint@0.57.4',
  '@dprint/typescript@0.96.1',
  'elm-format@0.8.8',
  'eslint@10.15.0',
  'stylelint@17.16.0',
  '@taplo/cli@0.7.0',
]

/** Returns whether the programs are there; no script of a package runs. */
function isInstalled(): boolean {
  writeFileSync(join(dir, 'package.json'), '{ "private": true }')
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  try {
    execFileSync('npm', ['install', ...quiet, ...PACKAGES], { cwd: dir, stdio: 'pipe', timeout: 150_000 })
    return true
  } catch (error) {
    console.warn(`formatters of npm: not run, because npm cannot install them: ${String(error)}`)
    return false
  }
}

const isMissing = !isInstalled()
const ROOT = '../node_modules'

type Case = {
  readonly formatter: string
  readonly config: Readonly<Record<string, string>>
  readonly file: string
  readonly before: string
  readonly after: string
  /** A text that the program refuses. */
  readonly syntaxError: string
  /** A text with a finding that it cannot correct, and that is laid out already. */
  readonly finding?: string
  /** What makes the program leave the file alone. Absent: it has no such list. */
  readonly ignoring?: Readonly<Record<string, string>>
}

const UGLY = 'const  a = {b:1}\n'
const NO_VAR = 'rules: { "no-var": "error", "no-console": "error" }'
const HEX = '{ "rules": { "color-hex-length": "short", "no-empty-source": true, "block-no-empty": true } }'

const CASES: readonly Case[] = [
  {
    formatter: 'biome',
    config: { 'biome.json': '{ "formatter": { "indentStyle": "space" } }' },
    file: 'a.ts',
    before: UGLY,
    after: 'const a = { b: 1 };\n',
    syntaxError: 'const = ;\n',
    ignoring: { 'biome.json': '{ "files": { "includes": ["**", "!a.ts"] } }' },
  },
  {
    formatter: 'dprint',
    config: { 'dprint.json': `{ "plugins": ["${ROOT}/@dprint/typescript/plugin.wasm"] }` },
    file: 'a.ts',
    before: UGLY,
    after: 'const a = { b: 1 };\n',
    syntaxError: 'const = ;\n',
    ignoring: {
      'dprint.json': `{ "excludes": ["a.ts"], "plugins": ["${ROOT}/@dprint/typescript/plugin.wasm"] }`,
    },
  },
  {
    formatter: 'eslint',
    config: { 'eslint.config.mjs': `export default [{ ${NO_VAR} }]\n` },
    file: 'a.js',
    before: 'var a = 1\nconsole.log(a)\n',
    after: 'let a = 1\nconsole.log(a)\n',
    syntaxError: 'let = ;\n',
    finding: 'console.log(1)\n',
    ignoring: { 'eslint.config.mjs': `export default [{ ignores: ["a.js"] }, { ${NO_VAR} }]\n` },
  },
  {
    formatter: 'stylelint',
    config: { '.stylelintrc.json': HEX },
    file: 'a.css',
    before: 'a { color: #ffffff }\n',
    after: 'a { color: #fff }\n',
    syntaxError: 'a { color: \n',
    finding: 'a {}\n',
    ignoring: { '.stylelintrc.json': HEX, '.stylelintignore': 'a.css\n' },
  },
  {
    formatter: 'taplo',
    config: { 'taplo.toml': '' },
    file: 'a.toml',
    before: 'a   = 1\n',
    after: 'a = 1\n',
    syntaxError: 'a = \n',
    ignoring: { 'taplo.toml': 'exclude = ["a.toml"]\n' },
  },
  {
    formatter: 'elm-format',
    config: { 'elm.json': '{}' },
    file: 'A.elm',
    before: 'module A exposing (..)\na = 1\n',
    after: 'module A exposing (..)\n\n\na =\n    1\n',
    syntaxError: 'module A exposing (..)\na =\n',
  },
]

/** What dprint has compiled once is compiled for all tests. */
const variables = { DPRINT_CACHE_DIR: join(dir, 'dprint') }

type Written = { readonly text: string; readonly told: string; readonly note: unknown }

async function write(files: Readonly<Record<string, string>>, file: string): Promise<Written> {
  const place = packPlace(files)
  symlinkSync(join(dir, 'node_modules'), join(dirname(place.projectDir), 'node_modules'))
  mkdirSync(join(place.projectDir, 'node_modules'))
  symlinkSync(join(dir, 'node_modules/.bin'), join(place.projectDir, 'node_modules/.bin'))
  const event = postToolUse('Write', { file_path: join(place.projectDir, file) }, place)
  const answer = await format(event, packContext(manifest, { place, variables, options: { timeout: 60 } }))
  const told = (answer?.effects ?? []).map((effect) => (effect.kind === 'add-context' ? effect.text : ''))
  return {
    text: readFileSync(join(place.projectDir, file), 'utf8'),
    told: told.join(''),
    note: answer?.note,
  }
}

describe.skipIf(isMissing).for(CASES)('$formatter', { timeout: 120_000 }, (each) => {
  const { formatter, config, file, before, after, syntaxError, finding, ignoring } = each

  test('a new file is laid out, and the model gets the change', async () => {
    const { text, told } = await write({ ...config, [file]: before }, file)
    expect(text).toBe(after)
    expect(told).toContain(`${formatter} formatted ${file} after your edit`)
  })

  test('a file that is laid out stays, without a word', async () => {
    const { text, told, note } = await write({ ...config, [file]: finding ?? after }, file)
    expect(text).toBe(finding ?? after)
    expect(told).toBe('')
    expect(note).toEqual({ [formatter]: 'unchanged' })
  })

  test('a syntax error is told and the file stays', async () => {
    const { text, told } = await write({ ...config, [file]: syntaxError }, file)
    expect(text).toBe(syntaxError)
    expect(told).toMatch(`${formatter} could not format ${file}; the file is as you wrote it. It says:\n`)
  })

  if (ignoring === undefined) return
  test('a file that the program ignores stays', async () => {
    const { text, told } = await write({ ...config, ...ignoring, [file]: before }, file)
    expect(text).toBe(before)
    expect(told).toBe('')
  })
})
