import * as path from 'node:path'
import { isObject, type Look } from './look.ts'

/** Something in one folder that shows that the project uses a tool. */
export type Sign =
  /** A file of this name; `*` stands for any characters. */
  | { readonly file: string }
  /** The first of these files that is there and holds the text. */
  | { readonly text: RegExp; readonly in: readonly string[] }
  /** A package that package.json depends on. */
  | { readonly npm: string }
  /** A key at the top of package.json. */
  | { readonly packageKey: string }
  /** A package that a file of Python's requirements names. */
  | { readonly python: string }

const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

/** Files in which a Python project says what it needs. */
const REQUIREMENTS = [
  'pyproject.toml',
  'requirements*.txt',
  'Pipfile',
  'setup.cfg',
  'tox.ini',
  'environment.yml',
]

/** True when the folder has the sign. */
export function hasSign(folder: string, sign: Sign, look: Look): boolean {
  if ('file' in sign) return look.has(folder, sign.file)
  if ('npm' in sign) return dependsOn(folder, sign.npm, look)
  if ('packageKey' in sign) return Object.hasOwn(packageOf(folder, look), sign.packageKey)
  if ('python' in sign) return requires(folder, sign.python, look)
  return sign.in.some((name) => textsOf(folder, name, look).some((text) => sign.text.test(text)))
}

/** True for a sign that only says that the tool is there, and not how it is set up. */
export function isWeak(sign: Sign): boolean {
  return 'npm' in sign || 'python' in sign
}

/** Returns package.json of the folder. Empty: there is none that can be read. */
export function packageOf(folder: string, look: Look): Readonly<Record<string, unknown>> {
  return look.json(path.join(folder, 'package.json')) ?? {}
}

/** True when package.json of the folder names the package. */
export function dependsOn(folder: string, name: string, look: Look): boolean {
  const manifest = packageOf(folder, look)
  return DEPENDENCIES.some((key) => {
    const packages = manifest[key]
    return isObject(packages) && Object.hasOwn(packages, name)
  })
}

/** True when a file of requirements names the package by itself, as an item or with a version. */
export function requires(folder: string, name: string, look: Look): boolean {
  const item = new RegExp(String.raw`(?:^|["'\s,-])${name}(?:$|["'\s,;<>=~![])`, 'm')
  return REQUIREMENTS.some((file) => textsOf(folder, file, look).some((text) => item.test(text)))
}

function textsOf(folder: string, name: string, look: Look): readonly string[] {
  const names = name.includes('*')
    ? look.entries(folder).flatMap((entry) => (isNamed(entry.name, name) ? [entry.name] : []))
    : [name]
  return names.flatMap((each) => look.text(path.join(folder, each)) ?? [])
}

function isNamed(name: string, pattern: string): boolean {
  const [start = '', end = ''] = pattern.split('*')
  return name.startsWith(start) && name.endsWith(end)
}
