import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemFiles } from '../../ports/files.ts'
import { CONFIG_NAMES, findConfigFile, loadGitConfig } from './find-config.ts'
import { KNOWN } from './known.ts'

let dir: string
beforeEach(() => {
  dir = fs.mkdtempSync(join(tmpdir(), 'hookwright-config-'))
})
afterEach(() => fs.rmSync(dir, { recursive: true }))

const write = (name: string, text: string | Uint8Array = 'repos: []\n') =>
  fs.writeFileSync(join(dir, name), text)
const find = () => findConfigFile(dir, systemFiles)
const load = (name: string) =>
  loadGitConfig(join(dir, name), { shownAs: name, files: systemFiles, known: KNOWN })

describe('finding', () => {
  test.for(CONFIG_NAMES)('%s alone is found without a word', (name) => {
    write(name)
    expect(find()).toEqual({ path: join(dir, name), issues: [] })
  })

  test('nothing is no issue', () => expect(find()).toEqual({ issues: [] }))

  test('of several the first wins, and a warning names them', () => {
    for (const name of CONFIG_NAMES.toReversed()) write(name)
    const path = join(dir, 'prek.toml')
    expect(find()).toMatchObject({
      path,
      issues: [
        {
          code: 'config.several',
          severity: 'warning',
          message: `Multiple configuration files found (\`prek.toml\`, \`.pre-commit-config.yaml\`, \`.pre-commit-config.yml\`); using \`${path}\``,
        },
      ],
    })
  })

  test('a folder of that name is none', () => {
    fs.mkdirSync(join(dir, 'prek.toml'))
    write('.pre-commit-config.yml')
    expect(find()).toEqual({ path: join(dir, '.pre-commit-config.yml'), issues: [] })
  })
})

describe('loading', () => {
  test('gives config and text', () => {
    write('any.name')
    expect(load('any.name')).toMatchObject({
      config: { file: 'any.name', repos: [] },
      issues: [],
      text: 'repos: []\n',
    })
  })

  test.for([
    ['missing.yaml', undefined, 'config.missing'],
    ['bytes.yaml', Uint8Array.of(0x72, 0xff), 'config.unreadable'],
    ['large.yaml', new Uint8Array(4 * 1_048_576 + 1).fill(0x23), 'config.too-large'],
    ['nul.yaml', 'repos: \0', 'config.nul'],
  ] as const)('%s is an issue', ([name, content, code]) => {
    if (content !== undefined) write(name, content)
    expect(load(name).issues).toMatchObject([{ code, severity: 'error', place: { file: name } }])
  })

  test('a folder is an issue', () => {
    expect(loadGitConfig(dir, { files: systemFiles, known: KNOWN }).issues).toMatchObject([
      { code: 'config.unreadable', message: `"${dir}" is a folder (EISDIR).` },
    ])
  })
})
