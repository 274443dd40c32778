import * as path from 'node:path'
import { foldersUp, type Look } from '../projects/look.ts'
import { hasSign, isWeak } from '../projects/signs.ts'
import type { Formatter } from './formatter.ts'
import { FORMATTERS } from './formatters.ts'

/** A formatter for a file, and the folder that shows that the project uses it. */
export type Choice = { readonly formatter: Formatter; readonly folder: string }

/** The file to format, and what may format it. Both paths are without links. */
export type Choosing = {
  readonly file: string
  readonly top: string
  readonly look: Look
  /** Names in the order of preference. Empty: all, in the order of the table. */
  readonly use: readonly string[]
}

/** Returns the formatter that the nearest folder shows; undefined when no folder up to `top` shows one. */
export function chooseFormatter({ file, top, look, use }: Choosing): Choice | undefined {
  const fitting = allowed(use).filter((formatter) => formats(formatter, file))
  const folders = foldersUp(path.dirname(file), top)
  return [false, true]
    .map((isLast) =>
      nearest(
        fitting.filter((formatter) => (formatter.isLast ?? false) === isLast),
        folders,
        look,
      ),
    )
    .find((choice) => choice !== undefined)
}

function allowed(use: readonly string[]): readonly Formatter[] {
  if (use.length === 0) return FORMATTERS
  return use.flatMap((name) => FORMATTERS.filter((formatter) => formatter.name === name))
}

/** In one folder a config of a formatter says more than that it is installed. */
function nearest(
  formatters: readonly Formatter[],
  folders: readonly string[],
  look: Look,
): Choice | undefined {
  for (const folder of folders)
    for (const weak of [false, true]) {
      const formatter = formatters.find(({ shown }) =>
        shown.some((sign) => isWeak(sign) === weak && hasSign(folder, sign, look)),
      )
      if (formatter !== undefined) return { formatter, folder }
    }
  return undefined
}

function formats({ files }: Formatter, file: string): boolean {
  const name = path.basename(file)
  return files.split(' ').some((each) => (each.startsWith('.') ? name.endsWith(each) : name === each))
}
