import * as path from 'node:path'
import { isIssue } from '../../core/issue.ts'
import { decodeText } from '../../ports/files.ts'
import { readTarget, writeSafely, type WriteTarget } from '../../ports/safe-write.ts'
import type { PackContext, ToolRun } from '../code.ts'
import { foldersUp, type Look } from '../projects/look.ts'
import { launchOf } from '../projects/programs.ts'
import type { Choice } from './choose.ts'
import type { Formatter } from './formatter.ts'

/** How a formatter ended for one file. */
export type Formatted =
  | { readonly kind: 'changed'; readonly before: string; readonly after: string }
  | { readonly kind: 'unchanged' }
  /** It refused the file, such as for a syntax error. */
  | { readonly kind: 'refused'; readonly output: string; readonly code: number }
  | { readonly kind: 'timed-out'; readonly isChanged: boolean }
  /** After it the file is gone, empty of text, or too large. */
  | { readonly kind: 'lost' }
  /** Nobody has its program. */
  | { readonly kind: 'missing'; readonly why: string }
  /** The file is not one that is formatted: too large, no text, read-only, or gone meanwhile. */
  | { readonly kind: 'left-alone'; readonly why: string }

/** Larger files are data. */
export const MOST_BYTES = 1_048_576

/** One file and the formatter for it. */
export type Formatting = {
  readonly file: string
  readonly top: string
  readonly choice: Choice
  readonly look: Look
  readonly timeoutMs: number
}

/** Runs the formatter on the file. */
export async function runFormatter(formatting: Formatting, context: PackContext): Promise<Formatted> {
  const target = readTarget(formatting.file, MOST_BYTES)
  if (isIssue(target)) return { kind: 'left-alone', why: target.message }
  const before = textOf(target.before)
  if (before === undefined) return { kind: 'left-alone', why: 'it is not text' }
  const run = await start(formatting, { context, text: before })
  if (run.kind === 'not-started') return { kind: 'missing', why: run.why }
  if (run.kind === 'cancelled') return { kind: 'left-alone', why: 'it was cancelled' }
  const { formatter } = formatting.choice
  const written =
    formatter.isFilter && run.kind === 'exited' && run.code === 0 ? write(target, run) : undefined
  if (written !== undefined) return written
  const after = textIn(formatting.file, context)
  if (after === undefined) return { kind: 'lost' }
  if (run.kind === 'timed-out') return { kind: 'timed-out', isChanged: after !== before }
  if (after !== before) return { kind: 'changed', before, after }
  if (run.code === 0 || isOnlyFindings(run, formatter)) return { kind: 'unchanged' }
  return { kind: 'refused', output: `${run.stderr}\n${run.stdout}`, code: run.code }
}

type Ended = ToolRun & { readonly kind: 'exited' }

/** Linters have one exit code for what they find and for files that they cannot read. */
function isOnlyFindings({ code, stdout, stderr }: Ended, { findingsCode }: Formatter): boolean {
  return code === findingsCode && !/parsing error|syntax ?error|not a valid/i.test(`${stdout}\n${stderr}`)
}

/** A link that stands there now may lead anywhere. */
function textIn(file: string, { files }: PackContext): string | undefined {
  return files.realpath(file) === file ? textOf(files.readBytes(file, 2 * MOST_BYTES)) : undefined
}

function textOf(bytes: unknown): string | undefined {
  if (!(bytes instanceof Uint8Array) || bytes.includes(0)) return undefined
  const text = decodeText(bytes)
  return typeof text === 'string' ? text : undefined
}

/** The first of its programs that can be started. */
async function start(
  { file, top, choice: { formatter, folder }, look, timeoutMs }: Formatting,
  { context, text }: { readonly context: PackContext; readonly text: string },
): Promise<ToolRun> {
  const cwd = formatter.isBeside ? path.dirname(file) : folderToRunIn(folder, { top, look })
  const words = formatter.args.split(' ').map((word) => filled(word, { file, cwd, top, look }))
  const place = { folder: path.dirname(file), top, look }
  let run: ToolRun = { kind: 'not-started', why: 'it has no program' }
  for (const name of formatter.programs) {
    const launch = launchOf(name, formatter.installer, { place, context })
    run = await context.run(launch.file, [...launch.args, ...words], {
      cwd,
      timeoutMs,
      maxBytes: 2 * MOST_BYTES,
      variables: { NO_COLOR: '1', FORCE_COLOR: undefined, DOTNET_NOLOGO: '1' },
      ...(formatter.isFilter && { input: text }),
    })
    if (run.kind !== 'not-started') return run
  }
  return run
}

/** prettier and oxfmt read the list of files to ignore in the folder that they are started in only. */
function folderToRunIn(folder: string, { top, look }: Pick<Formatting, 'top' | 'look'>): string {
  return foldersUp(folder, top).find((each) => look.has(each, '.prettierignore')) ?? folder
}

type Filling = Pick<Formatting, 'file' | 'top' | 'look'> & { readonly cwd: string }

function filled(word: string, { file, cwd, top, look }: Filling): string {
  if (word === '{file}') return file
  if (word === '{name}') return path.relative(cwd, file)
  return word === '{edition}' ? editionOf(path.dirname(file), { top, look }) : word
}

/** rustfmt is not told the edition by cargo; a member of a workspace may leave it to the workspace. */
function editionOf(folder: string, { top, look }: Pick<Formatting, 'top' | 'look'>): string {
  const manifests = foldersUp(folder, top).map((each) => look.text(path.join(each, 'Cargo.toml')) ?? '')
  const found = manifests.flatMap((text) => /^edition\s{0,9}=\s{0,9}"(\d{4})"/m.exec(text)?.[1] ?? [])
  return found[0] ?? '2015'
}

function write(target: WriteTarget, run: Ended): Formatted | undefined {
  if (run.droppedBytes > 0) return { kind: 'left-alone', why: 'what the formatter wrote is too long' }
  if (run.stdout === '' || run.stdout === textOf(target.before)) return { kind: 'unchanged' }
  const problem = writeSafely(target, new TextEncoder().encode(run.stdout))
  return isIssue(problem) ? { kind: 'left-alone', why: problem.message } : undefined
}
