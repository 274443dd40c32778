import * as path from 'node:path'
import { findComments } from '../../config/comments.ts'
import { parseConfig } from '../../config/parse.ts'
import { writeConfig } from '../../config/write-config.ts'
import type { Issue } from '../../core/issue.ts'
import type { Dialect, Places } from '../../dialects/dialect.ts'
import { findEntry, loadDialects } from '../../dialects/registry.ts'
import type { ConfigWriter } from '../../dialects/writer.ts'
import { limits } from '../../engine/limits.ts'
import { assemble, type Assembled, type Item } from './assemble.ts'
import { readSources, type Sources } from './read-sources.ts'
import { translateHook } from './translate.ts'
import type { Translated, Translation } from './translation.ts'

export type Conversion = {
  readonly sources: Sources
  readonly text: string
  readonly hooks: readonly Translated[]
  /** The files have comments and the new format has none. */
  readonly losesComments: boolean
}

export type Request = {
  readonly source: Dialect
  readonly target: Dialect
  readonly writer: ConfigWriter
  /** Names of files. Empty: those of the project. */
  readonly named: readonly string[]
  readonly places: Places
}

/** Translates all hooks of the files, and reads the result as the target would. Writes nothing. */
export async function convertFiles(request: Request): Promise<Conversion> {
  const { source, named, places } = request
  return convertSources(await readSources(source, named, places), request)
}

/** The same for files that were read before. */
export async function convertSources(sources: Sources, request: Request): Promise<Conversion> {
  const translation = await translationFor(sources, request)
  const commentsOf = commentsIn(sources)
  const items = sources.hooks.map((hook) => ({
    translated: translateHook(hook, translation),
    comments: commentsOf(hook.source.file).above(hook.source.pointer),
  }))
  const head = headOf(sources, request, (file) => commentsOf(file).head)
  const { text, hooks } = await settle(items, { ...request, head })
  const hasComments = head.length > sources.files.length || items.some(({ comments }) => comments.length > 0)
  return { sources, text, hooks, losesComments: hasComments && request.writer.format === 'json' }
}

async function translationFor(
  { hooks, differing }: Sources,
  { source, target, writer, places }: Request,
): Promise<Translation> {
  const wires = await loadDialects(
    hooks.map(({ wire }) => wire),
    undefined,
  )
  const parts = await Promise.all(
    [...wires].map(async ([name, dialect]) => {
      const [side, own] = await Promise.all([dialect.hooks(), dialect.writer?.()])
      return [name, { forms: side.inlineForms, own }] as const
    }),
  )
  const byWire = new Map(parts)
  return {
    source,
    target,
    writer,
    formsOf: (wire) => byWire.get(wire)?.forms,
    noteLoss: (wire, note) => byWire.get(wire)?.own?.noteLoss?.(note),
    fileVariables: (wire) => byWire.get(wire)?.own?.fileVariables ?? [],
    titleOf: (wire) => findEntry(wire)?.title ?? wire,
    platform: places.platform,
    differsElsewhere: ({ id }) => differing.has(id),
  }
}

function commentsIn({ files }: Sources): (file: string) => ReturnType<typeof findComments> {
  const found = new Map(files.map((file) => [file.path, findComments(file.text, file.path, file.format)]))
  return (file) => found.get(file) ?? findComments('', file)
}

function headOf(
  { files }: Sources,
  { source, places }: Request,
  commentsOf: (file: string) => readonly string[],
): readonly string[] {
  return files.flatMap(({ path: file }) => [
    `Converted by \`hookwright convert\` from ${shortPath(file, places)} (${source.name}).`,
    ...commentsOf(file),
  ])
}

/** Relative to the project, with slashes; whole for a file outside of it. */
export function shortPath(file: string, { projectDir }: Pick<Places, 'projectDir'>): string {
  const below = path.relative(projectDir, file)
  return below.startsWith('..') || path.isAbsolute(below) ? file : below.replaceAll(path.sep, '/')
}

type Settling = Request & { readonly head: readonly string[] }

/** What the target's own reader refuses is taken out again and told as lost. */
async function settle(
  items: readonly Item[],
  request: Settling,
): Promise<Pick<Conversion, 'text' | 'hooks'>> {
  const assembled = assemble(items, request)
  const text = writeConfig(assembled.config)
  const refused = await refusedBy(text, assembled, request)
  if (refused.size === 0) return { text, hooks: items.map(({ translated }) => translated) }
  const rest = items.map((item) => {
    const problem = refused.get(item.translated)
    return problem === undefined ? item : { ...item, translated: withoutEntry(item.translated, problem) }
  })
  return settle(rest, request)
}

function withoutEntry({ hook, canBlock }: Translated, { message }: Issue): Translated {
  const why = message.replace(/\.$/, '')
  return {
    hook,
    canBlock,
    losses: [{ effect: 'lost', part: 'entry', why: `the target would refuse it: ${why}` }],
  }
}

async function refusedBy(
  text: string,
  { pointers }: Assembled,
  { target, writer, places }: Settling,
): Promise<ReadonlyMap<Translated, Issue>> {
  const file = path.join(places.projectDir, writer.file)
  const bounds = { maxBytes: limits.configBytes, maxDepth: limits.configDepth, format: writer.format }
  const { value } = parseConfig(text, file, bounds)
  const { issues } = (await target.config()).read({ file, scope: 'project', value }, places)
  const errors = issues.filter(({ severity }) => severity === 'error')
  const found = [...pointers].flatMap(([translated, pointer]) => {
    const problem = errors.find(({ place }) => startsWith(place.pointer ?? [], pointer))
    return problem === undefined ? [] : [[translated, problem] as const]
  })
  return new Map(found)
}

function startsWith(pointer: readonly unknown[], start: readonly unknown[]): boolean {
  return start.every((step, index) => pointer[index] === step)
}
