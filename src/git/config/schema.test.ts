import { readFileSync } from 'node:fs'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { describe, expect, test } from 'vitest'
import { isIssue } from '../../core/issue.ts'
import { BUILTIN_HOOKS } from '../builtin/index.ts'
import { META_HOOKS } from '../meta/index.ts'
import { LANGUAGE_NAMES } from '../contracts/model.ts'
import { FILE_KEYS, REPO_KEYS } from './file-keys.ts'
import { HOOK_KEYS } from './hook-keys.ts'
import type { KeyTable } from './key-table.ts'
import { KNOWN } from './known.ts'
import { readGitConfig } from './read-config.ts'
import { readManifest } from './read-manifest.ts'
import { resolveHooks } from './resolve.ts'
import { UPDATE_FILE_KEYS, UPDATE_KEYS } from './update-kind.ts'

const published: unknown = JSON.parse(
  readFileSync(new URL('../../../schemas/pre-commit-config.json', import.meta.url), 'utf8'),
)
const validate = new AjvJsonSchemaValidator().getValidator(published as Record<string, unknown>)

const MANIFEST = readManifest('- {id: x, name: x, entry: x, language: system}\n', 'm.yaml', KNOWN).hooks ?? []

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type Fields = Readonly<Record<string, Json>>

/** What the reader makes of a config: a run would go on with it, or not. */
function reads(config: Json): boolean {
  const { config: read } = readGitConfig(JSON.stringify(config), 'c.yaml', KNOWN)
  if (read === undefined) return false
  const { issues } = resolveHooks({
    config: read,
    manifest: () => ({ clone: '/clone', hooks: MANIFEST }),
    builtin: (id) => BUILTIN_HOOKS.get(id),
    meta: (id) => META_HOOKS.get(id),
    fastPath: true,
  })
  return !issues.some(isIssue)
}

const HOOKS: Readonly<Record<string, Fields>> = {
  local: { id: 'x', name: 'x', entry: 'x', language: 'system' },
  remote: { id: 'x' },
  meta: { id: 'identity' },
  builtin: { id: 'check-json' },
}
const REPOS: Readonly<Record<string, Fields>> = {
  local: { repo: 'local' },
  remote: { repo: 'https://example.com/x', rev: 'v1.0' },
  meta: { repo: 'meta' },
  builtin: { repo: 'builtin' },
}
const KINDS = Object.keys(HOOKS)

const inFile = (more: Fields): Json => ({ repos: [], ...more })
const inRepo = (kind: string, more: Fields): Json => ({
  repos: [{ ...REPOS[kind], hooks: [HOOKS[kind] ?? {}], ...more }],
})
const inHook = (kind: string, more: Fields): Json => inRepo(kind, { hooks: [{ ...HOOKS[kind], ...more }] })

const namesIn = (keys: KeyTable): readonly string[] => Object.values(keys).map(({ name }) => name)

const NULLS: readonly Json[] = [
  null,
  ...namesIn(FILE_KEYS).map((name) => inFile({ [name]: null })),
  ...KINDS.flatMap((kind) => namesIn(REPO_KEYS).map((name) => inRepo(kind, { [name]: null }))),
  ...KINDS.flatMap((kind) => namesIn(HOOK_KEYS).map((name) => inHook(kind, { [name]: null }))),
  ...namesIn(UPDATE_FILE_KEYS).map((name) => inFile({ update: { [name]: null } })),
  ...namesIn(UPDATE_KEYS).map((name) => inFile({ update: { repos: { u: { [name]: null } } } })),
  inFile({ update: { repos: { u: null } } }),
  inFile({ repos: [null] }),
  inFile({ default_stages: [null] }),
  inFile({ default_install_hook_types: [null] }),
  inFile({ default_env: { A: null } }),
  inFile({ priorities: { a: null } }),
  inFile({ default_language_version: { python: null } }),
  inFile({ default_language_version: { python: { request: null, preference: null } } }),
  inFile({ files: { glob: null } }),
  inFile({ files: { glob: [null] } }),
  inFile({ ci: null, minimum_pre_commit_version: null, 'x-own': null }),
  ...KINDS.flatMap((kind) => [
    inRepo(kind, { hooks: [null] }),
    inRepo(kind, { ci: null, minimum_pre_commit_version: null, 'x-own': null }),
    inHook(kind, { ci: null, minimum_pre_commit_version: null, 'x-own': null }),
    inHook(kind, { args: [null] }),
    inHook(kind, { env: { A: null } }),
    inHook(kind, { types: [null] }),
    inHook(kind, { stages: [null] }),
    inHook(kind, { groups: [null] }),
    inHook(kind, { language_version: { request: null } }),
  ]),
]

const LANGUAGES = [...LANGUAGE_NAMES, 'unsupported', 'unsupported_script', 'cobol', null] as const
const VALUES: readonly Json[] = [
  'sh',
  'bash',
  'pwsh',
  'powershell',
  'cmd',
  null,
  'zsh',
  'bash -e',
  ['sh'],
  {},
]

const SHELLS: readonly Json[] = [
  ...KINDS.flatMap((kind) => VALUES.map((shell) => inHook(kind, { shell }))),
  ...KINDS.flatMap((kind) => LANGUAGES.map((language) => inHook(kind, { language }))),
  ...KINDS.flatMap((kind) => LANGUAGES.map((language) => inHook(kind, { language, shell: 'bash' }))),
  ...KINDS.flatMap((kind) => LANGUAGES.map((language) => inHook(kind, { language, shell: null }))),
  ...KINDS.map((kind) => inHook(kind, { entry: 'x' })),
]

describe('the schema that editors use says of a config what the reader says', () => {
  test.for([
    ['null, wherever it may stand', NULLS],
    ['`shell`, for every language and kind of repository', SHELLS],
  ] as const)('about %s', ([, corpus]) => {
    const judged = corpus.map((config) => ({
      config: JSON.stringify(config),
      schema: validate(config).valid,
      reader: reads(config),
    }))
    expect(judged.filter(({ schema, reader }) => schema !== reader)).toEqual([])
    expect(judged.filter(({ reader }) => reader).length).toBeGreaterThan(50)
    expect(judged.filter(({ reader }) => !reader).length).toBeGreaterThan(20)
  })
})
