import type { Look } from '../look.ts'

const SHELL_NAME = /^(?:sh|bash|dash|zsh|ksh|ash|fish|cmd|powershell|pwsh)$/i
const NETWORK = /^(?:nc|ncat|netcat|socat|telnet|openssl)$/

/** Returns how a shell gets its input from another machine; undefined: it does not. */
export function reverseShell(look: Look): string | undefined {
  const { name, texts, program } = look
  const what = 'give a shell to another machine'
  const toNetwork = program.redirections.some(({ target }) => /^\/dev\/(?:tcp|udp)\//.test(target.text))
  if (toNetwork && (SHELL_NAME.test(name) || name === 'exec')) return what
  if (
    /^(?:nc|ncat|netcat)$/.test(name) &&
    texts.some((text) => /^-(?!-)\w*[ec]$|^--(?:sh-)?exec|^--lua-exec/.test(text)) &&
    !texts.includes('-z')
  )
    return what
  if (
    name === 'socat' &&
    texts.some((text) => /^(?:exec|system):/i.test(text)) &&
    texts.some((text) => /^(?:tcp|udp|openssl|ssl)/i.test(text))
  )
    return what
  if (
    NETWORK.test(name) &&
    look.sources.some(
      (source) =>
        SHELL_NAME.test(source.name) &&
        source.words.slice(1).every(({ text }) => text.startsWith('-') && !text.endsWith('c')),
    )
  )
    return what
  if (!/^(?:python[\d.]*|perl|ruby|php|node|lua|pwsh|powershell|go|awk|gawk)$/i.test(name)) return undefined
  const code = [...texts, program.input.from === 'text' ? program.input.text.text : '']
    .join('\n')
    .slice(0, 100_000)
  const isSocket = /socket|fsockopen|TCPSocket|net\.connect|TCPClient|\/inet\/tcp/i.test(code)
  return isSocket &&
    /dup2|pty\.spawn|\/bin\/(?:ba)?sh|\bsh -i|cmd\.exe|iex\b|Invoke-Expression|STDIN\s*,/i.test(code)
    ? what
    : undefined
}
