import type { Language } from './line.ts'
import type { TextReader } from './reader.ts'
import { readBash } from './bash/reader.ts'
import { readCmd } from './cmd/reader.ts'
import { readPowerShell } from './powershell/reader.ts'

/** The reader of each language; what has none is reported. */
export const READERS: Partial<Record<Language, TextReader>> = {
  bash: readBash,
  cmd: readCmd,
  powershell: readPowerShell,
}
