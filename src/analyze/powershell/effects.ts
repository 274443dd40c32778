import type { Word } from '../line.ts'
import { folderAfter } from '../windows/folders.ts'
import type { ProgramDraft } from '../windows/output.ts'
import { windowsName } from '../windows/program-name.ts'
import type { Scan } from './state.ts'

type Effect = (scan: Scan, operands: readonly Word[]) => void

const EFFECTS: Readonly<Record<string, Effect>> = {
  'set-location': changeFolder,
  'push-location': changeFolder,
  'pop-location': (scan) => {
    scan.folder = { kind: 'unknown' }
  },
  'set-alias': setAlias,
  'new-alias': setAlias,
  'set-variable': setVariable,
  'new-variable': setVariable,
}

/** Takes in what a cmdlet changes for the statements behind it. */
export function takeEffect(scan: Scan, { name, words }: ProgramDraft): void {
  const effect = Object.hasOwn(EFFECTS, name) ? EFFECTS[name] : undefined
  effect?.(
    scan,
    words.slice(1).filter(({ text }) => !/^-[A-Za-z]/.test(text)),
  )
}

function changeFolder(scan: Scan, [target]: readonly Word[]): void {
  scan.folder = folderAfter(scan.folder, target)
}

function setAlias({ aliases }: Scan, [name, target]: readonly Word[]): void {
  if (name === undefined || target === undefined) return
  aliases.set(name.text.toLowerCase(), target.known ? windowsName(target.text) : '')
}

function setVariable({ variables }: Scan, [name, value]: readonly Word[]): void {
  if (name !== undefined && value !== undefined) variables.set(name.text.toLowerCase(), value)
}
