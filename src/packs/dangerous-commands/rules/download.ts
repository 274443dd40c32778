import { scriptSource } from '../../../analyze/programs/interpreters.ts'
import type { Program } from '../../../analyze/line.ts'
import { touchesOf } from '../../touches/touches-of.ts'
import type { Finding } from '../finding.ts'
import { shown, type Look, type Rule } from '../look.ts'

const DOWNLOADERS =
  /^(?:curl|wget|wget2|fetch|aria2c|http|https|xh|httpie|lynx|w3m|links|nc|ncat|netcat|socat|telnet|ftp|tftp|sftp|dig|nslookup|drill|invoke-webrequest|iwr|invoke-restmethod|irm|start-bitstransfer|gsutil|bitsadmin|curlie|axel|requests\.get|urllib\.request\.urlopen|urlopen|urlretrieve|urllib\.request\.urlretrieve)$/i
const RUNNERS =
  /^(?:sh|bash|rbash|dash|zsh|ksh|mksh|ash|fish|csh|tcsh|pwsh|powershell|python[\d.]*|pypy3?|node|nodejs|deno|bun|perl|ruby|php|lua|osascript|tclsh|Rscript|julia)$/i
const EVALUATES = /^(?:eval|source|\.|iex|invoke-expression|exec|cmd)$/i

/** Code that is downloaded and run at once, without anybody having read it. */
export const runsDownload: Rule = (look) => {
  const what = fromSources(look) ?? fromFile(look) ?? fromAddress(look) ?? inCode(look)
  if (what === undefined) return undefined
  return {
    category: 'download',
    program: look.name,
    what,
    instead: 'Download it to a file, read that, and let a person run it.',
  } satisfies Finding
}

function isDownloader({ name, words }: Program): boolean {
  if (DOWNLOADERS.test(name)) return true
  const first = words[1]?.text
  return (
    (name === 'gh' && first === 'api') ||
    (name === 'aws' && first === 's3') ||
    (name === 'openssl' && first === 's_client') ||
    (name === 'ssh' && words.length > 2)
  )
}

function fromSources(look: Look): string | undefined {
  const { name, program } = look
  if (!(RUNNERS.test(name) || EVALUATES.test(name))) return undefined
  const isFed = program.input.from === 'pipe' && readsCode(look)
  const source = look.sources.find((each) => isDownloader(each) && (isFed || !isPiped(each, look)))
  return source === undefined
    ? undefined
    : `run what ${source.name} downloads (${shown(source.words.slice(1).find(({ text }) => !text.startsWith('-')))})`
}

/** Reached only through the pipe, which the program reads as data. */
function isPiped(source: Program, { program, line }: Look): boolean {
  const direct = line.programs.some(
    (each) => each === source && each.via?.how === 'substitution' && each.via.program === program.id,
  )
  return (
    !direct &&
    !line.programs.some(
      ({ via, id }) =>
        via?.how === 'substitution' && via.program === program.id && leadsTo(id, source, line.programs),
    )
  )
}

function leadsTo(id: number, source: Program, programs: readonly Program[]): boolean {
  if (id === source.id) return true
  const { input } = programs[id] ?? {}
  return (
    input?.from === 'pipe' &&
    input.programs.some(
      (each) => each !== id && each < programs.length && leadsTo(each, source, programs.slice(0, id)),
    )
  )
}

/** A script among its words, or code, makes the input data. */
function readsCode({ name, program }: Look): boolean {
  if (EVALUATES.test(name)) return false
  if (/^(?:pwsh|powershell)$/i.test(name))
    return (
      program.words.length === 1 ||
      /^-(?:c\w*)?$/i.test(program.words.at(-2)?.text ?? '') ||
      program.words.at(-1)?.text === '-'
    )
  const source = scriptSource(program.words.map(({ text }) => text))
  return source === undefined
    ? program.words.slice(1).every(({ text }) => text.startsWith('-'))
    : source.from === 'stdin' || isStdin(program, source)
}

function isStdin({ words }: Program, source: NonNullable<ReturnType<typeof scriptSource>>): boolean {
  return (
    source.from === 'file' &&
    /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(words[source.at - 1]?.text ?? '')
  )
}

/** `curl -o x URL && sh x`. */
function fromFile({ program, line, name }: Look): string | undefined {
  const first = program.words[0]?.text ?? ''
  const candidates =
    RUNNERS.test(name) || EVALUATES.test(name)
      ? program.words.slice(1, 4).map(({ text }) => text)
      : /[\\/]/.test(first)
        ? [first]
        : []
  const names = candidates.filter((text) => text !== '' && !text.startsWith('-')).map(lastName)
  if (names.length === 0) return undefined
  const written = line.programs.flatMap((each) =>
    each.id !== program.id && isDownloader(each) ? writtenBy(each, line.programs) : [],
  )
  const found = written.find((path) => names.includes(lastName(path)))
  return found === undefined ? undefined : `run a file that the same line downloads (${found.slice(0, 80)})`
}

/** Files that a program writes, or the programs behind its pipe. */
function writtenBy(program: Program, programs: readonly Program[]): readonly string[] {
  const behind = programs.filter(({ input }) => input.from === 'pipe' && input.programs.includes(program.id))
  return [program, ...behind]
    .flatMap(touchesOf)
    .flatMap(({ how, file }) => (how === 'write' || how === 'change' ? [file.text] : []))
}

function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

const ADDRESS = /^https?:\/\//i

/** Programs that run what is at an address. */
function fromAddress({ name, texts }: Look): string | undefined {
  const address = texts.find(
    (text) =>
      ADDRESS.test(text) ||
      /^(?:javascript|vbscript):/i.test(text) ||
      text.startsWith('\\\\') ||
      /:https?:\/\//i.test(text),
  )
  if (address === undefined) return undefined
  const short = address.slice(0, 80)
  if (/^(?:mshta|regsvr32|rundll32|wscript|cscript|msiexec|installutil)$/i.test(name))
    return `run what is at an address (${short})`
  if (name === 'deno' && /^(?:run|install|eval)$/.test(texts[0] ?? ''))
    return `run what is at an address (${short})`
  return /^(?:certutil|bitsadmin)$/i.test(name) &&
    texts.some((text) => /urlcache|transfer|verifyctl/i.test(text))
    ? `download a file past the usual programs (${short})`
    : undefined
}

const LOADS =
  /urlopen|urlretrieve|requests\.get|httpx\.get|http\.client|https?\.get|fetch\s*\(|LWP|open-uri|URI\.open|Net::HTTP|file_get_contents\s*\(\s*["']https?:|DownloadString|DownloadData|DownloadFile|Net\.WebClient|Invoke-WebRequest|Invoke-RestMethod|\b(?:iwr|irm|curl|wget)\b/i
const RUNS =
  /\b(?:exec|eval|compile|system|popen|spawn|subprocess|execSync|instance_eval|iex|Invoke-Expression|ScriptBlock|Assembly)\b|vm\.run|new Function|`/i

/** Code that downloads code. */
function inCode({ name, program }: Look): string | undefined {
  if (!RUNNERS.test(name) || /^(?:sh|bash|rbash|dash|zsh|ksh|mksh|ash|fish|csh|tcsh)$/.test(name))
    return undefined
  const given = [
    ...program.words.slice(1).map(({ text }) => text),
    program.input.from === 'text' ? program.input.text.text : '',
  ]
  const code = given
    .filter((text) => text.length > 12)
    .join('\n')
    .slice(0, 100_000)
  return LOADS.test(code) && RUNS.test(code) ? `run code that it downloads` : undefined
}
