import { attached } from './add-word.ts'
import { addModule, isPackage } from './code.ts'
import type { NamesBuilder } from './names.ts'
import type { WordValue } from './values.ts'

/** Files that programs find by rules of their own, beside those that their arguments name. */
export function addLookups(program: string, rest: readonly WordValue[], names: NamesBuilder): void {
  const words = rest.map(({ text }) => text)
  enterFolders(program, words, names)
  const [, lookup] = LOOKUPS.find(([pattern]) => pattern.test(program)) ?? []
  lookup?.(words, names)
}

type Lookup = (words: readonly string[], names: NamesBuilder) => void

const operands = (words: readonly string[]): readonly string[] =>
  words.filter((word) => word !== '' && !word.startsWith('-')).slice(0, 8)

const node: Lookup = (words, names) => {
  for (const word of operands(words.flatMap((each) => [each, ...each.split('=').slice(1)])))
    addModule(word, names)
  addPreloads(words, names)
  if (words.some((word) => word.startsWith('--run'))) packages(words, names)
  if (words.includes('--experimental-default-config-file')) names.word('node.config.json')
  if (words.includes('--test')) addTests(words, names)
}

const PRELOAD = /^(?:-r|--require|--import|--loader|--experimental-loader)(?:=(.*))?$/

/** `--import NAME` loads an installed package. */
function addPreloads(words: readonly string[], names: NamesBuilder): void {
  words.forEach((word, at) => {
    const match = PRELOAD.exec(word)
    if (match === null) return
    const name = match[1] ?? words[at + 1] ?? ''
    if (isPackage(name)) names.gap({ kind: 'packages', what: 'node_modules' })
    if (name.startsWith('data:')) names.gap({ kind: 'code', what: `node ${word.replace(/=.*$/, '')}` })
  })
}

/** Node takes patterns itself; without any it searches all folders. */
function addTests(words: readonly string[], names: NamesBuilder): void {
  const given = operands(words)
  for (const word of given) if (/[*?[]/.test(word)) names.glob(word)
  const isSearch = !given.some((word) => /[./*]/.test(word))
  if (isSearch) names.gap({ kind: 'run-time', what: 'test files that node --test finds' })
}

const python: Lookup = (words, names) => {
  for (const word of operands(words)) names.word(`${word}/__main__.py`)
  const modules = words.flatMap((word, at) => {
    const [, inside] = /^-[A-Za-z]*?m(.*)$/.exec(word) ?? []
    return inside === undefined ? [] : [inside === '' ? (words[at + 1] ?? '') : inside]
  })
  const folders = ['', ...names.searched('PYTHONPATH').map((folder) => `${folder}/`)]
  const imported = words.flatMap(importedModules)
  for (const module of [...modules, ...imported])
    for (const folder of folders) for (const file of moduleFiles(module)) names.word(folder + file)
}

/** Of text behind `-c` or in a document: `import a.b, c` and `from a.b import d`. */
function importedModules(text: string): readonly string[] {
  return [...text.matchAll(/\b(?:import|from)\s+([\w.]+(?:\s*,\s*[\w.]+)*)/g)]
    .flatMap(([, list = '']) => list.split(/\s*,\s*/))
    .slice(0, MAX_IMPORTS)
}

const MAX_IMPORTS = 40

/** `a.b` runs a/__init__.py, then a/b.py or a/b/__init__.py and a/b/__main__.py. */
function moduleFiles(module: string): readonly string[] {
  const steps = module.split('.')
  const parents = steps.flatMap((_, at) => {
    const parent = steps.slice(0, at + 1).join('/')
    return [`${parent}/__init__.py`, `${parent}.py`]
  })
  const whole = steps.join('/')
  return [...parents, `${whole}/__main__.py`, `${whole}.pyc`]
}

/** Folders behind `-I`, and modules behind `-M`, `-r`. */
const perlOrRuby: Lookup = (words, names) => {
  const folders = words.flatMap((word, at) => {
    if (!word.startsWith('-I')) return []
    return [word === '-I' ? (words[at + 1] ?? '') : word.slice(2)]
  })
  for (const folder of folders) names.folder(folder)
  for (const word of words.filter((each) => /^-[Mmr]./.test(each))) {
    const module = word
      .slice(2)
      .replace(/[= ].*$/, '')
      .replaceAll('::', '/')
    for (const folder of [...folders, '.'])
      for (const ending of ['.pm', '.rb']) names.word(`${folder}/${module}${ending}`)
  }
}

const make: Lookup = (_words, names) => {
  for (const file of ['GNUmakefile', 'makefile', 'Makefile']) names.word(file)
}

const just: Lookup = (_words, names) => {
  for (const file of ['justfile', 'Justfile', 'JUSTFILE', '.justfile']) names.upward(file)
}

const PACKAGE_FILES = [
  'package.json',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnp.cjs',
  '.pnpmfile.cjs',
  'bunfig.toml',
]

/** Scripts that `npm` runs without being told their name. */
const LIFE_CYCLE: Readonly<Record<string, readonly string[]>> = {
  t: ['test'],
  tst: ['test'],
  it: ['preinstall', 'install', 'postinstall', 'prepare', 'test'],
  i: ['preinstall', 'install', 'postinstall', 'prepare'],
  ci: ['preinstall', 'install', 'postinstall', 'prepare'],
  add: ['preinstall', 'install', 'postinstall', 'prepare'],
  install: ['preinstall', 'postinstall', 'prepare'],
  restart: ['stop', 'start'],
  pack: ['prepack', 'prepare', 'postpack'],
  publish: ['prepublishOnly', 'prepack', 'prepare', 'postpack', 'publish'],
}

/** The package decides what its scripts do; every operand may be the name of one, or of a program of a package. */
const packages: Lookup = (words, names) => {
  for (const file of PACKAGE_FILES) names.upward(file)
  if (words.some((word) => /^(?:exec|x|dlx)$/.test(word)))
    names.gap({ kind: 'packages', what: 'node_modules' })
  const named = operands(words.flatMap((word) => [word, ...word.split('=').slice(1)]))
  const run = named.length === 0 ? ['install'] : named
  for (const name of run) {
    if (/^[@\w][\w.@/-]*$/.test(name))
      names.upward(`node_modules/.bin/${name.replace(/(.)@.*$/, '$1').replace(/^.*\//, '')}`)
    for (const script of [name, ...(Object.hasOwn(LIFE_CYCLE, name) ? (LIFE_CYCLE[name] ?? []) : [])])
      for (const each of [`pre${script}`, script, `post${script}`])
        names.followed({ file: 'package.json', part: `script ${each}` })
  }
}

const deno: Lookup = (words, names) => {
  node(words, names)
  for (const file of ['deno.json', 'deno.jsonc', 'package.json', 'import_map.json']) names.upward(file)
  for (const name of operands(words))
    for (const file of ['deno.json', 'deno.jsonc', 'package.json'])
      names.followed({ file, part: `script ${name}` })
}

/** With `run` the project's own code is what is run. */
const cargo: Lookup = (words, names) => {
  for (const file of [
    'Cargo.toml',
    'Cargo.lock',
    'build.rs',
    '.cargo/config.toml',
    'rust-toolchain.toml',
    'src/main.rs',
  ])
    names.upward(file)
  if (words.includes('run')) names.folder('src')
}

/** `go run ./cmd` compiles the files of that folder. */
const go: Lookup = (words, names) => {
  for (const file of ['go.mod', 'go.sum', 'go.work']) names.upward(file)
  const [first, ...folders] = operands(words)
  if (first === 'run') for (const word of folders) names.folder(word)
}

const LOOKUPS: readonly (readonly [RegExp, Lookup])[] = [
  [/^(?:node|nodejs|tsx|ts-node)$/, node],
  [/^bun$/, (words, names) => (node(words, names), packages(words, names))],
  [/^deno$/, deno],
  [/^(?:python|pypy)[\d.]*$/, python],
  [/^(?:perl|ruby)[\d.]*$/, perlOrRuby],
  [/^g?make$/, make],
  [/^just$/, just],
  [/^(?:npm|pnpm|yarn)$/, packages],
  [/^(?:npx|pnpx|bunx)$/, (words, names) => packages(['exec', ...words], names)],
  [/^cargo$/, cargo],
  [/^go$/, go],
]

const FOLDER_OPTION = /^(?:-C|--directory|--prefix|--cwd|--chdir|--dir)(?:=(.*))?$/
const MOVERS = /^(?:g?make|git|npm|npx|pnpm|yarn|bun|env|tar|go|just|uv|ninja)$/

/** `make -C dir` and the like run in another folder, as `cd dir` would. */
function enterFolders(program: string, words: readonly string[], names: NamesBuilder): void {
  if (!MOVERS.test(program)) return
  words.forEach((word, at) => {
    const match = FOLDER_OPTION.exec(word)
    if (match !== null) names.enter(match[1] ?? words[at + 1] ?? '')
    else if (/^-C./.test(word)) for (const folder of attached(word).slice(0, 1)) names.enter(folder)
  })
}
