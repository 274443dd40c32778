import type { LanguageName } from '../contracts/model.ts'
import type { Key } from './key-table.ts'
import { flag, list, map, mustBe, text, type Kind } from './kinds.ts'
import { hookType, language, stage } from './option-kinds.ts'
import { pattern } from './pattern-kind.ts'
import { priorities } from './priority.ts'
import { childOf, type Value } from './reading.ts'
import { update } from './update-kind.ts'
import { versionRequest, type VersionRequest } from './version-request.ts'
import { minimumVersion } from './version.ts'

/** The items themselves: what they may be depends on other keys, so they are read later. `null` is an empty list. */
function items(what: string, definition: string): Kind<readonly Value[]> {
  const says = `a list of ${what}`
  return {
    says,
    schema: { type: ['array', 'null'], items: { $ref: `#/definitions/${definition}` } },
    takesNull: true,
    read(value) {
      const { tree } = value
      if (tree.kind === 'list') return tree.items.map((item, index) => childOf(value, index, item))
      return tree.kind === 'scalar' && tree.value === null ? [] : mustBe(value, says)
    },
  }
}

export type LanguageVersions = Readonly<Partial<Record<LanguageName, VersionRequest>>>

/** Both sides are checked: the language and what is asked of it. */
const languageVersions: Kind<LanguageVersions> = {
  says: 'a mapping of languages to versions',
  schema: { type: 'object', propertyNames: language.schema, additionalProperties: versionRequest.schema },
  read(value) {
    if (value.tree.kind !== 'map') return mustBe(value, 'a mapping of languages to versions')
    const pairs = [...value.tree.entries].map(([word, { key, tree }]) => {
      const name = language.choose(value, { word, span: key })
      return [name, versionRequest.read(childOf(value, word, tree))]
    })
    return Object.fromEntries(pairs.filter(([name, version]) => name !== undefined && version !== undefined))
  },
}

/** Every key at the top of the file. */
export const FILE_KEYS = {
  repos: { name: 'repos', kind: items('repositories', 'repo'), about: 'Where hooks come from.' },
  files: { name: 'files', kind: pattern, about: 'Only files whose path matches, for all hooks.' },
  exclude: { name: 'exclude', kind: pattern, about: 'No files whose path matches, for all hooks.' },
  failFast: { name: 'fail_fast', kind: flag, about: 'Stops after the first hook that fails.' },
  defaultLanguageVersion: {
    name: 'default_language_version',
    kind: languageVersions,
    about: '`language_version` of hooks that have none.',
  },
  defaultStages: {
    name: 'default_stages',
    kind: list(stage),
    about: '`stages` of hooks that have none.',
  },
  defaultInstallHookTypes: {
    name: 'default_install_hook_types',
    kind: list(hookType),
    about: 'What `install` installs. Default: `[pre-commit]`.',
  },
  defaultEnv: {
    name: 'default_env',
    kind: map(text),
    about: 'Variables for every hook, below its own `env`.',
    prekOnly: true,
  },
  priorities: {
    name: 'priorities',
    kind: priorities,
    about: 'Names that a `priority` may use.',
    prekOnly: true,
  },
  minimumPrekVersion: {
    name: 'minimum_prek_version',
    kind: minimumVersion,
    about: 'The oldest release of prek that can use this file.',
    prekOnly: true,
  },
  orphan: {
    name: 'orphan',
    kind: flag,
    about: 'Files of this project are left out of the projects above it.',
    prekOnly: true,
  },
  update: { name: 'update', kind: update, about: 'How `autoupdate` chooses releases.', prekOnly: true },
} satisfies Record<string, Key<unknown>>

export const REPO_KEYS = {
  repo: {
    name: 'repo',
    kind: { ...text, takesNull: true },
    about: '`local`, `meta`, `builtin`, or the URL or path of a git repository.',
  },
  rev: { name: 'rev', kind: { ...text, takesNull: true }, about: 'A tag or commit of that repository.' },
  hooks: { name: 'hooks', kind: items('hooks', 'hook'), about: 'The hooks to use.' },
} satisfies Record<string, Key<unknown>>
