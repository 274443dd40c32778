import { encodePath, isPlainPath } from '../contracts/paths.ts'

/** A name as people see it: bytes that are no UTF-8 are replaced. */
export function shownName(name: string): string {
  return isPlainPath(name) ? name : encodePath(name).toString('utf8')
}
