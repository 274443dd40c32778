/** The dialect's name, which is that of the host and of the wire too. */
export const NAME = 'gemini-cli'
export const TITLE = 'Gemini CLI'
