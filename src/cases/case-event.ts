import * as path from 'node:path'
import type { Event, ToolCall } from '../core/event.ts'
import { isIssue, issue, type Issue } from '../core/issue.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { callOf, nativesFor, payloadOf, type MadePayload, type Wish } from '../dialects/made-payload.ts'
import { limits } from '../engine/limits.ts'
import { readText, systemFiles } from '../ports/files.ts'
import type { Case } from './schema.ts'

type Around = {
  readonly dialect: Dialect
  /** The folder of the session. */
  readonly project: string
  /** Folder of the case file. */
  readonly folder: string
  readonly at: number
}

/** The event of a case as the host tells of it; undefined: the host has no such event. */
export async function eventOfCase(one: Case, around: Around): Promise<Event | Issue | undefined> {
  const { dialect, project, at } = around
  const made = one.payload === undefined ? await describe(one, around) : givenPayload(one, around)
  if (made === undefined || isIssue(made)) return made
  return dialect.decodeEvent({ ...made, startDir: project, projectDir: project, at })
}

async function describe(one: Case, { dialect, project }: Around): Promise<MadePayload | undefined> {
  const wish = wishOf(one, project)
  return payloadOf(wish, nativesFor(wish.event, dialect), { dialect, cwd: project })
}

function wishOf(one: Case, project: string): Wish {
  const call = callIn(one, project)
  const event = one.event ?? (one.prompt === undefined ? 'PreToolUse' : 'UserPromptSubmit')
  const tool = call && one.response !== undefined ? { ...call, response: one.response } : call
  return {
    event,
    ...(one.prompt !== undefined && { prompt: one.prompt }),
    ...(tool && { tool }),
    ...(one.fields && { fields: one.fields }),
  }
}

function callIn(
  { command, powershell, edit, write, read, tool }: Case,
  project: string,
): ToolCall | undefined {
  const named = (file: string): string => path.resolve(project, file)
  if (command !== undefined) return callOf('Bash', { command })
  if (powershell !== undefined) return callOf('PowerShell', { command: powershell })
  if (read !== undefined) return callOf('Read', { file_path: named(read) })
  if (edit !== undefined) {
    const {
      file_path,
      old_string = 'old',
      new_string = 'new',
    } = typeof edit === 'string' ? { file_path: edit } : edit
    return callOf('Edit', { file_path: named(file_path), old_string, new_string })
  }
  if (write !== undefined) {
    const { file_path, content = 'content' } = typeof write === 'string' ? { file_path: write } : write
    return callOf('Write', { file_path: named(file_path), content })
  }
  return tool && callOf(tool.name, tool.input ?? {})
}

function givenPayload({ payload, event }: Case, { dialect, folder }: Around): MadePayload | Issue {
  const text = typeof payload === 'string' ? textOf(payload, folder) : JSON.stringify(payload)
  if (typeof text !== 'string') return text
  const [native = ''] = event === undefined ? [] : nativesFor(event, dialect)
  return { bytes: new TextEncoder().encode(text), ...(native !== '' && { event: native }) } as MadePayload
}

function textOf(name: string, folder: string): string | Issue {
  const file = path.resolve(folder, name)
  const text = readText(systemFiles, file, limits.payloadBytes)
  return typeof text === 'string' ? text : issue('cases.payload', { file }, `"${file}" cannot be read.`)
}
