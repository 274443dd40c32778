import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SECTIONS } from '../scripts/host-tables.ts'
import { dialectNames } from '../src/dialects/registry.ts'

const ROOT = resolve(import.meta.dirname, '..')
const HOSTS = join(ROOT, 'docs/hosts')

/** Comments and other pages link to these, so that they stay the same on every page. */
const HEADINGS = [...SECTIONS, 'Event table']

const NAMES = [...dialectNames, 'git']

function text(path: string): string {
  return readFileSync(path, 'utf8')
}

function filesIn(folder: string, ending: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file))
}

function headingsOf(page: string): readonly string[] {
  const prose = text(page).replaceAll(/^```.*?^```/gms, '')
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

/** Undefined when the page, and the section if one is named, exist. */
function problemOf(page: string, section: string | undefined): string | undefined {
  if (!existsSync(page)) return 'no such page'
  if (section === undefined) return undefined
  return headingsOf(page).some((heading) => anchorOf(heading) === section) ? undefined : 'no such section'
}

type Link = { readonly from: string; readonly link: string; readonly problem: string }

function broken(from: string, link: string, page: string, section: string | undefined): readonly Link[] {
  const problem = problemOf(page, section)
  return problem === undefined ? [] : [{ from: relative(ROOT, from), link, problem }]
}

/** Links that are written as a path from the root of the repository, as comments do. */
function brokenPaths(file: string): readonly Link[] {
  return [...text(file).matchAll(/\bdocs\/hosts\/([\w-]+\.md)(?:#([\w-]+))?/g)].flatMap(
    ([link, page = '', section]) => broken(file, link, join(HOSTS, page), section),
  )
}

/** Relative links of Markdown. */
function brokenLinks(file: string, counts: (page: string) => boolean): readonly Link[] {
  return [...text(file).matchAll(/\]\(([^)#:\s]*)(?:#([^)\s]*))?\)/g)].flatMap(
    ([link, path = '', section]) => {
      const page = path === '' ? file : resolve(file, '..', path)
      return counts(page) ? broken(file, link, page, section) : []
    },
  )
}

/** Comments, and what looks like one inside of a text. */
function commentsOf(source: string): readonly string[] {
  return source.match(/\/\*.*?\*\/|\/\/[^\n]*/gs) ?? []
}

describe.each(NAMES)('the page of %s', (name) => {
  const page = join(HOSTS, `${name}.md`)

  test('exists and has every heading, in order', () => {
    expect(existsSync(page), `write docs/hosts/${name}.md`).toBe(true)
    expect(headingsOf(page).filter((heading) => HEADINGS.includes(heading))).toEqual(HEADINGS)
  })

  test('has a row in the index', () => expect(text(join(HOSTS, 'README.md'))).toContain(`](${name}.md)`))

  test('says which release was seen', () =>
    expect(/^## Release seen\n+(\S.*)$/m.exec(text(page))?.[1] ?? '').toMatch(/\w/))
})

test('there is no page without a dialect', () => {
  const pages = readdirSync(HOSTS).map((file) => basename(file, '.md'))
  expect(pages.filter((page) => page !== 'README').toSorted()).toEqual(NAMES.toSorted())
})

test('comments in the source link to sections that exist', () =>
  expect(filesIn(join(ROOT, 'src'), '.ts').flatMap(brokenPaths)).toEqual([]))

test('no comment in the source points to a sheet', () => {
  const says = filesIn(join(ROOT, 'src'), '.ts').flatMap((file) =>
    commentsOf(text(file))
      .filter((comment) => /\bsheets?\b/i.test(comment))
      .map((comment) => `${relative(ROOT, file)}: ${comment}`),
  )
  expect(says, 'state the reason, or link to docs/hosts/NAME.md#section').toEqual([])
})

test('links of the host pages lead to pages and sections that exist', () => {
  const isPage = (page: string): boolean => page.endsWith('.md')
  expect(filesIn(HOSTS, '.md').flatMap((file) => brokenLinks(file, isPage))).toEqual([])
})

test('other pages link to host pages and sections that exist', () => {
  const pages = [
    join(ROOT, 'README.md'),
    join(ROOT, 'CONTRIBUTING.md'),
    ...filesIn(join(ROOT, 'docs'), '.md'),
  ]
  const isHost = (page: string): boolean => page.startsWith(HOSTS)
  expect(pages.flatMap((file) => [...brokenLinks(file, isHost)])).toEqual([])
})
