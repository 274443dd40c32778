import type { BuiltinHook } from './builtin.ts'
import { shownName } from './shown-name.ts'

/** Names of devices, with or without an extension. */
const DEVICE = String.raw`(^|/)(con|prn|aux|nul|(com|lpt)[\d\u00b9\u00b2\u00b3])(\.|/|$)`
const CHARACTER = String.raw`[<>:"\\|?*\x00-\x1f]`
/** A name that ends in a dot or white space; like prek, not that of a folder at the top. */
const END = String.raw`/[^/]*[.\s]/|[.\s]$`

export const checkIllegalWindowsNames: BuiltinHook = {
  id: 'check-illegal-windows-names',
  name: 'check illegal windows names',
  description: 'Checks for filenames which cannot be created on Windows.',
  files: `(?i)(${DEVICE}|${CHARACTER}|${END})`,
  fixes: false,
  /** `files` has chosen them: each name that arrives is an illegal one. */
  async run(names) {
    const output = names.map((name) => `${shownName(name)}: Illegal Windows filename\n`).join('')
    return { code: names.length === 0 ? 0 : 1, output }
  },
}
