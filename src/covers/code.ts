import { cutWords } from './cut-words.ts'
import { isBuiltinModule } from './node-modules.ts'
import { addText, type Reading } from './reading.ts'

/** Code of a program, as a word or a document brings it. */
export type Code = { readonly program: string; readonly text: string; readonly isRun: boolean }

/** Covers the files that strings of the code name. Code that can load files by a name it makes up is told. */
export function addCode({ program, text, isRun }: Code, reading: Reading): void {
  const { names } = reading
  const language = languageOf(program)
  if (language === undefined) return
  const strings = stringsIn(text)
  const startsPrograms = STARTS_PROGRAMS.test(text)
  for (const each of [...strings, ...cutWords(text.slice(0, MAX_CODE), reading.variables.alwaysSet)])
    names.word(each)
  for (const each of strings) {
    if (language === 'node') addModule(each, names)
    if (/\s/.test(each) || startsPrograms) addText(each, isRun && startsPrograms, reading)
  }
  if (!isRun) return
  if (language === 'node' && packagesIn(text)) names.gap({ kind: 'packages', what: 'node_modules' })
  if (mayLoadMore(text, language)) names.gap({ kind: 'code', what: program })
}

const MAX_CODE = 16 * 1_024

const NODE_ENDINGS = ['.js', '.json', '.node', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.jsx']

/** `./x` finds x.js, x/package.json with its `main`, and x/index.js. */
export function addModule(word: string, names: Reading['names']): void {
  for (const ending of NODE_ENDINGS) {
    names.word(word + ending)
    names.word(`${word}/index${ending}`)
  }
  names.word(`${word}/package.json`)
  names.followed({ file: `${word}/package.json`, part: 'main' })
}

type Language = keyof typeof LOADERS

const LANGUAGES: readonly (readonly [RegExp, Language])[] = [
  [/^(?:node|nodejs|tsx|ts-node|bun|deno)$/, 'node'],
  [/^(?:python|pypy)[\d.]*$/, 'python'],
  [/^perl[\d.]*$/, 'perl'],
  [/^ruby[\d.]*$/, 'ruby'],
  [/^[gm]?awk$/, 'awk'],
  [/^sed$/, 'sed'],
  [/^(?:php|lua|Rscript|osascript)[\d.]*$/, 'other'],
]

function languageOf(program: string): Language | undefined {
  return LANGUAGES.find(([pattern]) => pattern.test(program))?.[1]
}

/** Words with which code loads, reads or starts something by a name, or reaches those words by another way. */
const LOADERS = {
  node: /\b(?:require|import|eval|Function|constructor|child_process|vm|Worker|module|createRequire|binding|dlopen|global\w*|Reflect|mainModule|getBuiltinModule|loadEnvFile|Deno|Bun|WebAssembly|readFile\w*|createReadStream|open\w*)\b|\\[ux]|\b(?:process|this)\s*(?:\?\.)?\[/,
  python:
    /\b(?:__\w+__|import_module|exec\w*|eval|compile|getattr|globals|locals|vars|system|popen\w*|Popen|spawn\w*|posix_spawn\w*|check_output|check_call|getoutput|getstatusoutput|run|call|open|Path|fdopen)\b|\bsys\s*\.\s*(?:path|modules|meta_path)|\$[\w({]/,
  perl: /\b(?:require|do|lib|eval|system|exec|qx|open\w*|syscall|CORE|DynaLoader)\b|`|@INC|(?<!&)&\s*[{$]|[^\w\s][msixpogr]*ee[msixpogr]*\s*(?:$|[;})\n])/,
  ruby: /\b(?:require\w*|load|eval|\w+_eval|system|exec|spawn|open\w*|popen\w*|IO|File|Kernel|send|__send__|public_send|const_get|autoload|method|syscall)\b|`|%x/,
  awk: /\bsystem\b|\bgetline\b|@|(?<!\|)\|(?!\|)/,
  sed: /(?:^|[\d$;{}\s/])e(?:\s|$)|[^\w\s][gpiImM\d]*e[gpiImM\d]*\s*(?:$|[;}\n])/,
  other:
    /\b(?:include\w*|require\w*|eval\w*|assert|system2?|exec\w*|shell\w*|passthru|proc_open|popen|call_user_func\w*|create_function|file\w*|fopen|dofile|load\w*|os|io|package|source|parse|library|script)\b|`|\$\w+\s*\(/,
}

/** What code of Node starts programs with. The same words mean nothing in code without that module. */
const NODE_STARTERS = /\b(?:exec\w*|spawn\w*|fork)\b/
/** Modules of Python that load or run what they are told. */
const INDIRECT =
  /\b(?:import|from)\b[^;\n]*\b(?:importlib|runpy|ctypes|builtins|pickle|marshal|imp|zipimport|code|pty|pkgutil)\b|\bexec\b/

const STARTS_PROGRAMS =
  /\b(?:exec\w*|spawn\w*|system2?|popen\w*|Popen|run|call|check_output|check_call|getoutput|qx|shell\w*|passthru)\b|\|/

/** A string in which no end of it, no other string and no call can hide. */
const PLAIN = String.raw`(?:'[\w./@:=, |&<>~%+-]*'|"[\w./@:=, |&<>~%+-]*"|${'`'}[\w./@:=, |&<>~%+-]*${'`'})`
const LIST = String.raw`\[\s*(?:${PLAIN}\s*(?:,\s*)?)*\]`
// Without the end of the word, `{a:bb:bb:…` could be divided in so many ways that no time would be enough.
const SETTING = String.raw`(?!cwd|env|executable)\w+\s*[=:]\s*(?:\w+(?!\w)|${PLAIN}|${LIST})`
const ARGUMENT = String.raw`(?:${PLAIN}|${LIST}|\d+|\{\s*(?:${SETTING}\s*(?:,\s*)?)*\}|${SETTING})`

/** Calls and statements that say by plain strings what they load. */
const SAID: readonly RegExp[] = [
  // What follows is left: a loader may get another name there.
  /(?<![\w.])from\s+[\w.]+\s+import\b/g,
  new RegExp(
    String.raw`\b(?!(?:eval|Function|compile|constructor|call_user_func\w*|__\w+)\b)\w+\s*\(\s*${ARGUMENT}(?:\s*,\s*${ARGUMENT})*\s*\)`,
    'g',
  ),
  new RegExp(
    String.raw`\b(?:require\w*|do|load|system|exec|include\w*|getline\s*<)\s*${PLAIN}(?:\s*,\s*${PLAIN})*(?=\s*(?:[;})\n]|$|\|\||&&|or\b|if\b))`,
    'g',
  ),
  new RegExp(String.raw`\bimport\s+(?:[\w*{}\s,$]{1,200}?\s{1,20}from\s+)?${PLAIN}`, 'g'),
  new RegExp(String.raw`${PLAIN}\s*\|\s*getline\b|(?<!\|)\|\s*${PLAIN}(?=\s*(?:[;}\n]|$))`, 'g'),
  /(?<![\w.])import\s+[\w.]+(?:\s+as\s+\w+)?(?:\s*,\s*[\w.]+(?:\s+as\s+\w+)?)*(?=\s*(?:[;\n#]|$))/g,
  /\bdo\s*\{/g,
]

function mayLoadMore(text: string, language: Language): boolean {
  if (text.length > MAX_CODE) return true
  if (language === 'python' && INDIRECT.test(text)) return true
  const rest = SAID.reduce((kept, pattern) => kept.replaceAll(pattern, ' '), text)
  if (language === 'node' && text.includes('child_process') && NODE_STARTERS.test(rest)) return true
  return LOADERS[language].test(rest)
}

function stringsIn(text: string): readonly string[] {
  const found = [...text.slice(0, MAX_CODE).matchAll(/(["'`])((?:(?!\1)[^\\\n])*)\1/g)]
  return [...new Set(found.map((match) => match[2] ?? ''))]
    .filter((each) => each !== '')
    .slice(0, MAX_STRINGS)
}

const MAX_STRINGS = 60

const LOADED = /\b(?:require\s*\(|import\s*\(|from|import)\s*(["'`])([^"'`]+)\1/g

/** Names without a path: those that Node does not have itself are installed packages. */
function packagesIn(text: string): boolean {
  return [...text.matchAll(LOADED)].some(([, , name = '']) => isPackage(name))
}

export function isPackage(name: string): boolean {
  return /^[\w@]/.test(name) && !isBuiltinModule(name)
}
