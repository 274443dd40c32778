/**
 * A URL as messages, lists and logs show it: without user name and password, and with its query left out, because
 * both are where tokens are put. Text that is no URL is shown without what stands before an `@`.
 */
export function shownUrl(text: string): string {
  const [, scheme = '', authority = '', path = '', query] =
    /^([a-z][a-z\d+.-]*:[\\/]*)?([^/?#\\]*)([^?#]*)(\?)?/i.exec(text.trim()) ?? []
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return `${scheme}${host}${path}${query === undefined ? '' : '?…'}`
}
