import * as path from 'node:path'
import { issue, type Issue } from '../core/issue.ts'
import type { FoundPack, FoundPacks, Places } from '../dialects/dialect.ts'
import { isFileProblem, readText, type Files } from '../ports/files.ts'
import { findNpmPack } from './npm-packs.ts'
import { parseConfig, type ParseBounds } from './parse.ts'
import { digestTree, readPackTree } from './pack-tree.ts'
import { isInside, realPath } from './places.ts'
import type { FoundFile, Gathered } from './read-files.ts'

/** A pack may use packs that may use packs, and so on this often. */
const MOST_NESTED = 4

const PACK_FILE = 'pack.yaml'

/** Where packs are looked for, and by whom. */
export type PackSearch = ParseBounds & {
  readonly file: Pick<FoundFile, 'dialect' | 'path' | 'scope'>
  readonly places: Places
  readonly files: Files
  /** Our state folder, which holds the content of packages. Absent: there is none. */
  readonly stateDir: string | undefined
  /** The texts that name packs in what a `pack.yaml` says. */
  readonly usesOf: (value: unknown) => readonly string[]
}

/** Packs by the text that names each, and every file that was read for them. */
export type PacksRead = { readonly packs: FoundPacks; readonly inputs: readonly FoundFile[] }

/** Finds and parses the packs that a config uses, and those that they use. Runs and fetches nothing. */
export function findPacks(uses: readonly string[], search: PackSearch): PacksRead {
  const inputs: FoundFile[] = []
  const packs = findAll(uses, { ...search, folder: path.dirname(search.file.path), depth: 1, inputs })
  return { packs, inputs }
}

type Level = PackSearch & {
  /** What the texts are relative to. */
  readonly folder: string
  readonly depth: number
  /** The folder that packs may not lead out of, when a pack uses them. */
  readonly within?: string
  readonly inputs: FoundFile[]
}

function findAll(uses: readonly string[], level: Level): FoundPacks {
  return new Map(
    uses.map((use) => [use, use.startsWith('npm:') ? findAtNpm(use, level) : findFolder(use, level)]),
  )
}

function findAtNpm(use: string, level: Level): FoundPack {
  const { files, stateDir, file } = level
  if (level.depth > 1) return unusable('', nestedNpm(use))
  const found = findNpmPack(use, { config: file.path, stateDir, files })
  level.inputs.push(...found.inputs.map((input) => inputFile(input, level)))
  if (found.folder === undefined) return unusable('', found.problem)
  const pack = readPack(found.folder, { ...level, within: found.folder })
  return { ...pack, integrity: found.integrity }
}

function nestedNpm(use: string): Issue {
  return issue(
    'pack.nested',
    {},
    `A pack uses "${use}", and only the config itself may use packs of npm.`,
    'Use it in hookwright.yaml, where its lock is.',
  )
}

function findFolder(use: string, level: Level): FoundPack {
  const folder = path.resolve(level.folder, use)
  const file = path.join(folder, PACK_FILE)
  if (level.depth > MOST_NESTED)
    return unusable(
      file,
      issue(
        'pack.nested',
        {},
        `Packs use each other more than ${MOST_NESTED} deep, down to "${folder}".`,
        'Use fewer of them, or look for a pack that uses itself.',
      ),
    )
  if (!isAllowed(file, level)) return unusable(file, outside(use, level))
  return readPack(folder, level)
}

/** A project's config takes packs of the project, the user's those beside it: what is approved must not lie elsewhere. */
function isAllowed(file: string, { file: config, places, files, within }: Level): boolean {
  const isProjects = config.scope === 'project' || config.scope === 'local'
  const ofUser = [path.dirname(config.path), places.configHome]
  const roots = within !== undefined ? [within] : isProjects ? [places.projectDir] : ofUser
  return roots.some((root) => isInside(realPath(file, files), realPath(root, files)))
}

function outside(use: string, { file: { scope }, within }: Level): Issue {
  const isProjects = scope === 'project' || scope === 'local'
  const where =
    within !== undefined
      ? 'the package that uses it'
      : isProjects
        ? 'the project'
        : 'the folder of your config'
  return issue(
    'config.outside-pack',
    {},
    `The pack "${use}" lies outside of ${where}; it is not read.`,
    'Copy it to there.',
  )
}

function readPack(folder: string, level: Level): FoundPack {
  const file = path.join(folder, PACK_FILE)
  const text = readText(level.files, file, level.maxBytes)
  level.inputs.push(inputFile(file, level, text))
  if (typeof text !== 'string') return unusable(file, noFile(file, text))
  const { value, issues } = parseConfig(text, file, { maxBytes: level.maxBytes, maxDepth: level.maxDepth })
  if (value === undefined) return { file, value, issues, packs: new Map() }
  const packs = findAll(level.usesOf(value), { ...level, folder, depth: level.depth + 1 })
  return { file, value, issues: [], packs }
}

function noFile(file: string, text: unknown): Issue {
  const why = isFileProblem(text) ? `cannot be read (${text.detail})` : 'does not exist'
  return issue(
    'pack.missing',
    {},
    `"${file}" ${why}.`,
    'A pack is a folder with a pack.yaml; docs/packs/your-own.md shows one.',
  )
}

function unusable(file: string, problem: Issue): FoundPack {
  return { file, value: undefined, issues: [problem], packs: new Map() }
}

/** Stands for what is not there. */
const ABSENT = '\0absent'

/** A folder counts with all its bytes. */
function inputFile(
  input: string,
  { file: { dialect, scope }, files, maxBytes }: Pick<Level, 'file' | 'files' | 'maxBytes'>,
  known?: unknown,
): FoundFile {
  const text = typeof known === 'string' ? known : textOf(input, files, maxBytes)
  return { dialect, path: input, scope, text }
}

function textOf(input: string, files: Files, maxBytes: number): string {
  if (files.kind(input) === 'directory') {
    const tree = readPackTree(input, files)
    return typeof tree === 'string' ? `\0${tree}` : `\0${digestTree(tree)}`
  }
  const text = readText(files, input, maxBytes)
  return typeof text === 'string' ? text : ABSENT
}

/** What packs were read from, by path: as `findPacks` has told it before, and as it is now. */
export type PackInput = Pick<FoundFile, 'dialect' | 'path' | 'scope'>

/** Reads again what packs were read from the last time. */
export function readPackInputs(
  inputs: readonly PackInput[],
  { files, maxBytes }: { readonly files: Files; readonly maxBytes: number },
): Gathered {
  return { files: inputs.map((file) => inputFile(file.path, { file, files, maxBytes })), broken: [] }
}

/** Only configs, not locks and contents. */
export function isPackFile({ path: file, text }: FoundFile): boolean {
  return path.basename(file) === PACK_FILE && !text.startsWith('\0')
}
