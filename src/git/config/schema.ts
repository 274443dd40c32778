import { FILE_KEYS, REPO_KEYS } from './file-keys.ts'
import { HOOK_KEYS } from './hook-keys.ts'
import type { KeyTable } from './key-table.ts'
import type { JsonSchema } from './kinds.ts'
import { BUILTIN_IDS, KNOWN, META_IDS } from './known.ts'
import { PATTERN_SCHEMA } from './pattern-kind.ts'
import { UPDATE_FILE_KEYS, UPDATE_KEYS } from './update-kind.ts'
import { VERSION_SCHEMA } from './version-request.ts'

/** The JSON Schema of a config file, for completion and hints in editors. */
export function gitConfigSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Git hooks (.pre-commit-config.yaml, prek.toml)',
    ...mapping(FILE_KEYS, ['repos'], { ci: {}, minimum_pre_commit_version: {} }),
    definitions: {
      repo: { anyOf: [local, codeOf('meta', META_IDS), codeOf('builtin', BUILTIN_IDS), remote] },
      hook: mapping(HOOK_KEYS, ['id'], { minimum_pre_commit_version: {} }),
      pattern: PATTERN_SCHEMA,
      tag: { enum: [...KNOWN.tags].toSorted() },
      version: VERSION_SCHEMA,
      update: mapping(UPDATE_FILE_KEYS, []),
      updateRules: mapping(UPDATE_KEYS, []),
    },
  }
}

function mapping(keys: KeyTable, required: readonly string[], more: JsonSchema = {}): JsonSchema {
  const own = Object.values(keys).map(({ name, kind, about }) => [name, described(kind.schema, about)])
  return {
    type: 'object',
    properties: { ...Object.fromEntries(own), ...more },
    patternProperties: { '^x-': {} },
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  }
}

/** Draft 7 ignores what stands beside a reference. */
function described(schema: JsonSchema, description: string): JsonSchema {
  return '$ref' in schema ? { description, allOf: [schema] } : { description, ...schema }
}

function repo(kind: JsonSchema, hook: JsonSchema, required: readonly string[]): JsonSchema {
  const { repo: name, rev, hooks } = REPO_KEYS
  return {
    type: 'object',
    properties: {
      repo: { description: name.about, ...kind },
      ...(required.includes('rev') && { rev: { description: rev.about, type: ['string', 'number'] } }),
      hooks: { description: hooks.about, type: 'array', items: hook },
    },
    patternProperties: { '^x-': {} },
    additionalProperties: false,
    required,
  }
}

const HOOK = { $ref: '#/definitions/hook' }

const local = repo(
  { const: 'local' },
  { allOf: [HOOK], required: ['id', 'name', 'entry', 'language'] },
  ['repo', 'hooks'],
)

const remote = repo(
  { type: 'string', not: { enum: ['local', 'meta', 'builtin'] } },
  HOOK,
  ['repo', 'rev', 'hooks'],
)

function codeOf(kind: string, ids: readonly string[]): JsonSchema {
  const hook = { allOf: [HOOK], properties: { id: { enum: ids }, entry: false } }
  return repo({ const: kind }, hook, ['repo', 'hooks'])
}
