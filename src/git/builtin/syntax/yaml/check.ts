import { SyntaxProblem } from '../problem.ts'
import type { YamlRules } from './node.ts'
import { readRoot } from './parser.ts'
import { unexpected, type Reading } from './reading.ts'
import { problem, startScan, type Scan } from './scan-state.ts'
import { peek, take } from './scanner.ts'

export type YamlCheck = YamlRules & {
  /** `first`: a second one is refused, and what is wrong after the first is not looked at, as with prek. */
  readonly documents: 'first' | 'all'
}

// A byte order mark may stand where a document starts.
const REFUSED =
  // oxlint-disable-next-line no-control-regex -- YAML has none of them
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]|\ufeff(?<!^\ufeff|\n\.\.\.[ \t]*\r?\n\ufeff)/

/** Reads all of a text without building anything. Throws `SyntaxProblem`. */
export function checkYaml(text: string, check: YamlCheck): void {
  const refused = text.search(REFUSED)
  if (refused >= 0) {
    const code = text.charCodeAt(refused).toString(16).toUpperCase().padStart(4, '0')
    throw problem(`character U+${code} is not allowed`, refused)
  }
  const scan = startScan(text)
  let mayBeBare = true
  for (let count = 0; ; count++) {
    if (check.documents === 'first' && count === 1) return refuseSecond(scan, mayBeBare)
    const handles = readStart(scan, mayBeBare)
    if (handles === undefined) return
    readDocument(scan, { check, handles })
    mayBeBare = readEnd(scan)
  }
}

/** The handles a document declares; undefined where none starts. */
function readStart(scan: Scan, mayBeBare: boolean): Map<string, string> | undefined {
  while (peek(scan).kind === 'document-end') take(scan)
  const handles = new Map([
    ['!', '!'],
    ['!!', 'tag:yaml.org,2002:'],
  ])
  if (peek(scan).kind === 'end') return undefined
  const hasDirectives = readDirectives(scan, handles)
  const token = peek(scan)
  if (token.kind === 'document-start') take(scan)
  else if (hasDirectives || !mayBeBare) throw unexpected(scan, token, 'where "---" is expected')
  return handles
}

function readDirectives(scan: Scan, handles: Map<string, string>): boolean {
  let hasVersion = false
  let hasAny = false
  const given = new Set<string>()
  for (let token = peek(scan); token.kind === 'version' || token.kind === 'handle'; token = peek(scan)) {
    const { kind, handle = '', value = '', at } = take(scan)
    const isVersion = kind === 'version' && value === ''
    if ((isVersion && hasVersion) || given.has(handle)) throw problem('a directive is given twice', at)
    hasVersion ||= isVersion
    hasAny = true
    if (kind !== 'handle') continue
    given.add(handle)
    handles.set(handle, value)
  }
  return hasAny
}

function readDocument(
  scan: Scan,
  { check, handles }: { readonly check: YamlCheck; readonly handles: ReadonlyMap<string, string> },
): void {
  const { kind } = peek(scan)
  if (kind === 'end' || kind === 'document-start' || kind === 'document-end') return
  const reading: Reading = { scan, rules: check, handles, anchors: new Map(), depth: 0, prints: 0, size: 0 }
  readRoot(reading)
}

/** Whether a document may follow without "---". */
function readEnd(scan: Scan): boolean {
  const { kind, at } = peek(scan)
  if (kind === 'version' || kind === 'handle') throw problem('a directive stands inside a document', at)
  if (kind !== 'document-end') return false
  take(scan)
  return true
}

function refuseSecond(scan: Scan, mayBeBare: boolean): void {
  let at = scan.at
  try {
    at = peek(scan).at
    if (readStart(scan, mayBeBare) === undefined) return
  } catch (error) {
    if (error instanceof SyntaxProblem) return
    throw error
  }
  throw problem('a second document starts', at)
}
