import { FILE_KEYS, REPO_KEYS } from './file-keys.ts'
import { HOOK_KEYS } from './hook-keys.ts'
import type { KeyTable } from './key-table.ts'
import type { JsonSchema } from './kinds.ts'
import { BUILTIN_IDS, KNOWN, META_IDS } from './known.ts'
import { PATTERN_SCHEMA } from './pattern-kind.ts'
import { UPDATE_FILE_KEYS, UPDATE_KEYS } from './update-kind.ts'
import { VERSION_SCHEMA } from './version-request.ts'

/** pre-commit's, accepted and not looked at. */
const OLD_VERSION = { minimum_pre_commit_version: {} }

/** The JSON Schema of a config file, for completion and hints in editors. */
export function gitConfigSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Git hooks (.pre-commit-config.yaml, prek.toml)',
    ...mapping(FILE_KEYS, ['repos'], { ci: {}, ...OLD_VERSION }),
    definitions: {
      repo: { anyOf: [local, codeOf('meta'), codeOf('builtin'), remote] },
      hook: mapping(HOOK_KEYS, ['id'], OLD_VERSION),
      localHook: mapping(HOOK_KEYS, ['id', 'name', 'entry', 'language'], OLD_VERSION),
      metaHook: hookOf(META_IDS),
      builtinHook: hookOf(BUILTIN_IDS),
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

const local = repo({ const: 'local' }, { $ref: '#/definitions/localHook' }, ['repo', 'hooks'])

const remote = repo(
  { type: 'string', pattern: '^(?!(?:local|meta|builtin)$)' },
  { $ref: '#/definitions/hook' },
  ['repo', 'rev', 'hooks'],
)

function codeOf(kind: 'meta' | 'builtin'): JsonSchema {
  return repo({ const: kind }, { $ref: `#/definitions/${kind}Hook` }, ['repo', 'hooks'])
}

/** A hook that is code of the runner: what would change that code is not offered. */
function hookOf(ids: readonly string[]): JsonSchema {
  const { entry: _, language: __, shell: ___, id, ...keys } = HOOK_KEYS
  const oneOfOurs = { ...id, kind: { ...id.kind, schema: { enum: ids } } }
  return mapping({ id: oneOfOurs, ...keys }, ['id'], OLD_VERSION)
}
