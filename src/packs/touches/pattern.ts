import { overlaps } from '../../analyze/wildcard.ts'

/** True when a pattern of the shell for one name, or a name with unknown parts, may be this name. */
export function mayBecome(pattern: string, name: string): boolean {
  return overlaps(
    pattern.replace(/\[[^\]]{0,200}\]|\?|\{[^}]{0,200}\}|[*]+/g, '*'),
    name.replaceAll('*', String.raw`\*`),
  )
}
