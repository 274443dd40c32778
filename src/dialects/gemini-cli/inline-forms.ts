import { quoteWord } from '../../shells/argv.ts'
import type { InlineForm, InlineForms, Surroundings } from '../../shells/inline.ts'

/** Variables that the host writes into the text of a command before a shell reads it. */
const FILLED = [
  'GEMINI_PROJECT_DIR',
  'GEMINI_CWD',
  'GEMINI_PLANS_DIR',
  'GEMINI_SESSION_ID',
  'CLAUDE_PROJECT_DIR',
]

/** `$NAME`, also as the beginning of a longer name; `${NAME}` is left to the shell. */
const PLACES = new RegExp(String.raw`\$(${FILLED.join('|')})`, 'g')

/** Characters that mean nothing to bash. */
const INERT = /^[\p{L}\p{N}_./:@%+,=-]*$/u

/** One pass, so that nothing inside a value is read as a variable. */
function filled(command: string, { given }: Surroundings, quote: (value: string) => string): string {
  return command.replace(PLACES, (written, name: string) => {
    const value = given?.(name)
    return value === undefined ? written : quote(value)
  })
}

const bash: InlineForm['commands'] = ({ command }, around) => [
  { file: 'bash', args: ['-c', filled(command, around, quoteBash)] },
]

function quoteBash(value: string): string {
  return INERT.test(value) ? value : quoteWord(value)
}

/**
 * The PowerShell that ComSpec names, else PowerShell 7, else the one of Windows; the exit code of the command's last
 * program becomes that of the shell.
 */
const powershell: InlineForm['commands'] = ({ command }, around) => {
  const source = `${filled(command, around, quotePowershell)}; if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }`
  const usual = around.variable('ComSpec') ?? ''
  const named = /(?:powershell|pwsh)\.exe$/i.test(usual) ? [usual] : []
  const alone = ['-NoProfile', '-NonInteractive', '-Command', source]
  return [
    ...named.map((file) => ({ file, args: alone })),
    { file: 'pwsh', args: ['-NoProfile', '-Command', source] },
    { file: 'powershell', args: alone },
  ]
}

/** Commas, signs of variables and the like have a meaning there. */
function quotePowershell(value: string): string {
  return /^[\w.-]*$/.test(value) ? value : `'${value.replaceAll("'", "''")}'`
}

/** How the host starts a command string: docs/hosts/gemini-cli.md#starting-hooks. */
export const inlineForms = {
  'bash-c': {
    title: 'Gemini CLI',
    shells: ['bash'],
    commands: bash,
    lostDirectory: 'project',
    install: 'Install bash: Gemini CLI runs every command with it.',
  },
  'powershell-c': {
    title: 'Gemini CLI on Windows',
    shells: ['pwsh'],
    ownScripts: '.ps1',
    commands: powershell,
    lostDirectory: 'project',
    install: 'Install PowerShell 7: https://aka.ms/powershell',
  },
} as const satisfies InlineForms
