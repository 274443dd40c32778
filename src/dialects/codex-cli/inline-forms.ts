import type { InlineForm, InlineForms } from '../../shells/inline.ts'

/** Shells that Codex knows how to start; any other login shell is replaced by `sh`. */
const SHELLS = /(?:^|\/)(?:bash|zsh|sh)$/

const sessionShell: InlineForm['commands'] = ({ command }, { platform, variable }) => {
  if (platform === 'win32') {
    const powershells = ['pwsh', 'powershell'].map((file) => ({
      file,
      args: ['-NoProfile', '-Command', command],
    }))
    return [...powershells, { file: variable('ComSpec') ?? 'cmd.exe', args: ['/c', command] }]
  }
  const own = variable('SHELL') ?? ''
  const shells = SHELLS.test(own) && own.startsWith('/') ? [own, '/bin/sh'] : ['/bin/sh']
  return shells.map((file) => ({ file, args: ['-c', command] }))
}

/** How Codex CLI starts a command string: docs/hosts/codex-cli.md#starting-hooks. */
export const inlineForms = {
  'session-shell': {
    title: 'Codex CLI, the shell of the session',
    shells: ['bash', 'pwsh'],
    commands: sessionShell,
    lostDirectory: 'fail',
    install: 'Set SHELL to the path of bash, zsh or sh.',
  },
} as const satisfies InlineForms
