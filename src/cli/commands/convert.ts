import * as path from 'node:path'
import { findPlaces } from '../../config/places.ts'
import type { Dialect, Places } from '../../dialects/dialect.ts'
import { dialectNames, dialectOfFile, findEntry, OWN_DIALECT } from '../../dialects/registry.ts'
import type { ConfigWriter } from '../../dialects/writer.ts'
import { systemFiles } from '../../ports/files.ts'
import { lastValue, UsageError } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { convertFiles, shortPath, type Conversion, type Request } from '../convert/convert-files.ts'
import { diffLines } from '../../core/diff-lines.ts'
import { placer, reportLines } from '../convert/report.ts'
import { findDestination, foreignKeys, save, type Destination } from '../convert/save.ts'
import { isWeakened } from '../convert/translation.ts'
import { issueLine, oneLine } from '../render/issue-line.ts'
import { printable } from '../render/style.ts'

/** Exit code 1 when a hook that can block was lost or changed, when a file is broken, and when nothing was written. */
export async function convert(invocation: Invocation): Promise<number> {
  const { io } = invocation
  const request = await readRequest(invocation)
  const conversion = await convertFiles(request)
  const { sources, hooks } = conversion
  for (const problem of sources.issues) io.err(`hookwright: ${issueLine(problem)}\n`)
  const refusal = refusalOf(conversion, request)
  const lines = refusal === undefined ? reportLines(conversion, request) : []
  for (const line of lines) io.err(`hookwright: ${printable(line)}\n`)
  const done = refusal === undefined ? deliver(conversion, request, invocation) : { problem: refusal }
  if (done.problem !== undefined) io.err(`hookwright: ${oneLine(done.problem)}\n`)
  const isWhole = !hooks.some(isWeakened) && done.problem === undefined
  if (invocation.args.options.has('json')) {
    const shown = refusal === undefined ? conversion : { ...conversion, text: undefined, hooks: [] }
    io.out(jsonText(toJson(shown, request, { ...done, isWhole })))
  }
  return isWhole ? EXIT.ok : EXIT.problem
}

/** Returns why there is no new file: one without the hooks of a broken file would look complete. */
function refusalOf({ sources, hooks }: Conversion, { source, places }: Request): string | undefined {
  if (sources.issues.some(({ severity }) => severity === 'error'))
    return 'Nothing was converted, because a new file without the hooks of a broken one would look complete. Correct the errors above, or name the files that have none.'
  if (sources.files.length === 0)
    return `${source.title} has no files in the project ${places.projectDir}; name the file to convert.`
  if (hooks.length === 0) return noHooks(sources.files.map((file) => shortPath(file.path, places)))
  return undefined
}

function noHooks(names: readonly string[]): string {
  const which = names.map((name) => `"${name}"`).join(', ')
  return `There are no hooks in ${which}; nothing was converted.`
}

async function readRequest({ args, env }: Invocation): Promise<Request> {
  const cwd = lastValue(args, 'cwd')
  if (cwd !== undefined && systemFiles.kind(path.resolve(env.cwd, cwd)) !== 'directory')
    throw new UsageError(`--cwd: "${cwd}" is not a directory.`)
  const places = findPlaces(env, systemFiles, cwd)
  const named = args.positionals
  const from = lastValue(args, 'from') ?? hostOf(named, places)
  const to = lastValue(args, 'to') ?? OWN_DIALECT
  if (from === to) throw new UsageError(`--from and --to are both "${from}"; there is nothing to convert.`)
  const profile = lastValue(args, 'profile')
  const [source, target] = await Promise.all([load(from, profile), load(to, profile)])
  const page = named.find((file) => file.endsWith('.md'))
  if (page !== undefined)
    throw new UsageError(
      `"${page}" belongs to a skill or an agent; its hooks live as long as that does and have no place in a config file.`,
    )
  return { source, target, writer: await writerOf(target), named, places }
}

/** The host whose files have these names. */
function hostOf(named: readonly string[], { startDir }: Places): string {
  const hosts = new Set(
    named.map((file) => dialectOfFile(path.resolve(startDir, file).replaceAll(path.sep, '/'))),
  )
  const [host] = hosts
  if (hosts.size === 1 && host !== undefined && host !== OWN_DIALECT) return host
  if (hosts.size > 1)
    throw new UsageError(
      `The files belong to several hosts (${[...hosts].join(', ')}); convert those of one host at a time.`,
    )
  const which = named.length === 0 ? '' : `, because the path of "${named[0]}" does not say it`
  throw new UsageError(`Say whose files they are${which}: --from with one of ${dialectNames.join(', ')}.`)
}

async function load(name: string, profile: string | undefined): Promise<Dialect> {
  const entry = findEntry(name)
  if (entry === undefined)
    throw new UsageError(`Unknown host "${name}"; accepted: ${dialectNames.join(', ')}.`)
  return entry.load(profile)
}

async function writerOf({ name, writer }: Dialect): Promise<ConfigWriter> {
  if (writer === undefined) throw new Error(`"${name}" has no writer`)
  return writer()
}

type Delivered = {
  readonly problem?: string
  /** The file that was written. */
  readonly wrote?: string
}

/** Prints the text, or the change of a file, or writes it. */
function deliver({ text }: Conversion, request: Request, invocation: Invocation): Delivered {
  const { args, io } = invocation
  const out = lastValue(args, 'out')
  const isJson = args.options.has('json')
  if (out === undefined) {
    if (!isJson) io.out(text)
    return {}
  }
  const place = findDestination(path.resolve(request.places.startDir, out), request.places.projectDir)
  if ('problem' in place) return place
  const keys = foreignKeys(place, request.writer)
  if (keys.length > 0) return { problem: holdsMore(place, keys) }
  if (place.before === text) {
    if (!isJson) io.out(`${oneLine(`${place.shown} holds this already.`)}\n`)
    return { wrote: place.shown }
  }
  if (args.options.has('dry-run')) {
    if (!isJson)
      io.out(
        `${diffLines(place.before ?? '', text)
          .map(printable)
          .join('\n')}\n`,
      )
    return {}
  }
  const refusal = place.before === undefined ? undefined : confirm(place, text, invocation)
  const problem = refusal ?? save(place, text)
  if (problem !== undefined) return { problem }
  if (!isJson) io.out(`${oneLine(`Wrote ${place.shown}.`)}\n`)
  return { wrote: place.shown }
}

function holdsMore({ shown }: Destination, keys: readonly string[]): string {
  const names = keys.map((key) => `"${key}"`).join(', ')
  return `"${shown}" also holds ${names}, which a new file would drop; nothing was written. Write to another file with --out and move "hooks" over by hand.`
}

/** Returns why an existing file is left as it is. */
function confirm(
  { shown, before = '' }: Destination,
  text: string,
  { args, io }: Invocation,
): string | undefined {
  if (args.options.has('yes')) return undefined
  const question = `"${shown}" exists and was left as it is.`
  if (io.readLine === undefined || !io.watched)
    return `${question} Add --yes to replace it and the hooks in it, --dry-run to see what would change, or write to another file with --out.`
  io.err(`${diffLines(before, text).map(printable).join('\n')}\n${oneLine(`Replace "${shown}"? [y/N]`)} `)
  const answer = io.readLine()
  return answer !== undefined && /^y(?:es)?$/i.test(answer.trim()) ? undefined : question
}

type Shown = Pick<Conversion, 'sources' | 'hooks'> & { readonly text: string | undefined }

function toJson(
  { sources, hooks, text }: Shown,
  { source, target, writer }: Request,
  { isWhole, wrote, problem }: Delivered & { readonly isWhole: boolean },
): object {
  const placeOf = placer(sources)
  return {
    ok: isWhole,
    from: source.name,
    to: target.name,
    files: sources.files.map((file) => file.path),
    ...(wrote !== undefined && { wrote }),
    ...(problem !== undefined && { problem }),
    hooks: hooks.map((one) => ({
      id: one.hook.id,
      event: one.hook.event,
      place: placeOf(one.hook),
      canBlock: one.canBlock,
      isWritten: one.written !== undefined,
      isWeakened: isWeakened(one),
      losses: one.losses,
    })),
    issues: sources.issues,
    format: writer.format,
    text,
  }
}
