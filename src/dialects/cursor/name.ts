/** The dialect's name, which is that of the host and of the wire too. */
export const NAME = 'cursor'

/** What the host is called in messages. */
export const TITLE = 'Cursor'
