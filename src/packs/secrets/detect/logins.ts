import type { Place } from './format.ts'
import { isLoginPassword, isPassword } from './values.ts'

/** What stands between `://` and the host. */
const USER_INFO = /([^\s/:@"'`<>\\]{0,128}):([^\s/"'`<>\\@]{1,256})@/y

/** `-u name:password`, as curl and its kind take it. */
const LOGIN = /(?<![\w-])(?:-u|--user|--proxy-user)[ =]{1,4}["']?([A-Za-z][^\s:"'$]{0,64}):([^\s"'$]{6,128})/g

/** Returns passwords of addresses, such as `postgres://name:password@host`, and of `-u name:password`. */
export function loginPasswords(text: string): readonly Place[] {
  return [...ofAddresses(text), ...ofOptions(text)]
}

function* ofAddresses(text: string): Generator<Place> {
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    USER_INFO.lastIndex = at + 3
    const found = USER_INFO.exec(text)
    if (found === null) continue
    const [, user = '', password = ''] = found
    const end = USER_INFO.lastIndex - 1
    if (isLoginPassword(user, password)) yield { kind: 'url-password', start: end - password.length, end }
  }
}

function* ofOptions(text: string): Generator<Place> {
  LOGIN.lastIndex = 0
  for (let found = LOGIN.exec(text); found !== null; found = LOGIN.exec(text)) {
    const [, user = '', password = ''] = found
    const end = LOGIN.lastIndex
    if (!isLoginPassword(user, password) || !isPassword(password)) continue
    yield { kind: 'password', start: end - password.length, end }
  }
}
