import * as path from 'node:path'
import { trimmedOutput } from '../projects/tool-output.ts'
import { redact } from '../secrets/detect/index.ts'
import type { CheckKind } from './check.ts'
import type { CheckResult } from './run-checks.ts'

/** Characters of the whole reason. */
const MOST_CHARACTERS = 4_000
/** Of what stands around the output of each check. */
const AROUND = 400

const NAMES: Readonly<Record<CheckKind, string>> = { types: 'type check', lint: 'lint', test: 'tests' }

type Failed = Extract<CheckResult, { kind: 'failed' }>
type Unfinished = Extract<CheckResult, { kind: 'unfinished' }>

/** Returns what the agent is told when checks failed. */
export function failureText(failed: readonly Failed[], root: string): string {
  const each = Math.floor((MOST_CHARACTERS - AROUND * (failed.length + 1)) / Math.max(1, failed.length))
  const names = failed.map(({ check }) => NAMES[check.kind])
  const parts = failed.map((result) =>
    part(result, `ended with exit code ${result.code}`, { root, each: Math.max(200, each) }),
  )
  return bounded(
    [`Not committed: ${listed(names)} failed. Mend this and commit again.`, ...parts].join('\n\n'),
  )
}

/** Returns what is told when checks could not be run to their end. */
export function unfinishedText(unfinished: readonly Unfinished[], root: string): string {
  const parts = unfinished.map((result) => part(result, `has no result: ${result.why}`, { root, each: 500 }))
  return bounded(['The commit is not checked as the project asks for.', ...parts].join('\n\n'))
}

type Around = { readonly root: string; readonly each: number }

function part(result: Failed | Unfinished, ended: string, { root, each }: Around): string {
  const { check, seconds, output } = result
  const folder = path.relative(root, check.folder)
  const where = folder === '' ? '' : ` in ${folder}`
  // Secrets first: a cut may leave half of one.
  const text = trimmedOutput(redact(output), { folder: root, mostCharacters: each })
  const head = `${NAMES[check.kind]}: \`${check.shown}\`${where} ${ended} (after ${seconds.toFixed(1)} s).`
  return text === '' ? head : `${head}\n${text}`
}

function listed(names: readonly string[]): string {
  const once = [...new Set(names)]
  return once.length < 2 ? once.join('') : `${once.slice(0, -1).join(', ')} and ${once.at(-1)}`
}

function bounded(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`
}
