import type { OptionSpec } from './args.ts'
import type { CommandSpec } from './command.ts'

/** Taken by every command, and before its name. */
export const COLOR: OptionSpec = {
  name: 'color',
  aliases: ['colour'],
  value: 'WHEN',
  choices: ['auto', 'always', 'never'],
  help: 'colours (default: auto, which heeds NO_COLOR and FORCE_COLOR)',
}

const HELP: OptionSpec = { name: 'help', short: 'h', help: 'tell more about this command' }

/** What a command takes besides its own options. */
export function commonTo({ options }: CommandSpec): readonly OptionSpec[] {
  return options.some(({ name }) => name === COLOR.name) ? [HELP] : [COLOR, HELP]
}
