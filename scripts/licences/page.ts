import { copyrightLines } from './comments.ts'

/** What the page says of one package. */
export type Notice = {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly author: string | undefined
  /** The packages that have the code of this one in their own files. */
  readonly inside: readonly string[]
  readonly licenceTexts: readonly string[]
  readonly noticeTexts: readonly string[]
  readonly comments: readonly string[]
}

/** The page of all notices: the same bytes for the same packages, in whatever order they were found. */
export function noticesPage(owner: string, notices: readonly Notice[]): string {
  const sorted = [...notices].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
  const rows = sorted.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  const intro = `The files of ${owner} in this folder contain code of the packages below, each under its own licence.`
  const table = ['| package | version | licence |', '| --- | --- | --- |', ...rows].join('\n')
  return `${['# Third-party notices', intro, table, ...sorted.map(section)].join('\n\n')}\n`
}

// By code units: the order of a locale differs between machines.
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

function section(notice: Notice): string {
  const { name, version, licence, author, inside, licenceTexts, noticeTexts, comments } = notice
  const holders = new Set([...licenceTexts, ...noticeTexts, ...comments].flatMap(copyrightLines))
  const facts = [
    `- Licence: ${licence}`,
    ...[...holders].map((line) => `- ${line}`),
    ...(author === undefined ? [] : [`- Author: ${author}`]),
    ...inside.map((container) => `- Part of the files of ${container}`),
  ]
  return [
    `## ${name} ${version}`,
    facts.join('\n'),
    ...licenceTexts.map(fenced),
    ...titled('Its notices:', noticeTexts),
    ...titled('Comments in its files:', comments),
  ].join('\n\n')
}

const titled = (title: string, texts: readonly string[]): readonly string[] =>
  texts.length === 0 ? [] : [title, ...texts.map(fenced)]

function fenced(text: string): string {
  const runs = text.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)))
  return `${fence}text\n${text}\n${fence}`
}
