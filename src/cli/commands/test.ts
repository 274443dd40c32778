import * as path from 'node:path'
import type { CaseFile } from '../../cases/case-file.ts'
import { findCaseFiles } from '../../cases/find-case-files.ts'
import { readCaseFile } from '../../cases/read-case-file.ts'
import { runCaseFiles, type ReadyFile } from '../../cases/run-case-files.ts'
import { hasPassed, type BrokenCaseFile } from '../../cases/tested.ts'
import { readTestedConfig, type TestedConfig } from '../../cases/tested-config.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import { systemFiles } from '../../ports/files.ts'
import { lastValue, UsageError } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { refuseBelowAgent } from '../person.ts'
import { caseJson } from '../render/case-json.ts'
import { renderCases } from '../render/cases.ts'
import { watchInterruption } from '../signals.ts'
import { startsSomething } from '../starts-something.ts'

/** Runs the cases of `*.hooks.yaml` files and tells which of them did not come as expected. */
export async function test(invocation: Invocation): Promise<number> {
  const { args, io, env, signal } = invocation
  const folder = path.resolve(env.cwd, lastValue(args, 'cwd') ?? '.')
  const files =
    args.positionals.length === 0 ? findCaseFiles(folder, systemFiles) : named(args.positionals, folder)
  const interruption = watchInterruption(signal, async () => {})
  try {
    const { ready, broken } = await prepare(files, invocation)
    const results = await runCaseFiles(ready, { env, signal: interruption.signal })
    const tested = { results, broken }
    if (args.options.has('json')) io.out(jsonText(caseJson(tested)))
    else if (results.length + broken.length === 0) io.err(`hookwright: ${nothing(invocation, files)}\n`)
    else io.out(`${renderCases(tested, { folder, io }).join('\n')}\n`)
    if (interruption.by !== undefined) return EXIT.interrupted
    return hasPassed(tested) ? EXIT.ok : EXIT.problem
  } finally {
    interruption.stop()
  }
}

function named(words: readonly string[], folder: string): readonly string[] {
  return words.flatMap((word) => {
    const whole = path.resolve(folder, word)
    const kind = systemFiles.kind(whole)
    if (kind === 'file') return [whole]
    if (kind === 'directory') return findCaseFiles(whole, systemFiles)
    throw new UsageError(`"${word}" is not a file or folder.`)
  })
}

function nothing({ args }: Invocation, files: readonly string[]): string {
  const filter = lastValue(args, 'filter')
  if (files.length > 0 && filter !== undefined) return `No case has "${filter}" in its name.`
  return 'There are no cases here: no file is named *.hooks.yaml or *.hooks.json.'
}

async function prepare(
  files: readonly string[],
  invocation: Invocation,
): Promise<{ readonly ready: readonly ReadyFile[]; readonly broken: readonly BrokenCaseFile[] }> {
  const ready: ReadyFile[] = []
  const broken: BrokenCaseFile[] = []
  for (const file of new Set(files)) {
    const caseFile = filtered(readCaseFile(file, systemFiles), lastValue(invocation.args, 'filter'))
    if (caseFile.issues.length > 0) broken.push({ file, issues: caseFile.issues })
    if (caseFile.cases.length === 0) continue
    const config = await readTestedConfig(caseFile, invocation.env)
    const issues = isIssue(config) ? [config] : config.issues
    const refusal = isIssue(config) ? undefined : refuse(config, caseFile, invocation)
    if (isIssue(config) || issues.length > 0) broken.push({ file, issues })
    else if (refusal !== undefined) broken.push({ file, issues: [refusal] })
    else ready.push({ caseFile, config })
  }
  return { ready, broken }
}

function filtered(caseFile: CaseFile, text: string | undefined): CaseFile {
  if (text === undefined) return caseFile
  return { ...caseFile, cases: caseFile.cases.filter(({ name }) => name.includes(text)) }
}

/**
 * A person who names a file has its hooks run. An agent has not approved anything by that: below one, hooks that start
 * something need an approval of the person, as everywhere.
 */
function refuse(config: TestedConfig, { file }: CaseFile, invocation: Invocation): Issue | undefined {
  const starting = config.hooks.filter((hook) => startsSomething(hook) && !config.isApproved(hook))
  if (starting.length === 0) return undefined
  const refusal = refuseBelowAgent(invocation, 'hookwright test')
  if (refusal === undefined) return undefined
  const ids = starting.map(({ id }) => id).join(', ')
  const message = `Hooks that start programs and that nobody approved were not run: ${ids}.`
  return { code: 'cases.below-agent', severity: 'error', place: { file }, message, hint: refusal }
}
