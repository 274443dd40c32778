import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A package as its folder describes it. */
export type Package = {
  readonly dir: string
  readonly name: string
  readonly version: string
  /** The SPDX expression of package.json; undefined when there is none, or only one of the forms npm gave up. */
  readonly licence: string | undefined
  readonly author: string | undefined
}

/** The package that a file belongs to: the nearest folder above it whose package.json has a name and a version. */
export function packageOf(file: string): Package | undefined {
  for (let dir = dirname(file); dir !== dirname(dir); dir = dirname(dir)) {
    // A package without a name must not pass for a part of the project that installed it.
    if (basename(dir) === 'node_modules') return undefined
    const found = packageIn(dir)
    if (found !== undefined) return found
  }
  return undefined
}

export function packageIn(dir: string): Package | undefined {
  const file = join(dir, 'package.json')
  if (!existsSync(file)) return undefined
  const { name, version, license, author } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  if (typeof name !== 'string' || typeof version !== 'string') return undefined
  return { dir, name, version, licence: asText(license), author: asText(author) ?? nameAndMail(author) }
}

/** The texts of the licence files of a folder, in the order of their names. */
export const licenceTexts = (dir: string): readonly string[] => textsOf(dir, /^(?:un)?licen[cs]e|^copying/i)

/** Texts that have to go along besides the licence: `NOTICE`, and what the package says of code it contains itself. */
export const noticeTexts = (dir: string): readonly string[] => textsOf(dir, /^notice|^third.?party/i)

type Manifest = { name?: unknown; version?: unknown; license?: unknown; author?: unknown }

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

function nameAndMail(author: unknown): string | undefined {
  const { name, email } = (author ?? {}) as { name?: unknown; email?: unknown }
  const mail = asText(email)
  return asText([asText(name), mail && `<${mail}>`].filter(Boolean).join(' '))
}

function textsOf(dir: string, pattern: RegExp): readonly string[] {
  if (!existsSync(dir)) return []
  const files = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isFile())
  const names = files.map(({ name }) => name).filter((name) => pattern.test(name) && !CODE.test(name))
  const texts = names.sort().map((name) => readFileSync(join(dir, name), 'utf8'))
  return texts.map((text) => text.replaceAll('\r\n', '\n').trimEnd()).filter((text) => text.trim() !== '')
}

const CODE = /\.(?:[cm]?[jt]sx?|json|map|html)$/i
