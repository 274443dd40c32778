import * as z from 'zod/mini'

/* The error text of each part completes the sentence `"key" must be …`. */

const MAX_SECONDS = 86_400
const A_TIMEOUT = `a number of seconds above 0 and at most ${MAX_SECONDS}`

export const words = (what: string) => z.string(what).check(z.regex(/\S/, what))
export const flag = () => z.boolean('true or false')
export const oneOf = <const T extends readonly string[]>(names: T) =>
  z.enum(names, names.length === 1 ? `"${names[0]}"` : `one of ${names.join(', ')}`)
export const timeout = () =>
  z.number(A_TIMEOUT).check(z.positive(A_TIMEOUT), z.maximum(MAX_SECONDS, A_TIMEOUT))
export const texts = () => z.array(z.string('a string in quotes'), 'a list of strings')
export const variables = () =>
  z.record(
    z.string().check(z.regex(/^[^=\0]+$/)),
    z.string('a string in quotes'),
    'a mapping of names to strings',
  )

const A_PATTERN = 'a path or pattern relative to the project directory, inside of it'
/** No pattern leads out of the project: neither by its start nor by `..`. */
export const patterns = () =>
  z.array(
    z
      .string(A_PATTERN)
      .check(z.regex(/^(?![/\\~]|[A-Za-z]:)(?!(?:.*[/\\])?\.\.(?:[/\\]|$))[^\0]*[^\s\0][^\0]*$/, A_PATTERN)),
    'a list of patterns',
  )

const A_NAME = 'the name of a variable'
export const variableNames = () =>
  z.array(z.string(A_NAME).check(z.regex(/^[A-Za-z_]\w*$/, A_NAME)), 'a list of names')

const A_HEADER = 'a string in quotes, of one line'
export const headers = () =>
  z.record(
    z.string().check(z.regex(/^[\w!#$%&'*+.^`|~-]+$/)),
    // oxlint-disable-next-line no-control-regex -- a header cannot hold them
    z.string(A_HEADER).check(z.regex(/^[^\u0000-\u0008\u000A-\u001F\u007F]*$/, A_HEADER)),
    'a mapping of names to strings',
  )

export const anything = (what: string) => z.record(z.string(), z.unknown(), what)

const A_MODULE = 'the path of a .js, .mjs, .cjs, .ts, .mts or .cts file'
export const modulePath = () => z.string(A_MODULE).check(z.regex(/\.[cm]?[jt]s$/, A_MODULE))
