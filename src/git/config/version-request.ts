import { readClosed } from './key-table.ts'
import { mustBe, oneOf, sameNames, type Kind } from './kinds.ts'
import { nullable } from './nullable.ts'

const PREFERENCES = ['managed', 'system', 'only-managed', 'only-system'] as const
type Preference = (typeof PREFERENCES)[number]

/** Which release of a language a hook asks for, and where it may come from. */
export type VersionRequest = { readonly request?: string; readonly preference?: Preference }

/** `3.10` without quotes is the number 3.1, so it has to be text. */
const release: Kind<string> = {
  says: 'text',
  schema: { type: 'string' },
  read(value) {
    const { tree } = value
    if (tree.kind === 'scalar' && typeof tree.value === 'string') return tree.value
    return mustBe(value, 'text', 'Put quotes around the version.')
  },
}

const KEYS = {
  request: { name: 'request', kind: release, about: 'The release or range.' },
  preference: {
    name: 'preference',
    kind: oneOf({ what: 'Preference', names: sameNames(PREFERENCES) }),
    about: 'Where it may come from.',
  },
}

const SAYS = 'text or `{request: …, preference: …}`'

export const versionRequest: Kind<VersionRequest> = {
  says: SAYS,
  schema: { $ref: '#/definitions/version' },
  read(value) {
    if (value.tree.kind === 'map') return readClosed(value, KEYS)
    if (value.tree.kind === 'list') return mustBe(value, SAYS)
    const request = release.read(value)
    return request === undefined ? undefined : { request }
  },
}

export const VERSION_SCHEMA = {
  anyOf: [
    { type: 'string' },
    {
      type: 'object',
      properties: { request: nullable(release.schema), preference: nullable(KEYS.preference.kind.schema) },
      additionalProperties: false,
    },
  ],
}

/** As the file would have it. */
export function showVersion({ request, preference }: VersionRequest): string {
  if (preference === undefined) return request ?? 'default'
  return `{ ${request === undefined ? '' : `request: ${request}, `}preference: ${preference} }`
}
