import type { Word } from '../../analyze/line.ts'
import { each, type How, type Touch, type Toucher } from './touch.ts'

/** Calls of the code of interpreters, by the last part of their name, and what they do with each argument. */
const CALLS: readonly (readonly [RegExp, readonly How[]])[] = [
  [
    /^(?:rmtree|rm_rf|rm_r|remove_tree|delete-directory|deleteRecursively|removeDirectoryRecursive|removeSync|emptyDir(?:Sync)?|removedirs|remove_entry(?:_secure)?|rimraf(?:Sync)?)$/,
    ['delete-tree'],
  ],
  [/^(?:delete-file|unlink|unlinkSync|rmdir|rmdirSync|delete|remove|rm|rmSync|rm_f)$/, ['delete']],
  [/^(?:truncate|truncateSync|ftruncate)$/, ['empty']],
  [/^(?:rename|renameSync|replace|renames|move|moveSync|mv)$/, ['move', 'write']],
  [
    /^(?:copyfile|copyFile(?:Sync)?|copy|copy2|copytree|copySync|cp|cpSync|cp_r|copyTree|copyFileSync)$/,
    ['read', 'write'],
  ],
  [/^(?:link|linkSync|symlink|symlinkSync|ln_s|ln_sf|ln|symlink_to|hardlink_to)$/, ['link', 'write']],
  [/^(?:chmod|chmodSync|chown|chownSync|lchown|utime|chmod_R|chown_R)$/, ['mode']],
  [
    /^(?:write_text|write_bytes|writeFile(?:Sync)?|writeTextFile(?:Sync)?|file_put_contents|createWriteStream|outputFile(?:Sync)?|outputJson(?:Sync)?|writeJson(?:Sync)?|binwrite)$/,
    ['write'],
  ],
  [/^(?:appendFile(?:Sync)?|touch|mkdir|makedirs|mkdirSync|mkdir_p)$/, ['change']],
  [
    /^(?:readFile(?:Sync)?|readTextFile(?:Sync)?|read_text|read_bytes|file_get_contents|createReadStream|readlines|slurp|binread|readfile|fopen64|loadtxt|read_csv|readJson(?:Sync)?)$/,
    ['read'],
  ],
]

const OPENS = /^(?:open|openSync|fopen|sysopen|codecs\.open|io\.open)$/
const IO = /^(?:File|IO|Deno|Bun|Pathname|Path|pathlib\.Path)\.(write|read|open|file|remove|delete)$/

/** What a call of code does with the files in its arguments; also true of what the code of another language does. */
export function callTouches(name: string, args: readonly Word[]): readonly Touch[] {
  const last = name.slice(name.lastIndexOf('.') + 1).replace(/^.*(?:::|->)/, '')
  const [, verb] = IO.exec(name) ?? []
  if (verb === 'write') return each('write', args.slice(0, 1))
  if (verb === 'read' || verb === 'file') return each('read', args.slice(0, 1))
  if (OPENS.test(last) || OPENS.test(name)) return opened(args)
  const uses = CALLS.find(([pattern]) => pattern.test(last))?.[1] ?? []
  // Whether all below goes too is said by options, which are not among the arguments.
  const isTree =
    uses[0] === 'delete' &&
    (/^(?:rm|rmSync|rmdirSync)$/.test(last) || /^(?:(?:Deno|fs)\.remove(?:Sync)?|R\.unlink)$/.test(name))
  return uses.flatMap((how, at) => each(isTree ? 'delete-tree' : how, args.slice(at, at + 1)))
}

/** The mode may be any argument but the path; Perl has it in front of the path, or in the same text. */
function opened(args: readonly Word[]): readonly Touch[] {
  const modes = args.filter(({ text }) =>
    /^(?:[rwax][bt+]{0,2}|[+]?[<>]{1,2}(?::.*)?|[<>]{1,2}.+)$/s.test(text),
  )
  const paths = args
    .filter((word) => !modes.includes(word) && !/^(?:utf-?8|\d+)$/i.test(word.text))
    .slice(0, 1)
  const mode = modes[0]?.text ?? 'r'
  const [, sign, own] = /^([<>]{1,2})\s{0,9}([^<>:\s].*)$/s.exec(mode) ?? []
  const how: How = /[wx]|^>[^>]|^>$/.test(sign ?? mode)
    ? 'write'
    : /[a+]|>>/.test(sign ?? mode)
      ? 'change'
      : 'read'
  if (own !== undefined) return each(how, [{ text: own, shape: own, known: true, isGlob: false }])
  return each(how, paths)
}

/** A program that stands for a call of code, such as `shutil.rmtree`. */
export const codeCall: Toucher = (args, { name, words }) => callTouches(words[0]?.text ?? name, args)
