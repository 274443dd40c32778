import { basename } from 'node:path'

type Warning = Error & { readonly code?: string; readonly detail?: unknown }

/**
 * Sends warnings to `write` instead of stderr, in the text that Node prints, and as often as a new process would print
 * them. Returns a function that stops this. A warning arrives one turn of the event loop after its cause.
 */
export function carryWarnings(
  variables: Readonly<Record<string, string>>,
  write: (text: string) => void,
): () => void {
  let isHinted = false
  const listener = (warning: Warning): void => {
    if (variables['NODE_NO_WARNINGS'] === '1') return
    const hint = isHinted ? '' : hintFor(warning)
    isHinted = true
    write(`${textOf(warning)}${hint}\n`)
  }
  const usual = process.listeners('warning')
  process.removeAllListeners('warning')
  process.on('warning', listener)
  return () => {
    process.off('warning', listener)
    for (const each of usual) process.on('warning', each)
  }
}

function textOf(warning: Warning): string {
  const code = warning.code === undefined ? '' : `[${warning.code}] `
  const detail = typeof warning.detail === 'string' ? `\n${warning.detail}` : ''
  return `(${process.release.name}:${process.pid}) ${code}${String(warning)}${detail}`
}

/** Node says so once per process. */
function hintFor({ name }: Warning): string {
  const flag = name === 'DeprecationWarning' ? '--trace-deprecation' : '--trace-warnings'
  const program = basename(process.argv0, '.exe')
  return `\n(Use \`${program} ${flag} ...\` to show where the warning was created)`
}
