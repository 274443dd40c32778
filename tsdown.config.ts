import fs from 'node:fs'
import { defineConfig, type Rolldown, type UserConfig } from 'tsdown'
import { docsOnOwnLines } from './scripts/docs-on-own-lines.ts'
import { thirdPartyNotices } from './scripts/licences/plugin.ts'
import { registry, type DialectEntry } from './src/dialects/registry.ts'

const dialects: readonly DialectEntry[] = registry

const shared: UserConfig = {
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minify: { compress: true, mangle: true, codegen: true },
  // Everything is bundled: an installed hookwright has no dependencies of its own.
  deps: { alwaysBundle: [/.*/] },
}

const FS = '\0node:fs'

/**
 * An `import` of `node:fs` reads all its properties, and its getters load every stream module of Node: about 5 % of a
 * bare start. `getBuiltinModule` gives the same functions without that.
 */
const fsWithoutStreams: Rolldown.Plugin = {
  name: 'fs-without-streams',
  resolveId: {
    order: 'pre',
    filter: { id: /^node:fs$/ },
    handler: (_, importer) => (importer?.includes('/src/') === true ? FS : null),
  },
  load: { filter: { id: /node:fs$/ }, handler: fsModule },
}

function fsModule(): string {
  const properties = Object.entries(Object.getOwnPropertyDescriptors(fs))
  // Later versions of Node print a warning when the old constants, which are in capitals, are read.
  const names = properties.flatMap(([name, { get }]) =>
    get === undefined && /^[a-z]/.test(name) ? name : [],
  )
  const exports = names.map((name) => `export const ${name} = /* @__PURE__ */ (() => fs.${name})()`)
  return ["const fs = process.getBuiltinModule('node:fs')", ...exports].join('\n')
}

/** Loaded when one of these is first called: each takes some milliseconds, and most calls need none of them. */
const LATE: Readonly<Record<string, { importers: RegExp; names: readonly string[]; load: string }>> = {
  yaml: {
    importers: /\/src\/config\/parse-yaml\.ts$/,
    names: ['Composer', 'Lexer', 'Parser', 'isAlias', 'isMap', 'isScalar', 'isSeq'],
    load: "require('yaml')",
  },
  'toml-eslint-parser': {
    importers: /\/src\/config\/parse-toml\.ts$/,
    names: ['parseTOML', 'ParseError'],
    load: "require('toml-eslint-parser')",
  },
  'node:crypto': {
    importers: /\/src\//,
    names: ['createHash', 'hash', 'randomBytes', 'randomInt', 'randomUUID', 'timingSafeEqual'],
    load: "process.getBuiltinModule('node:crypto')",
  },
}
const LATE_ID = '\0node:late/'

const lateModules: Rolldown.Plugin = {
  name: 'late-modules',
  resolveId: {
    order: 'pre',
    filter: { id: new RegExp(`^(?:${Object.keys(LATE).join('|')})$`) },
    handler: (id, importer = '') => (LATE[id]?.importers.test(importer) ? `${LATE_ID}${id}` : null),
  },
  load: {
    // oxlint-disable-next-line no-control-regex -- names of modules that a build makes begin with it
    filter: { id: /^\0node:late\// },
    handler: (id) => lateModule(LATE[id.slice(LATE_ID.length)]),
  },
}

function lateModule({ names, load }: { names: readonly string[]; load: string } = { names: [], load: '' }) {
  return [
    `let loaded\nconst load = () => (loaded ??= ${load})`,
    `function late(name) {
      function stand(...args) {
        const real = load()[name]
        return new.target === undefined ? real(...args) : new real(...args)
      }
      return Object.defineProperty(stand, Symbol.hasInstance, { value: (it) => it instanceof load()[name] })
    }`,
    ...names.map((name) => `export const ${name} = /* @__PURE__ */ late('${name}')`),
  ].join('\n')
}

/**
 * The name of the program has a digest of its text, so that nothing that V8 compiled of another text is taken for it. The
 * digest covers what is changed here: the names of other files, and the text of the same characters.
 */
const programFile: Rolldown.Plugin = {
  name: 'program-file',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? each : []))
    const program = chunks.find(({ isEntry, name }) => isEntry && name === 'program')
    const start = chunks.find(({ isEntry, name }) => isEntry && name === 'cli')
    if (program === undefined || start === undefined)
      throw new Error('an entry of the command line is missing')
    start.code = start.code.replaceAll('PROGRAM_FILE', JSON.stringify(program.fileName))
    for (const chunk of chunks) chunk.code = asciiOf(chunk, (code) => this.parse(code))
    const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
    if (runtime !== undefined) program.code = withRuntime(program.code, runtime)
  },
}

/** A text of ASCII needs half the memory, and no decoding. */
function asciiOf({ fileName, code }: Rolldown.OutputChunk, parse: (code: string) => unknown): string {
  if (code.includes('raw`') && hasTagged(parse(code)))
    throw new Error(`${fileName}: an escape would change what is in String.raw`)
  return code.replaceAll(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

// oxlint-disable-next-line no-control-regex -- everything outside ASCII
const NOT_ASCII = /[^\u0000-\u007F]/g

/** Whether a template with a tag, which sees escapes as they are written, has other characters than ASCII. */
function hasTagged(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  const { type, quasi } = node as { type?: unknown; quasi?: { quasis: { value: { raw: string } }[] } }
  if (
    type === 'TaggedTemplateExpression' &&
    quasi?.quasis.some(({ value }) => value.raw.search(NOT_ASCII) >= 0)
  )
    return true
  return Object.values(node).some(hasTagged)
}

/** The program would read a second file for a few helpers of the bundler. */
function withRuntime(code: string, runtime: Rolldown.OutputChunk): string {
  return code.replace(
    `require(\`./${runtime.fileName}\`)`,
    () => `(exports=>{${runtime.code};return exports})({})`,
  )
}

/** What `hookwright run` needs before it knows that something matches: one file, because each further one costs start-up. */
const HOT = [
  // oxlint-disable-next-line no-control-regex -- names of modules that a build makes begin with it
  /^\0node:fs$/,
  // oxlint-disable-next-line no-control-regex -- as above
  /^\0rolldown\/runtime/,
  /\/src\/core\/(?!address|aggregator|diff-lines|text-diff|failure\.ts|held-back|hide-content|named-files|own-copy|part-answers|reach|rewritten|swapped|unknown-answer-keys)/,
  /\/src\/(late|log)\//,
  /\/src\/engine\/(engine|finish|fit-texts|judge|pipeline|planning|roster|run-plan|background|run-id|shared-budget|shares|slots|stop-cap|limits|tell-all|watch)\.ts$/,
  /\/src\/workspace\/(?!load-pack)/,
  /\/src\/ports\/(clock|env|files|kept-texts|contender|leads-outside|lock-file|pid-namespace|run-tag|state|stop-counts|update-file|warnings)\.ts$/,
  /\/src\/config\/(absences|approved-form|guarded-places|hook-states|left-to-host|look-at-approvals|lost-approvals|session-memory|stand-in|broken|discover|gather|given|host-files|load|meaning|outside-link|places|plugins|read-files|snapshot|state-reader|switch-remarks|switch-store|switches|trust|trust-store|with-names)\.ts$/,
  ...nearDialects(),
  /\/src\/dialects\/_families\/(action|call-issues|cut-answer|event-name|payload|places|reply-texts|told-event|tool-names)\.ts$/,
  /\/src\/shells\/argv\.ts$/,
  /\/src\/dialects\/(registry|event-spec|event-traits)\.ts$/,
  /\/src\/dialects\/_families\/claude\/(behind|decode-event|depth|event-spec|event-table|family|phrases|profile|reply|shape|specific-output|text|tool-names)\.ts$/,
  /\/src\/handlers\/(index|function|rule)\.ts$/,
  /\/src\/process\/temp-folder\.ts$/,
  /\/src\/cli\/(main|args|background|command|command-options|commands|common-options|diagnostics|host-call|io|json|replies|send|signals|version|workspace-options|commands\/run|render\/(issue-line|spinner|help))\.ts$/,
]

function nearDialects(): readonly RegExp[] {
  const near = dialects.filter((entry) => entry.near)
  return near.map(
    ({ name }) =>
      new RegExp(
        `/src/dialects/${name}/(index|contract|credentials|event-output|events|failures|files|host-events|profile|variables)\\.ts$`,
      ),
  )
}

const isHot = (id: string): boolean => HOT.some((pattern) => pattern.test(id))

/** One file for what a call of another host loads: everything that the dialect's index imports at once. */
function dialectGroup(id: string, context: Rolldown.ChunkingContext): string | null {
  if (isHot(id) || !id.includes('/src/')) return null
  const owner = dialects.find(({ name }) => isImportedBy(id, `/src/dialects/${name}/index.ts`, context))
  return owner === undefined ? null : `dialect-${owner.name}`
}

function isImportedBy(
  id: string,
  entry: string,
  context: Rolldown.ChunkingContext,
  seen = new Set<string>(),
): boolean {
  if (id.endsWith(entry)) return true
  seen.add(id)
  const importers = context.getModuleInfo(id)?.importers ?? []
  return importers.some((each) => !seen.has(each) && isImportedBy(each, entry, context, seen))
}

/** Few files for what every `hookwright git run` loads. What other commands share with it loads with them as before. */
function gitGroup(id: string, context: Rolldown.ChunkingContext): string | null {
  if (isHot(id)) return null
  if (GIT_COMMANDS.test(id)) return 'git-commands'
  const isNeeded = isImportedBy(id, '/src/cli/git/run.ts', context) || SYSTEM_HOOKS.test(id)
  return isNeeded ? 'git-run' : null
}

/** Which commands there are is also asked by help and completion. */
const GIT_COMMANDS = /\/src\/(cli\/git\/(commands|options|update-options)|git\/contracts\/model)\.ts$/
/** Most hooks are these; they load with the run. */
const SYSTEM_HOOKS = /\/src\/git\/languages\/(system|entry|program)\.ts$/

/** Small things that commands need when they start something, some of them without `process/`. */
const START_FACTS =
  /\/src\/(process\/(deadline|locate)|shells\/(shell|script|cmd)|core\/hide-content|ports\/scratch)\.ts$/

const notices = thirdPartyNotices(import.meta.dirname, 'dist/THIRD-PARTY-NOTICES.md')

/** Two builds, so that the library and the command line share no chunks. */
export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      analyze: 'src/analyze/index.ts',
      dialects: 'src/bridge/index.ts',
      runtime: 'src/runtime/index.ts',
      git: 'src/git/index.ts',
    },
    dts: true,
    clean: true,
    plugins: [docsOnOwnLines, notices.part()],
  },
  {
    ...shared,
    entry: { cli: 'src/cli/start.ts', program: 'src/cli/main.ts' },
    // A host waits for this start: Node loads CommonJS sooner than modules, and each further file much sooner.
    format: 'cjs',
    outDir: 'dist/cli',
    dts: false,
    clean: true,
    plugins: [fsWithoutStreams, lateModules, programFile, notices.part()],
    outputOptions: {
      entryFileNames: ({ name }) => (name === 'cli' ? 'cli.cjs' : '[name]-[hash].cjs'),
      codeSplitting: {
        groups: [
          { name: 'hot', test: isHot },
          // Both load with the first hook that runs; one file is cheaper than two.
          {
            name: 'hook-side',
            test: /\/src\/(dialects\/(_families\/claude\/hook-side|claude-code\/inline-forms)|shells\/inline)\.ts$/,
          },
          { name: dialectGroup, test: /\/src\/dialects\// },
          // What others load with git's own code below would be taken into its file.
          { name: 'start-facts', test: START_FACTS },
          { name: 'start', test: /\/src\/process\/start\.ts$/ },
          { name: 'toml', test: /\/toml-eslint-parser\/|\/src\/config\/position\.ts$/ },
          { name: 'parse', test: /\/src\/config\/parse\.ts$/ },
          { name: gitGroup, test: /\/src\/(git|cli\/git)\// },
        ],
      },
    },
  },
])
