import { readKeys, type Key, type Options } from './key-table.ts'
import { flag, map, mustBe, text, whole, type Kind } from './kinds.ts'
import { nullable } from './nullable.ts'
import { compilePattern, isPatternProblem } from '../patterns/pattern.ts'
import { globs } from './pattern-kind.ts'
import { childOf, refuse, type Value } from './reading.ts'

/** Globs on the names of tags. */
const tagGlobs: Kind<readonly string[]> = {
  says: globs.says,
  schema: globs.schema,
  read(value) {
    const strange = value.tree.kind === 'list' ? value.tree.items.findIndex((item) => !isText(item)) : -1
    if (strange >= 0 && value.tree.kind === 'list') {
      const item = value.tree.items[strange]
      return item && mustBe(childOf(value, strange, item), text.says)
    }
    const read = globs.read(value)
    const made = read && compilePattern({ glob: read })
    return made !== undefined && isPatternProblem(made)
      ? refuse(value, { code: 'pattern.invalid', message: made.message, hint: made.hint })
      : read
  },
}

function isText(tree: Value['tree']): boolean {
  return tree.kind === 'scalar' && typeof tree.value === 'string'
}

/** What one repository may say, and what holds for all. */
export const UPDATE_KEYS = {
  cooldownDays: {
    name: 'cooldown_days',
    kind: whole(255),
    about: 'How many days old a release has to be.',
  },
  freeze: { name: 'freeze', kind: flag, about: 'Writes commits in place of tags.' },
  includeTags: { name: 'include_tags', kind: tagGlobs, about: 'Only tags that match.' },
  excludeTags: { name: 'exclude_tags', kind: tagGlobs, about: 'No tags that match.' },
} satisfies Record<string, Key<unknown>>

type UpdateRules = Options<typeof UPDATE_KEYS>
export type UpdateSettings = UpdateRules & { readonly repos?: Readonly<Record<string, UpdateRules>> }

const oneRepo: Kind<UpdateRules> = {
  says: 'a mapping',
  schema: nullable({ $ref: '#/definitions/updateRules' }),
  read(value) {
    if (value.tree.kind === 'map') return readKeys(value, UPDATE_KEYS)
    return value.tree.kind === 'scalar' && value.tree.value === null ? {} : mustBe(value, 'a mapping')
  },
}

export const UPDATE_FILE_KEYS = {
  ...UPDATE_KEYS,
  repos: { name: 'repos', kind: map(oneRepo), about: 'The same for one repository, by its URL.' },
} satisfies Record<string, Key<unknown>>

export const update: Kind<UpdateSettings> = {
  says: 'a mapping',
  schema: { $ref: '#/definitions/update' },
  read: (value) =>
    value.tree.kind === 'map' ? readKeys(value, UPDATE_FILE_KEYS) : mustBe(value, 'a mapping'),
}
