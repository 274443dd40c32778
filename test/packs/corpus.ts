import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { LANGUAGES } from '../../src/analyze/line.ts'

/** From the root of the repository, in which tests and scripts run: a script is bundled, and knows no place of its own. */
const FOLDER = resolve('test/packs/corpus')

const Texts = z.record(z.string(), z.string())
const Call = z.strictObject({ name: z.string(), input: z.record(z.string(), z.unknown()) })

const Entry = z.strictObject({
  /** The command line. `<A>` stands for a repeated text. */
  line: z.string().optional(),
  /** Default: bash. */
  language: z.enum(LANGUAGES).optional(),
  /** Texts that stand in the line many times. */
  repeats: z.record(z.string(), z.strictObject({ text: z.string(), times: z.int().positive() })).optional(),
  /** Files besides those of the project, or instead of them. */
  files: Texts.optional(),
  /** A call before the line, such as one that writes the script. */
  before: Call.optional(),
  /** A call instead of a line. */
  tool: Call.optional(),
  note: z.string().optional(),
})

const Class = z.strictObject({
  class: z.string().regex(/^B\d\d$/),
  title: z.string(),
  entries: z.array(Entry),
})

const Project = z.strictObject({ home: z.string(), project: z.string(), files: Texts })

/** A call of a tool under its canonical name. */
export type CorpusCall = z.infer<typeof Call>

/** One thing that an agent does on the made machine of corpus/project.yaml. */
export type CorpusEntry = {
  /** Shown where it fails, cut. */
  readonly title: string
  /** Its calls in their order; a guard has to stop one of them. */
  readonly calls: readonly CorpusCall[]
  /** Files by absolute path, as they are when the last call comes. */
  readonly files: ReadonlyMap<string, string>
}

/** A class of shared/faults.md: B01 to B17 have to be stopped, B18 is harmless. */
export type CorpusClass = {
  readonly id: string
  readonly title: string
  readonly entries: readonly CorpusEntry[]
}

/** The made machine. */
export const MACHINE = Project.parse(parse(readFileSync(join(FOLDER, 'project.yaml'), 'utf8')))

/** Reads every class, in order. */
export function readCorpus(): readonly CorpusClass[] {
  return readdirSync(FOLDER)
    .filter((name) => /^b\d\d\.yaml$/.test(name))
    .toSorted()
    .map((name) => {
      const read = Class.parse(parse(readFileSync(join(FOLDER, name), 'utf8')))
      return { id: read.class, title: read.title, entries: read.entries.map(toEntry) }
    })
}

function toEntry(entry: z.infer<typeof Entry>): CorpusEntry {
  const line = entry.line === undefined ? [] : [lineCall(expand(entry), entry.language)]
  const calls = [entry.before, ...line, entry.tool].filter((call) => call !== undefined)
  const files = { ...MACHINE.files, ...entry.files, ...writtenBy(entry.before) }
  return {
    title: (entry.line ?? JSON.stringify(entry.tool)).slice(0, 160),
    calls,
    files: new Map(Object.entries(files).map(([path, text]) => [`${MACHINE.project}/${path}`, text])),
  }
}

/** Lines of cmd come from a server that says so: no host has a tool for them. */
function lineCall(command: string, language = 'bash'): CorpusCall {
  if (language === 'cmd') return { name: 'mcp__windows__run', input: { command, shell: 'cmd.exe' } }
  return { name: language === 'powershell' ? 'PowerShell' : 'Bash', input: { command } }
}

function expand({ line = '', repeats = {} }: z.infer<typeof Entry>): string {
  return Object.entries(repeats).reduce(
    (text, [mark, { text: repeated, times }]) => text.replace(`<${mark}>`, () => repeated.repeat(times)),
    line,
  )
}

function writtenBy(call: CorpusCall | undefined): Readonly<Record<string, string>> {
  return call === undefined ? {} : { [String(call.input['file_path'])]: String(call.input['content']) }
}
