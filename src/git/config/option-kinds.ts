import { SHELLS, type ShellName } from '../../core/hook.ts'
import { isIssue } from '../../core/issue.ts'
import { suggest } from '../../core/suggest.ts'
import { parseShell } from '../../shells/shell.ts'
import { HOOK_TYPES, LANGUAGE_NAMES, STAGES, type LanguageName, type Stage } from '../contracts/model.ts'
import { flagOf, mustBe, oneOf, sameNames, text, wholeOf, type Kind, type Words } from './kinds.ts'
import { refuse, type Value } from './reading.ts'
import { isPlain } from './source.ts'

export const language: Words<LanguageName> = oneOf({
  what: 'Language',
  names: { ...sameNames(LANGUAGE_NAMES), unsupported: 'system', unsupported_script: 'script' },
})

/** The names without `pre-` are those of old pre-commit releases. */
export const stage: Kind<Stage> = oneOf({
  what: 'Stage',
  names: {
    ...sameNames(STAGES),
    commit: 'pre-commit',
    push: 'pre-push',
    'merge-commit': 'pre-merge-commit',
  },
})

export const hookType = oneOf({ what: 'Hook type', names: sameNames(HOOK_TYPES) })

export const shell: Kind<ShellName> = {
  says: SHELLS.map((name) => `\`${name}\``).join(', '),
  schema: { enum: [...SHELLS, null] },
  read(value) {
    const { tree } = value
    const name = parseShell(tree.kind === 'scalar' ? tree.value : tree.kind === 'list' ? [] : {}, {})
    if (!isIssue(name)) return name
    return tree.kind === 'scalar'
      ? refuse(value, name)
      : mustBe(value, `one of ${SHELLS.join(', ')}`, name.hint)
  },
}

export const tag: Kind<string> = {
  says: 'type tags',
  schema: { $ref: '#/definitions/tag' },
  read(value) {
    const name = text.read(value)
    if (name === undefined || value.reading.known.tags.has(name)) return name
    return refuse(value, unknownTag(name, value.reading.known.tags))
  },
}

function unknownTag(name: string, tags: ReadonlySet<string>) {
  const near = suggest(name, [...tags])
  const hint =
    near === undefined ? 'docs/git-config.md says where tags come from.' : `Did you mean "${near}"?`
  return { code: 'config.type-tag', message: `Type tag \`${name}\` is not recognized.`, hint }
}

export const group: Kind<string> = {
  says: 'names',
  schema: { type: 'string', pattern: String.raw`^[^@\s]\S*$` },
  read(value) {
    const name = text.read(value)
    const problem = name === undefined ? undefined : (wordProblem('group name', name) ?? reserved(name))
    return problem === undefined ? name : refuse(value, problem)
  },
}

function reserved(name: string) {
  if (!name.startsWith('@')) return undefined
  return { code: 'config.value', message: `group name \`${name}\` uses the reserved \`@\` prefix` }
}

/** For names that are written on a command line. */
export function wordProblem(what: string, name: string) {
  const problem = name === '' ? 'be empty' : /\s/.test(name) ? 'contain whitespace' : undefined
  if (problem === undefined) return undefined
  return { code: 'config.value', message: `${what} \`${name}\` cannot ${problem}` }
}

const NAMES_SAYS = '`true`, `false` or a whole number from 1'

export const passFilenames: Kind<boolean | number> = {
  says: NAMES_SAYS,
  schema: { anyOf: [{ type: 'boolean' }, { type: 'integer', minimum: 1 }] },
  read(value) {
    const { tree, reading } = value
    const number = wholeOf(value)
    if (number !== undefined && number > 0) return number
    if (tree.kind === 'scalar' && typeof tree.value === 'number' && tree.value <= 0) return noNames(value)
    return (isPlain(reading.source, tree) ? flagOf(value) : undefined) ?? mustBe(value, NAMES_SAYS)
  },
}

function noNames(value: Value): undefined {
  const message = 'pass_filenames must be a positive integer; use `false` to pass no filenames'
  return refuse(value, { code: 'config.value', message })
}
