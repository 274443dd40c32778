import * as path from 'node:path'
import type { Event } from '../../core/event.ts'
import { filesOf } from '../calls/files.ts'
import type { PackAnswer, PackContext } from '../code.ts'
import { isWithin, lookAt, realPath, type Look } from '../projects/look.ts'
import { chooseFormatter } from './choose.ts'
import { isExcluded, isForeign, isGenerated, isIgnored } from './left-alone.ts'
import { MOST_BYTES, runFormatter } from './run-formatter.ts'
import { textFor, type Tell, type Told } from './tell.ts'

/** More files of one call are not formatted; the model is told. */
const MOST_FILES = 20
/** Kept back to end a formatter and to answer, of what the host waits. */
const RESERVE_MS = 4_000
/** Less is not worth a start. */
const LEAST_MS = 500

type FormatOptions = {
  readonly use: readonly string[]
  readonly exclude: readonly string[]
  readonly timeoutMs: number
  readonly tell: Tell
}

/** Formats the files that a call has written, and tells the model what changed. */
export async function format(event: Event, context: PackContext): Promise<PackAnswer> {
  const top = realPath(context.files, event.projectDir)
  if (top === undefined) return undefined
  const options = optionsOf(context)
  const look = lookAt(context.files)
  const files = writtenFiles(event, { top, context, options })
  const end = performance.now() + context.timeoutMs - Math.min(RESERVE_MS, context.timeoutMs / 2)
  const told: Told[] = []
  let tried = 0
  for (const file of files.slice(0, MOST_FILES)) {
    const left = end - performance.now()
    if (context.signal.aborted || left < LEAST_MS) break
    const timeoutMs = Math.min(options.timeoutMs, left)
    told.push(...(await formatOne(file, { top, look, options: { ...options, timeoutMs }, context })))
    tried += 1
  }
  return answerFor(told, options.tell, files.length - tried)
}

function optionsOf({ options }: PackContext): FormatOptions {
  return {
    use: options['use'] as readonly string[],
    exclude: options['exclude'] as readonly string[],
    timeoutMs: Number(options['timeout']) * 1_000,
    tell: options['tell'] as Tell,
  }
}

type Around = {
  readonly top: string
  readonly look: Look
  readonly options: FormatOptions
  readonly context: PackContext
}

/** Files of the project, by their paths without links; one that a link leads out of it is not among them. */
function writtenFiles(event: Event, { top, context, options }: Omit<Around, 'look'>): readonly string[] {
  const named = filesOf(event).filter(
    ({ access, path: name }) => name !== '' && access !== 'read' && access !== 'search',
  )
  const real = named.flatMap(({ path: name }) => realPath(context.files, path.resolve(event.cwd, name)) ?? [])
  return [...new Set(real)].filter((file) => {
    const name = path.relative(top, file)
    return isWithin(file, top) && !isForeign(name) && !isExcluded(name, options.exclude)
  })
}

async function formatOne(file: string, { top, look, options, context }: Around): Promise<readonly Told[]> {
  const choice = chooseFormatter({ file, top, look, use: options.use })
  if (choice === undefined || isMade(file, context) || (await isIgnored(file, context))) return []
  const { timeoutMs } = options
  const result = await runFormatter({ file, top, choice, look, timeoutMs }, context)
  return [{ name: path.relative(top, file), top, formatter: choice.formatter.name, result }]
}

function isMade(file: string, { files }: PackContext): boolean {
  const bytes = files.readBytes(file, MOST_BYTES)
  return !(bytes instanceof Uint8Array) || isGenerated(new TextDecoder().decode(bytes.subarray(0, 4_000)))
}

function answerFor(told: readonly Told[], tell: Tell, leftOut: number): PackAnswer {
  const said = told.flatMap((each) => textFor(each, tell) ?? [])
  const texts = leftOut > 0 && tell !== 'none' ? [...said, leftOutText(leftOut)] : said
  const note = {
    ...Object.fromEntries(told.map(({ formatter, result }) => [formatter, result.kind])),
    ...(leftOut > 0 && { 'left-out': String(leftOut) }),
  }
  if (texts.length === 0 && Object.keys(note).length === 0) return undefined
  const effects = texts.length === 0 ? [] : [{ kind: 'add-context' as const, text: texts.join('\n\n') }]
  return { decision: 'none', effects, issues: [], note }
}

function leftOutText(count: number): string {
  const files = count === 1 ? '1 more file of this call was' : `${count} more files of this call were`
  return `${files} not formatted, for lack of time or because one call formats ${MOST_FILES} at most.`
}
