import { LANGUAGES } from '../contracts/language-facts.ts'
import { LANGUAGE_NAMES } from '../contracts/model.ts'
import { FILE_KEYS, REPO_KEYS } from './file-keys.ts'
import { HOOK_KEYS } from './hook-keys.ts'
import type { Key, KeyTable } from './key-table.ts'
import type { JsonSchema } from './kinds.ts'
import { BUILTIN_IDS, KNOWN, META_IDS } from './known.ts'
import { nullable } from './nullable.ts'
import { PATTERN_SCHEMA } from './pattern-kind.ts'
import { UPDATE_FILE_KEYS, UPDATE_KEYS } from './update-kind.ts'
import { VERSION_SCHEMA } from './version-request.ts'

/** Keys of other tools: accepted in every mapping, and not looked at. */
const FOREIGN = { ci: {}, minimum_pre_commit_version: {} }

/** The JSON Schema of a config file, for completion and hints in editors. */
export function gitConfigSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Git hooks (.pre-commit-config.yaml, prek.toml)',
    ...mapping(FILE_KEYS, ['repos']),
    definitions: {
      repo: { anyOf: [local, codeOf('meta'), codeOf('builtin'), remote] },
      hook: withoutShell(mapping(HOOK_KEYS, ['id'])),
      localHook: withoutShell(mapping(HOOK_KEYS, ['id', 'name', 'entry', 'language'])),
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

function mapping(keys: KeyTable, required: readonly string[]): JsonSchema {
  const own = Object.values(keys).map(({ name, kind, about }) => {
    const isNullable = kind.takesNull === undefined && !required.includes(name)
    return [name, described(isNullable ? nullable(kind.schema) : kind.schema, about)]
  })
  return {
    type: 'object',
    properties: { ...Object.fromEntries(own), ...FOREIGN },
    patternProperties: { '^x-': {} },
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  }
}

/** Languages whose entry is not a command accept no `shell`. */
function withoutShell(hook: JsonSchema): JsonSchema {
  const refusing = LANGUAGE_NAMES.filter((name) => LANGUAGES[name].shellRefusal !== undefined)
  return {
    ...hook,
    if: { properties: { language: { enum: refusing } }, required: ['language'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; nobody awaits a schema
    then: { properties: { shell: { type: 'null' } } },
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
      hooks: { description: hooks.about, type: ['array', 'null'], items: hook },
      ...FOREIGN,
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

/** A hook that is code of the runner: nothing may be said that would change that code. */
function hookOf(ids: readonly string[]): JsonSchema {
  const only = (key: Key<unknown>, schema: JsonSchema): Key<unknown> => ({
    ...key,
    kind: { ...key.kind, schema },
  })
  const { id, entry, language, shell } = HOOK_KEYS
  const own = {
    id: only(id, { enum: ids }),
    entry: only(entry, { type: 'null' }),
    language: only(language, { enum: ['system', 'unsupported'] }),
    shell: only(shell, { type: 'null' }),
  }
  return mapping({ ...HOOK_KEYS, ...own }, ['id'])
}
