import { holdsCode } from '../programs/variables.ts'
import type { Piece } from './piece.ts'
import { addDoubt, type Shell } from './shell.ts'

/** Variables whose value some program runs as a command. */
const COMMANDS =
  /^(?:GIT_(?:SSH_COMMAND|SSH|EDITOR|SEQUENCE_EDITOR|PAGER|ASKPASS|EXTERNAL_DIFF|PROXY_COMMAND|CONFIG_VALUE_\d+)|EDITOR|VISUAL|FCEDIT|SUDO_EDITOR|HGEDITOR|SVN_EDITOR|KUBE_EDITOR|PAGER|MANPAGER|SYSTEMD_PAGER|BROWSER|(?:SSH|SUDO)_ASKPASS|LESSOPEN|LESSCLOSE|PROMPT_COMMAND|PS[0-4]|RSYNC_RSH|CVS_RSH|npm_config_(?:script_shell|git|editor|viewer|shell)|SHELL|MAKESHELL|KUBECTL_EXTERNAL_DIFF|PERL5DB|MANOPT|EXINIT|VIMINIT)$/i

/** Variables that have programs load code from a file that stands elsewhere. */
const LOADERS =
  /^(?:LD_(?:PRELOAD|AUDIT)|DYLD_INSERT_LIBRARIES|BASH_ENV|BASH_LOADABLES_PATH|GCONV_PATH|NODE_PATH_PRELOAD|GIT_EXEC_PATH|GIT_TEMPLATE_DIR)$/

/** Reports what setting this variable may run, and has text in it read. */
export function checkVariable(shell: Shell, name: string, value: Piece): void {
  const { reading } = shell
  if (name === 'PATH') {
    if (!isUsualPath(value))
      addDoubt(reading, 'name-redefined', 'The line has programs looked for in another folder.')
  } else if (LOADERS.test(name) && value.text !== '') {
    addDoubt(reading, 'code-in-variable', 'The line sets a variable that has programs load code.')
  } else if (COMMANDS.test(name)) checkCommand(shell, name, value)
  else if (holdsCode(name, `${name}=${value.text}`)) {
    addDoubt(reading, 'code-in-variable', 'The line sets a variable that has programs load code.')
  }
}

function checkCommand(shell: Shell, name: string, value: Piece): void {
  if (/^PS\d$/.test(name) && !/[$`]/.test(value.text)) return
  if (!value.known) {
    addDoubt(
      shell.reading,
      'run-time-command',
      'The line sets a variable that other programs run, to a value that is only known at run time.',
    )
    return
  }
  const via = { how: 'text' } as const
  shell.reading.runText(value.text.replace(/^!/, ''), {
    ...shell,
    via,
    certain: false,
    choices: undefined,
    writers: [],
  })
}

/** Folders that only the user's own programs are in, below any folder of a project or of the system. */
const USUAL =
  /^(?:\$PATH|\$\{PATH\}|\/(?!tmp(?:\/|$)|var\/tmp(?:\/|$)|dev\/shm(?:\/|$)).*|(?:\$\{?\w+\}?|~|\.)\/.+|(?:\.\/)?(?:[\w.-]+\/)*(?:node_modules\/\.bin|\.?venv\/bin|vendor\/bin)|\$\((?:npm|yarn|pnpm|go|brew|pyenv|rbenv|ruby|gem|python3?|composer)\b[^;&|`]*)$/

/** True when programs of the line are still those that the user has installed. */
function isUsualPath({ text }: Piece): boolean {
  return splitPath(text).every((folder) => USUAL.test(folder))
}

/** A substitution may hold colons. */
function splitPath(text: string): readonly string[] {
  return text.split(/:(?![^(]*\))/)
}
