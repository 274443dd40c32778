import * as path from 'node:path'
import { foldersAbove } from '../config/candidates.ts'
import { issue, warning, type Issue } from '../core/issue.ts'
import { didYouMean } from '../core/suggest.ts'
import type { CallWord } from '../covers/calls.ts'
import { readText } from '../ports/files.ts'
import { nameOf } from './call-program.ts'
import type { Subject } from './inspect-subject.ts'

/** Programs of packages that `npx` and the like would have to fetch, and scripts that package.json does not have. */
export function inspectRunner(subject: Subject): readonly Issue[] {
  const { program, args } = subject.started
  const name = nameOf(program.text)
  const [first, ...rest] = args
  if (/^(?:npx|bunx)$/.test(name)) return missingPackage(args, subject)
  if (/^(?:npm|pnpm)$/.test(name) && first?.text === 'exec') return missingPackage(rest, subject)
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(name) || first === undefined) return []
  if (/^(?:run|run-script)$/.test(first.text)) return missingScript(rest, subject)
  return name === 'npm' && first.text === 'test' ? missingScript([first], subject) : []
}

const VALUED = /^(?:-p|--package|-c|--call|-w|--workspace)$/

function missingPackage(args: readonly CallWord[], subject: Subject): readonly Issue[] {
  if (args.some(({ text }) => VALUED.test(text) || /^--(?:package|call|workspace)=/.test(text))) return []
  const word = args.find(({ text }) => !text.startsWith('-'))
  const isOff = args.some(({ text }) => /^--no(?:-install)?$/.test(text))
  if (word === undefined || !word.isKnown || !/^(?:@[\w.-]+\/)?[\w.-]+$/.test(word.text)) return []
  const bin = word.text.replace(/^.*\//, '')
  const isHere = foldersOf(subject).some(
    (folder) => subject.around.files.kind(path.join(folder, 'node_modules/.bin', bin)) !== undefined,
  )
  const { folders } = subject.script.base
  if (isHere || folders.length === 0 || subject.around.onPath(bin) !== undefined) return []
  const place = subject.script.placeOf(word)
  const { id } = subject.script.hook
  if (isOff)
    return [
      issue(
        'program.missing',
        place,
        `Package program "${word.text}" of hook ${id} is not installed in the project.`,
        `Run: npm install --save-dev ${word.text}`,
      ),
    ]
  const message = `Package program "${word.text}" of hook ${id} is not installed in the project, so it would be fetched when the hook runs.`
  return [warning('program.fetched', place, message, `Run: npm install --save-dev ${word.text}`)]
}

function missingScript(args: readonly CallWord[], subject: Subject): readonly Issue[] {
  const word = args.find(({ text }) => !text.startsWith('-'))
  if (
    word === undefined ||
    !word.isKnown ||
    args.some(({ text }) => /^(?:--if-present|--prefix|-C|--filter|-w|--workspace)/.test(text))
  )
    return []
  // Only one folder: with several, `cd` decides which package is meant.
  const [base, other] = subject.script.base.folders
  if (base === undefined || other !== undefined) return []
  const file = foldersOf(subject)
    .map((folder) => path.join(folder, 'package.json'))
    .find((each) => subject.around.files.kind(each) === 'file')
  const scripts =
    file === undefined ? undefined : scriptsIn(readText(subject.around.files, file, MANIFEST_BYTES))
  if (file === undefined || scripts === undefined || scripts.includes(word.text)) return []
  const place = subject.script.placeOf(word)
  const message = `"${path.basename(file)}" has no script "${word.text}", which hook ${subject.script.hook.id} runs.`
  return [
    warning(
      'script.missing',
      place,
      message,
      didYouMean(word.text, scripts) ?? 'Add it, or correct the name.',
    ),
  ]
}

const MANIFEST_BYTES = 1_024 * 1_024

function scriptsIn(text: unknown): readonly string[] | undefined {
  try {
    const value = JSON.parse(String(text)) as { readonly scripts?: object } | null
    return Object.keys(value?.scripts ?? {})
  } catch {
    return undefined
  }
}

/** Those that the hook may run in, and those above them up to the project. */
function foldersOf({ script: { base } }: Subject): readonly string[] {
  return base.folders.flatMap((folder) => [folder, ...foldersAbove(folder, base.places.projectDir)])
}
