const MOST = 100

/** Warns as Node itself does: on stderr, and to listeners of `process.on('warning')`. Every text is told once. */
export function createWarn(): (text: string, detail?: string) => void {
  const told = new Set<string>()
  return (text, detail) => {
    if (told.has(text) || told.size >= MOST) return
    told.add(text)
    process.emitWarning(text, { type: 'HookwrightWarning', ...(detail && { detail }) })
  }
}
