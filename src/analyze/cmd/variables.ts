import { addUnknown } from '../windows/draft.ts'
import { LIMITS } from '../limits.ts'
import { report } from '../windows/output.ts'
import { wordOf, type Scan } from './state.ts'

/** Variables that are the same nearly everywhere. */
const USUAL: Readonly<Record<string, string>> = {
  comspec: String.raw`C:\Windows\System32\cmd.exe`,
  systemdrive: 'C:',
  systemroot: String.raw`C:\Windows`,
  windir: String.raw`C:\Windows`,
}

const MOST_REPLACED = 200
const PERCENT = /%([^%\s&|<>"^:=]{1,100})(:[^%\n]{0,200})?%|%%?(~[\w$:]{0,20}?)?(\w)(?!\w)|%\*/y
const DELAYED = /!([^!\s&|<>"^:=]{1,100})(:[^!\n]{0,200})?!/y

/** Replaces a variable at the current place by its value. False: none stands there. */
export function replaceVariable(scan: Scan): boolean {
  const pattern = scan.text[scan.at] === '%' ? PERCENT : DELAYED
  pattern.lastIndex = scan.at
  const found = pattern.exec(scan.text)
  if (found === null) return false
  const [written, name, changed, , letter] = found
  const value = changed === undefined ? valueOf(scan, name ?? `%${letter ?? '*'}`) : undefined
  scan.at += written.length
  if (value === undefined) addUnknown(wordOf(scan), written)
  else insert(scan, value)
  return true
}

function valueOf({ variables }: Scan, name: string): string | undefined {
  const key = name.toLowerCase()
  if (variables.has(key)) return variables.get(key)
  return Object.hasOwn(USUAL, key) ? USUAL[key] : undefined
}

/** The value is read like the text itself: it may hold several words, or commands. */
function insert(scan: Scan, value: string): void {
  const isTooMuch = scan.replaced++ >= MOST_REPLACED || scan.text.length + value.length > LIMITS.text
  if (isTooMuch) {
    report(scan.out, 'too-large')
    scan.at = scan.text.length
  } else scan.text = value + scan.text.slice(scan.at)
  if (!isTooMuch) scan.at = 0
}
