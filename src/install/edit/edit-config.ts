import { isDeepStrictEqual } from 'node:util'
import { issue, type Issue } from '../../core/issue.ts'
import { withoutMark } from '../../config/parse.ts'
import { positionAt } from '../../config/position.ts'
import { Malformed } from '../../config/tree.ts'
import { appended, replaced, setMissing, type Change } from './additions.ts'
import {
  isSamePath,
  spliced,
  type Edit,
  type EditedConfig,
  type EditedFile,
  type KeyPath,
  type Trace,
} from './edit.ts'
import { grammarOf } from './grammars.ts'
import type { Grammar, ParsedFile } from './grammar.ts'
import { notExact, Refused, refusalIssue } from './refusal.ts'
import { removed, unset } from './removals.ts'

/**
 * Makes edits in the text of a config file. Only inserted and removed bytes differ. After every edit the text is parsed
 * again: when its value is not exactly the old one with the edit, nothing is changed and an issue is returned. `traces`:
 * what earlier edits left, for removals. Those that are returned include them.
 */
export function editConfig(
  text: string,
  source: EditedFile,
  edits: readonly Edit[],
  traces: readonly Trace[] = [],
): EditedConfig | Issue {
  const mark = text.length - withoutMark(text).length
  const grammar = grammarOf(source.format)
  let file: ParsedFile = { text: text.slice(mark), tree: undefined }
  try {
    file = parsed(file.text, grammar)
    let known = traces
    for (const edit of edits) {
      const change = changeOf(file, grammar, { edit, traces: known })
      file = applied(file, grammar, { change, path: pathOf(edit) })
      known = joined(known, change.traces)
    }
    return { text: `${text.slice(0, mark)}${file.text}`, traces: known }
  } catch (error) {
    return issueOf(error, file.text, source)
  }
}

function changeOf(
  file: ParsedFile,
  grammar: Grammar,
  { edit, traces }: { readonly edit: Edit; readonly traces: readonly Trace[] },
): Change {
  switch (edit.kind) {
    case 'append':
      return appended(file, grammar, edit)
    case 'set':
      return setMissing(file, grammar, edit)
    case 'replace':
      return replaced(file, grammar, edit)
    case 'remove':
      return removed(file, grammar, { ...edit, traces })
    case 'unset':
      return unset(file, grammar, { ...edit, traces })
  }
}

function pathOf(edit: Edit): KeyPath {
  return 'list' in edit ? edit.list : edit.path
}

function applied(
  file: ParsedFile,
  grammar: Grammar,
  { change, path }: { readonly change: Change; readonly path: KeyPath },
): ParsedFile {
  if (change.splices.length === 0) return file
  const next = parsedAgain(spliced(file.text, change.splices), grammar, path)
  const expected = change.expected(contentOf(file, grammar))
  if (!isDeepStrictEqual(contentOf(next, grammar), withoutNothing(expected))) throw notExact(path)
  return next
}

/** A file without content is as good as one with an empty object. */
function contentOf({ tree }: ParsedFile, grammar: Grammar): unknown {
  return withoutNothing(tree && grammar.valueOf(tree))
}

function withoutNothing(value: unknown): unknown {
  return value ?? {}
}

function parsed(text: string, grammar: Grammar): ParsedFile {
  return { text, tree: grammar.parse(text) }
}

function parsedAgain(text: string, grammar: Grammar, path: KeyPath): ParsedFile {
  try {
    return parsed(text, grammar)
  } catch {
    throw notExact(path)
  }
}

/** What was there before the first edit counts. */
function joined(known: readonly Trace[], fresh: readonly Trace[]): readonly Trace[] {
  return [...known, ...fresh.filter(({ path }) => !known.some((each) => isSamePath(each.path, path)))]
}

/** Throws what is a bug of ours. */
export function issueOf(error: unknown, text: string, source: EditedFile): Issue {
  if (error instanceof Refused) return refusalIssue(error, text, source)
  if (!(error instanceof Malformed)) throw error
  const { file } = source
  const place = { file, ...positionAt(text, error.offset) }
  const hint = `${error.hint === undefined ? '' : `${error.hint} `}Mend the file, and run the command again.`
  return issue('edit.syntax', place, `"${file}" cannot be edited: ${error.message}`, hint)
}
