import { MODULE, type Gap, type NamedFiles } from '../core/named-files.ts'
import { addModule, isPackage } from './code.ts'
import { collectNames } from './names.ts'

/** Files beyond this size are covered, and what they import is told as unknown. */
const MAX_TEXT = 1_048_576

/** What a file of JavaScript or TypeScript loads, as far as its text says so. */
export type ModuleImports = {
  /** Paths of files, relative to the folder of the file or absolute. */
  readonly paths: readonly string[]
  /** What the text does not say: packages, names that are made up at run time. */
  readonly gaps: readonly Gap[]
}

/**
 * Returns what the text of a module loads. Every string that looks like a path counts, wherever it stands: a path too
 * many costs a look at the disk, one too few would let a file change without a review.
 */
export function importsIn(text: string): ModuleImports {
  if (text.length > MAX_TEXT) return { paths: [], gaps: [{ kind: 'too-large', what: 'a very long module' }] }
  const strings = [...text.matchAll(PATH)].map((match) => match[2] ?? '')
  const loaded = [...text.matchAll(LOADED)].map((match) => match[2] ?? '')
  const packages = loaded.filter((name) => name.startsWith('#') || isPackage(name))
  const computed = [...text.matchAll(COMPUTED)].map(([expression]) => shown(expression))
  return {
    paths: [...new Set(strings.filter((each) => !/[\\\0]|\$\{/.test(each)).flatMap(spellings))],
    gaps: [
      ...packages.map((what): Gap => ({ kind: 'packages', what })),
      ...computed.map((what): Gap => ({ kind: 'run-time', what })),
    ],
  }
}

/** The names of a module's text in the form that approvals use. Each file it loads is read in turn. */
export function namesInModule(text: string): NamedFiles {
  const { paths, gaps } = importsIn(text)
  const names = collectNames()
  for (const path of paths) addModuleFile(path, names)
  for (const gap of gaps) names.gap(gap)
  return names.finish()
}

/** Names the file of a hook of type `module`. */
export function namesOfModule(path: string): NamedFiles {
  const names = collectNames()
  names.word(path)
  names.followed({ file: path, part: MODULE })
  names.leaving(path)
  return names.finish()
}

/** What `require` adds to a path without an ending. `import` adds nothing. */
export const REQUIRED_ENDINGS = [
  '',
  '.js',
  '.json',
  '.cjs',
  '.mjs',
  '.ts',
  '.cts',
  '.mts',
  '/index.js',
  '/index.json',
]

function addModuleFile(path: string, names: ReturnType<typeof collectNames>): void {
  names.word(path)
  names.leaving(path)
  addModule(path, names)
  for (const ending of REQUIRED_ENDINGS) names.followed({ file: path + ending, part: MODULE })
}

/** Not bound to where strings begin and end: an apostrophe in a comment must not hide an import behind it. */
const PATH = /(["'`])(\.{1,2}|(?:\.{1,2}\/|\/|file:)[^"'`\n]*)\1/g

const LOADED = /\b(?:from|import|require(?:\.resolve)?)\s*\(?\s*(["'`])([^"'`\n]+)\1/g

const PLAIN = String.raw`\s*(["'${'`'}])[^"'${'`'}\\$\n]*\1\s*[,)]`

/** Calls that load by a name which is not a plain string, and ways around the plain calls. */
const COMPUTED = new RegExp(
  [
    String.raw`(?<![\w.$])(?:import|require(?:\.resolve)?)\s*\((?!${PLAIN})[^\n]{0,40}`,
    String.raw`\b(?:from|import)\s*["'][^"'\n]*\\[^"'\n]*["']`,
    String.raw`=\s*require\b(?!\s*[.(])`,
    String.raw`\b(?:createRequire|eval|new Function|registerHooks|getBuiltinModule|dlopen)\s*\([^\n]{0,40}`,
  ].join('|'),
  'g',
)

const MAX_SHOWN = 40

function shown(expression: string): string {
  const text = expression.trim()
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

/** `./x.js?v=1` and `./%78.js` are loaded as URLs by `import`, and as names of files by `require`. */
function spellings(specifier: string): readonly string[] {
  const bare = specifier.replace(/^file:(?:\/\/)?/, '').replace(/[?#].*$/, '')
  return [...new Set([specifier, bare, decoded(bare)])].filter((each) => !each.startsWith('file:'))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
