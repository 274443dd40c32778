import type { NamesBuilder } from './names.ts'
import type { KnownVariables } from './values.ts'

/** What is found in one hook, with bounds on how much text is read. */
export type Reading = {
  readonly names: NamesBuilder
  /** Of the environment that the hook adds, and of all texts read so far. */
  readonly variables: KnownVariables
  /** Programs whose names have another meaning in the texts read so far. */
  readonly redefined: Set<string>
  /** Texts that were read or wait for it, with whether they are certainly run. */
  readonly texts: Map<string, boolean>
}

/** Text that a word of a command holds; `isRun`: a shell certainly gets it. */
export function addText(text: string, isRun: boolean, { texts }: Reading): void {
  const known = texts.get(text)
  if (known === undefined) texts.set(text, isRun)
  else if (isRun && !known) {
    texts.delete(text)
    texts.set(text, true)
  }
}
