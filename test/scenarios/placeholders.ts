import type { Sandbox } from '../helpers/cli.ts'

/** Everything that differs from run to run gets a name; each pattern is as narrow as it can be. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'TIME'],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'TIME'],
  [/(?<=until )\d{4}-\d\d-\d\d \d\d:\d\d/g, 'LOCAL TIME'],
  [/"at":\d{13}/g, '"at":TIME'],
  [/"(ms|afterMs)":[\d.]+/g, '"$1":MS'],
  [/"id":"m[0-9a-z]{10}"/g, '"id":"RUN"'],
  [/\b[0-9a-f]{64}\b/g, 'DIGEST'],
  [/(?<=sha256 |--digest )[0-9a-f]{16}\b/g, 'DIGEST'],
  [/(?<=^TIME .* (?:none|allow|ask|defer|deny) +)[\d.]+(?: +|$)/gm, 'MS  '],
  [/(?<=^TIME .*)MS +HOOKS/gm, 'MS  HOOKS'],
  [/\b\d{13}-\d+(?=\.patch)/g, 'CHANGES'],
  [/hookwright-demo-\w{6}/g, 'hookwright-demo-XXXXXX'],
]

export function withPlaceholders(text: string, { root, home, project }: Sandbox): string {
  const placed = text
    .replaceAll(project, 'PROJECT')
    .replaceAll(home, 'HOME')
    .replaceAll(root, 'ROOT')
    .replaceAll(process.execPath, 'NODE')
  return VARYING.reduce((line, [pattern, name]) => line.replaceAll(pattern, name), placed)
}
