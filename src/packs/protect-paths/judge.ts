import { analyze } from '../../analyze/index.ts'
import type { Program } from '../../analyze/line.ts'
import type { Event } from '../../core/event.ts'
import type { Files } from '../../ports/files.ts'
import { isBeyondBounds } from '../calls/calls.ts'
import { commandsOf, hasUnreadCommand, type CalledCommand } from '../calls/commands.ts'
import { filesOf, type CalledFile } from '../calls/files.ts'
import { boundedReader } from '../places/bounded-reader.ts'
import type { Roots } from '../places/roots.ts'
import { spotOf, type Spot } from '../places/spot.ts'
import { literal } from '../touches/touch.ts'
import { isUsualTool } from '../touches/usual-tool.ts'
import { fileBelow } from './files-below.ts'
import { fillGlob } from './fill-glob.ts'
import type { Protected } from './protected.ts'
import { reads, usesOf, writes, type Use } from './uses.ts'

/** A protected file that a call would use. */
export type Breach = {
  readonly act: 'read' | 'write'
  /** The tool or program. */
  readonly by: string
  /** The path as written; with the pattern that it fits. Absent: it cannot be known what is used. */
  readonly path?: string
  readonly pattern?: string
  /** False: it only may. */
  readonly isSure: boolean
  /** Why it cannot be known. */
  readonly why?: string
}

/** What is protected, and where. */
export type Guarding = {
  readonly write: Protected
  readonly read: Protected
  readonly roots: Roots
  readonly files: Files
}

/** Returns the protected files that the call of an event uses. */
export function breachesOf(event: Event, guarding: Guarding): readonly Breach[] {
  return [
    ...filesOf(event).flatMap((file) => ofFile(file, event, guarding)),
    ...commandsOf(event).flatMap((command) => ofCommand(command, guarding)),
    ...(isBeyondBounds(event) ? [unknown(event.tool?.name ?? '', 'it has too many arguments')] : []),
    ...(hasUnreadCommand(event) ? [unknown(event.tool?.name ?? '', 'its command is not a text')] : []),
  ]
}

function unknown(by: string, why: string): Breach {
  return { act: 'write', by, isSure: false, why }
}

const HERE = { kind: 'known', path: '.' } as const

/** What a tool does with a file that one of its arguments names. */
function ofFile({ path, access, doubt }: CalledFile, { tool }: Event, guarding: Guarding): readonly Breach[] {
  const by = tool?.name ?? ''
  if (path === '') return [unknown(by, doubt ?? 'it names no file')]
  const spot = spotOf(literal(path), { folder: HERE, roots: guarding.roots })
  const isDeep = access === 'search' && by !== 'Glob' && by !== 'LS'
  const acts = [
    ...(access === 'write' || access === 'any' ? ['write' as const] : []),
    ...(access === 'write' ? [] : ['read' as const]),
  ]
  return acts.flatMap((act) => {
    const found =
      fitOf(spot, act, guarding) ??
      (isDeep && spot.kind === 'known' ? belowOf(spot, act, guarding) : undefined) ??
      filter(tool, spot, act, guarding)
    return found === undefined
      ? []
      : [{ act, by, path, isSure: doubt === undefined && found.isSure, pattern: found.pattern }]
  })
}

/** `glob: ".env*"` of a search. */
function filter(tool: Event['tool'], spot: Spot, act: Breach['act'], guarding: Guarding): Fit | undefined {
  const given =
    tool?.name === 'Grep'
      ? (tool.input['glob'] ?? tool.input['include'])
      : tool?.name === 'Glob'
        ? tool.input['pattern']
        : undefined
  if (
    typeof given !== 'string' ||
    spot.kind !== 'known' ||
    !/^\.\w|^[^*]*\.[\w.-]{2,}|[\w-]{2,}/.test(given.replace(/\*\*\//g, ''))
  )
    return undefined
  const name = given.slice(given.lastIndexOf('/') + 1)
  const paths = fillGlob(spot.paths[0] ?? '/', given, guarding.files) ?? []
  const pattern = guarding[act].fits(paths.length > 0 ? paths : [`${spot.paths[0]}/${name}`])
  return pattern === undefined ? undefined : { pattern, isSure: false }
}

type Fit = {
  readonly pattern: string
  readonly isSure: boolean
  /** The file that was found. Absent: it is the one that is named. */
  readonly path?: string
}

function fitOf(spot: Spot, act: Breach['act'], { files, ...guarding }: Guarding): Fit | undefined {
  const { fits, mayFit } = guarding[act]
  if (spot.kind === 'known') {
    const pattern = fits(spot.paths)
    return pattern === undefined ? undefined : { pattern, isSure: true }
  }
  if (spot.kind === 'unknown') {
    // In a folder that only a run can tell a plain name counts where a pattern is about names.
    const isPlain = !spot.rest.includes('*')
    const pattern = isPlain ? fits([`/?/${spot.rest}`]) : mayFit(spot.rest)
    return pattern === undefined ? undefined : { pattern, isSure: false }
  }
  for (const folder of spot.paths) {
    const found = globFit(folder, spot, act, { files, ...guarding })
    if (found !== undefined) return found
  }
  return undefined
}

/** A pattern of the shell is the files that fit it now; any other may be any file. */
function globFit(
  folder: string,
  { rest, isGlob }: Extract<Spot, { kind: 'pattern' }>,
  act: Breach['act'],
  { files, roots, ...guarding }: Guarding,
): Fit | undefined {
  const { fits, mayFit } = guarding[act]
  const filled = isGlob ? fillGlob(folder, rest, files) : undefined
  if (filled === undefined) {
    const pattern = mayFit(`${folder}/${rest.replace(/[?]|\[[^\]]{0,200}\]/g, '*')}`)
    return pattern === undefined ? undefined : { pattern, isSure: false }
  }
  const patterns = filled.flatMap((path) => fits([path, roots.realPath(path) ?? path]) ?? [])
  return patterns[0] === undefined ? undefined : { pattern: patterns[0], isSure: true }
}

function belowOf(spot: Spot, act: Breach['act'], guarding: Guarding): Fit | undefined {
  if (spot.kind === 'unknown') return undefined
  const pattern = guarding[act].below(spot.paths)
  return pattern === undefined ? undefined : { pattern, isSure: false }
}

/** Reports about code of the project that is not looked at: whoever builds a project runs its code. */
const USUAL: ReadonlySet<string> = new Set(['unseen-script', 'project-code', 'written-script'])

function ofCommand(
  { line, language, folder, certain }: CalledCommand,
  guarding: Guarding,
): readonly Breach[] {
  const cwd =
    folder === undefined ? undefined : spotOf(literal(folder), { folder: HERE, roots: guarding.roots })
  const roots =
    cwd?.kind === 'known' && cwd.paths[0] !== undefined
      ? { ...guarding.roots, cwd: cwd.paths[0] }
      : guarding.roots
  const { programs, unanalysable } = analyze(line, { language, read: boundedReader(guarding.files, roots) })
  const isTool = (id: number | undefined): boolean => {
    const program = programs[id ?? -1]
    return program !== undefined && isUsualTool(program)
  }
  const unseen = certain
    ? unanalysable.filter(
        ({ code, program }) => !USUAL.has(code) && !(code === 'run-time-name' && isTool(program)),
      )
    : []
  return [
    ...programs.flatMap((program) => ofProgram(program, programs, { ...guarding, roots })),
    ...unseen
      .slice(0, 1)
      .map(({ why, program }) => unknown(programs[program ?? -1]?.name ?? 'the command', why)),
  ]
}

function ofProgram(program: Program, programs: readonly Program[], guarding: Guarding): readonly Breach[] {
  return usesOf(program, programs).flatMap((use) => {
    const acts = [
      ...(writes(use.how) ? ['write' as const] : []),
      ...(reads(use.how) ? ['read' as const] : []),
    ]
    return acts.flatMap((act) => ofUse(use, act, { program, guarding }))
  })
}

type Around = { readonly program: Program; readonly guarding: Guarding }

const isOfGit = (pattern: string): boolean => /(?:^|\/)\.git\//.test(pattern)

function ofUse(use: Use, act: Breach['act'], { program, guarding: all }: Around): readonly Breach[] {
  const guarding = use.isNotOfGit === true ? { ...all, [act]: all[act].without(isOfGit) } : all
  const { folder, name } = program
  const removesLink =
    use.how === 'delete' || use.how === 'delete-tree' || use.how === 'move' || use.how === 'link'
  const spot = spotOf(use.file, { folder, roots: guarding.roots })
  const itself = removesLink ? spotOf(use.file, { folder, roots: guarding.roots, follow: false }) : undefined
  const found =
    fitOf(spot, act, guarding) ??
    (itself === undefined ? undefined : fitOf(itself, act, guarding)) ??
    reached(use, spot, act, { program, guarding })
  // Of git's own folder git itself keeps away.
  if (found === undefined || (name === 'git' && isOfGit(found.pattern))) return []
  const isSure = found.isSure && use.isUnsure !== true && use.how !== 'any' && use.how !== 'load'
  return [{ act, by: name, path: found.path ?? use.file.text, pattern: found.pattern, isSure }]
}

/** Files below a folder that is taken as a whole. */
function reached(use: Use, spot: Spot, act: Breach['act'], { guarding, program }: Around): Fit | undefined {
  if (use.isTree === true || use.how === 'move') {
    const found = belowOf(spot, act, guarding)
    return found === undefined ? undefined : { ...found, isSure: spot.kind === 'known' }
  }
  if (use.below !== true) return undefined
  const isMount = use.how === 'any' || /^(?:docker|podman|nerdctl)$/.test(program.name)
  const isInside =
    spot.kind === 'known' && spot.paths.some((path) => `${path}/`.startsWith(`${guarding.roots.projectDir}/`))
  const named = isMount && isInside ? undefined : belowOf(spot, act, guarding)
  return named ?? (use.isWhole === true ? thereBelow(spot, act, { guarding, program }) : undefined)
}

/** A name without a folder may be anywhere, so the files that are there now count. */
function thereBelow(spot: Spot, act: Breach['act'], { guarding, program }: Around): Fit | undefined {
  const { files, roots } = guarding
  const folders =
    spot.kind === 'known'
      ? spot.paths.slice(0, 1)
      : spot.kind === 'pattern' && spot.isGlob
        ? spot.paths.slice(0, 1).flatMap((folder) => fillGlob(folder, spot.rest, files) ?? [])
        : []
  const found = fileBelow(folders, guarding[act], { files, words: program.words })
  if (found === undefined) return undefined
  const start = `${roots.projectDir}/`
  const path = found.path.startsWith(start) ? found.path.slice(start.length) : found.path
  return { pattern: found.pattern, path, isSure: false }
}
