import { basename } from 'node:path'

type Warning = Error & { readonly code?: string; readonly detail?: unknown }

/**
 * Gives warnings of Node and of ours to one call instead of this process's stderr, in the text and as often as a
 * process of its own would have written them. Returns what ends that; a warning is given a turn after it was caused.
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
