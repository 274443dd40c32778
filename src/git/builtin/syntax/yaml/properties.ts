import { removeKey } from './simple-keys.ts'
import { unrollIndent } from './indents.ts'
import {
  isBlank,
  isBreakOrEnd,
  isFlowMark,
  isInFlow,
  isSpaceOrEnd,
  problem,
  push,
  skipBlanks,
  type Scan,
} from './scan-state.ts'

/** `&name` or `*name`. */
export function scanAnchor(scan: Scan, kind: 'anchor' | 'alias'): void {
  const at = scan.at
  scan.at += 1
  const from = scan.at
  for (;;) {
    const code = scan.text.charCodeAt(scan.at)
    if (isSpaceOrEnd(code) || isFlowMark(code)) break
    scan.at += 1
  }
  if (scan.at === from) throw problem(`a name is missing after "${scan.text[at]}"`, at)
  push(scan, { kind, at, value: scan.text.slice(from, scan.at) })
}

const TAG = /!<[^\s<>]+>|(!(?:[\w-]*!)?)((?:%[0-9a-fA-F]{2}|[\w\-#;/?:@&=+$.~*'()])*)/y
const FLOW_ENDS = /[\],}]/

/** `!suffix`, `!!suffix`, `!handle!suffix` or `!<uri>`. */
export function scanTag(scan: Scan): void {
  const at = scan.at
  TAG.lastIndex = at
  const found = TAG.exec(scan.text)
  const [whole = '', handle, suffix = ''] = found ?? []
  scan.at += whole.length
  const next = scan.text[scan.at]
  const isEnd = isSpaceOrEnd(scan.text.charCodeAt(scan.at))
  if (!isEnd && !(isInFlow(scan) && FLOW_ENDS.test(next ?? ''))) {
    throw problem('a tag is not followed by a space', at)
  }
  if (handle === undefined) push(scan, { kind: 'tag', at, value: whole.slice(2, -1) })
  else if (suffix === '' && handle !== '!') throw problem('a tag ends after its handle', at)
  else push(scan, { kind: 'tag', at, handle, value: suffix })
}

const LINE = /[^\r\n]*/y
const VERSION = /^%YAML[ \t]+1\.\d+[ \t]*(?:[ \t]#.*)?$/
const HANDLE = /^%TAG[ \t]+(!(?:[\w-]*!)?)[ \t]+(\S+)[ \t]*(?:[ \t]#.*)?$/

/** A line that starts with `%`; what YAML does not know is left out. */
export function scanDirective(scan: Scan): void {
  const { at, text } = scan
  unrollIndent(scan, -1)
  removeKey(scan)
  scan.mayStartKey = false
  LINE.lastIndex = at
  const line = LINE.exec(text)?.[0] ?? ''
  scan.at += line.length
  const name = /^%(\S*)/.exec(line)?.[1]
  if (name === 'YAML') {
    if (!VERSION.test(line)) throw problem('%YAML is not followed by a version 1.x', at)
    return push(scan, { kind: 'version', at })
  }
  const [, handle, value] = HANDLE.exec(line) ?? []
  if (name === '' || (name === 'TAG' && handle === undefined)) {
    throw problem('a directive is not of the form "%TAG !handle! prefix"', at)
  }
  if (handle !== undefined && value !== undefined) push(scan, { kind: 'handle', at, handle, value })
  else push(scan, { kind: 'version', at, value: 'reserved' })
}

/** After `...` nothing may stand on the line. */
export function skipAfterDocument(scan: Scan): void {
  const hasBlank = isBlank(scan.text.charCodeAt(scan.at))
  skipBlanks(scan)
  if (hasBlank && scan.text[scan.at] === '#') return
  if (!isBreakOrEnd(scan.text.charCodeAt(scan.at))) {
    throw problem('text stands after the end of a document', scan.at)
  }
}
