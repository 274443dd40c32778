/** Tells the program that embeds the engine about a fault of its own. */
export type Warn = (text: string, detail?: string) => void

/** Calls every listener. What one of them throws is a fault of the program, not of a hook: it is only warned about. */
export function tellAll<Item>(item: Item, listeners: Iterable<(item: Item) => void>, warn: Warn): void {
  for (const listener of listeners) {
    try {
      listener(item)
    } catch (error) {
      warn(`A listener threw, and hooks go on without it: ${shown(error)}`, stackOf(error))
    }
  }
}

/** Whatever was thrown, showing it must not throw. */
function shown(error: unknown): string {
  try {
    return String(error)
  } catch {
    return 'a value that cannot be shown'
  }
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined
}
