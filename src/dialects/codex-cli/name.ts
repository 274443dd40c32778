/** Name of the dialect and of its wire. */
export const NAME = 'codex-cli'

/** The host's name for people. */
export const TITLE = 'Codex CLI'
