import type { Program, Word } from '../../../analyze/line.ts'
import { curlOptions, wgetOptions } from '../../touches/network.ts'
import { isHere } from '../../touches/copies.ts'
import { takeOptions, valuesOf } from '../../touches/options.ts'
import { touchesOf } from '../../touches/touches-of.ts'
import { shown, type Look, type Rule } from '../look.ts'
import { holdsSecret } from '../secret-files.ts'
import { foundFiles } from './found-files.ts'
import { reverseShell } from './reverse-shell.ts'
import { dumps, SECRET_VARIABLE, goesToIssuer } from './secret-output.ts'
import { callsBeside, filesInScript } from './sent-by-script.ts'

/** Secrets that leave the machine, and shells that somebody else can type into. */
export const sendsSecrets: Rule = (look) => {
  const shell = reverseShell(look)
  if (shell !== undefined)
    return {
      category: 'exfiltration',
      program: look.name,
      what: shell,
      instead: 'No work on a project needs that.',
    }
  const what = sentBy(look)
  return what === undefined
    ? undefined
    : {
        category: 'exfiltration',
        program: look.name,
        what,
        instead: 'Let a person send it, or send a file without secrets.',
      }
}

const SENDERS =
  /^(?:lftp|kubectl|mc|curl|wget|http|https|xh|nc|ncat|netcat|socat|telnet|scp|sftp|rsync|ssh|ftp|tftp|mail|mailx|mutt|sendmail|dig|nslookup|host|drill|ping|rclone|gsutil|s3cmd|aws|az|gcloud|gh|glab|openssl|pastebinit|croc|wormhole|magic-wormhole|ngrok|invoke-webrequest|iwr|invoke-restmethod|irm|send-mailmessage|test-connection|requests\.(?:post|put|get)|urllib\.request\.urlopen|urlopen|fetch|axios\.\w+|https?\.request)$/i

function sentBy(look: Look): string | undefined {
  const { name, program } = look
  const network = program.redirections.find(({ target }) => /^\/dev\/(?:tcp|udp)\//.test(target.text))
  if (network === undefined && !(SENDERS.test(name) && isSending(look))) return undefined
  const own = network === undefined ? ownSecret(look) : undefined
  if (own !== undefined) return `send ${own} to another machine`
  const flowing =
    [...look.sources, ...callsBeside(look)]
      .filter((source) => !goesToIssuer(source, look.texts))
      .map((source) => secretOf(source, look))
      .find((each) => each !== undefined) ??
    (network === undefined ? undefined : secretOf(program, look)) ??
    mentioned(look)
  return flowing === undefined
    ? undefined
    : `send ${flowing} to another machine (${network === undefined ? name : shown(network.target)})`
}

/** To this machine nothing is sent; many of these programs also only fetch. */
function isSending({ name, texts }: Look): boolean {
  const first = texts[0] ?? ''
  if (name === 'gh' || name === 'glab')
    return (
      /^(?:gist|snippet|release|secret)$/.test(first) &&
      !/^(?:list|ls|view|download|delete|remove)$/.test(texts[1] ?? '')
    )
  if (name === 'aws') return /^(?:s3|s3api|ses|sns|sqs)$/.test(first)
  if (name === 'az' || name === 'gcloud')
    return texts.some((text) => /^(?:upload|cp|rsync|upload-batch)$/.test(text))
  if (name === 'openssl') return first === 's_client'
  if (name === 'kubectl') return first === 'cp'
  if (name === 'mc') return /^(?:cp|mv|mirror|put|pipe)$/.test(first)
  const addresses = texts.filter((text) => /^(?:https?:\/\/|localhost|127\.|\[::1\])/i.test(text))
  return !(
    addresses.length > 0 &&
    addresses.every((text) =>
      /^(?:https?:\/\/)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|host\.docker\.internal)(?=[:/?#]|$)/i.test(
        text,
      ),
    )
  )
}

/** A file that it sends by its own arguments. */
function ownSecret(look: Look): string | undefined {
  const file = ownFiles(look)
    .flatMap((each) => foundFiles(each, look) ?? [each])
    .find((each) => isSecret(each, look))
  if (file !== undefined) return `a file with secrets (${shown(file)})`
  const archive = ownFiles(look).find((each) => isArchiveOfProject(each, look))
  return archive === undefined ? undefined : `an archive of the project (${shown(archive)})`
}

function ownFiles(look: Look): readonly Word[] {
  const { name, args, touches, program } = look
  if (name === 'rsync' || name === 'scp') {
    const target = takeOptions(args, {
      valued:
        name === 'scp'
          ? '-i -P -o -F -l -c -J -S -D -X'
          : '-e --rsh --exclude --include --exclude-from --include-from -f --filter -T',
    }).operands.at(-1)
    if (target === undefined || isHere(target)) return []
  }
  if (name === 'wget') return valuesOf(wgetOptions(args), '--post-file', '--body-file')
  if (name === 'ssh') return program.redirections.map(({ target }) => target)
  const read = touches.filter(({ how }) => how === 'read' || how === 'move').map(({ file }) => file)
  if (/^(?:sftp|ftp|lftp|tftp)$/.test(name)) return [...read, ...filesInScript(look)]
  if (/^(?:invoke-webrequest|iwr|invoke-restmethod|irm|curl|wget)$/.test(name)) {
    const file = args[args.findIndex(({ text }) => /^-infile$/i.test(text)) + 1]
    if (file !== undefined && file !== args[0]) return [file]
  }
  if (name === 'curl')
    return read.filter(
      (file) =>
        !valuesOf(curlOptions(args), '-K', '--config', '--netrc-file', '-b', '--cookie').includes(file),
    )
  return /^(?:aws|gsutil|gcloud|az|gh|glab|rclone|s3cmd|mc|kubectl|mail|mailx|mutt|croc|wormhole|magic-wormhole|http|https|xh)$/.test(
    name,
  )
    ? [...read, ...args.flatMap(fileIn)]
    : read
}

/** `x=@file`, `@file`, `file`. */
function fileIn(word: Word): readonly Word[] {
  const [start = ''] = /^[\w[\]-]{0,80}[=:]?@/.exec(word.text) ?? []
  return /^-|^\w+:\/\//.test(word.text)
    ? []
    : [{ ...word, text: word.text.slice(start.length), shape: word.shape.slice(start.length) }]
}

function isSecret({ text, known, isGlob }: Word, look: Look): boolean {
  return ((known || isGlob || /[/.]/.test(text)) && holdsSecret(text)) || taintedBy(look).has(text)
}

/** Files into which the line puts secrets before. */
function taintedBy({ line, program }: Look): ReadonlySet<string> {
  const found = new Set<string>()
  for (const each of line.programs) {
    if (each.id >= program.id) break
    const touches = touchesOf(each)
    const isTainted =
      touches.some(
        ({ how, file }) =>
          (how === 'read' || how === 'link' || how === 'move') &&
          (holdsSecret(file.text) || found.has(file.text)),
      ) || dumps(each)
    const piped = line.programs.filter(
      ({ input }) => input.from === 'pipe' && input.programs.includes(each.id),
    )
    if (isTainted)
      for (const { how, file } of [...touches, ...piped.flatMap((one) => touchesOf(one))])
        if (how === 'write' || how === 'change') found.add(file.text)
  }
  return found
}

/** What a program in front of the pipe reads that is secret. */
function secretOf(program: Program, look: Look): string | undefined {
  if (dumps(program))
    return program.name === 'history' || program.name === 'fc'
      ? 'what was typed'
      : 'a secret or the variables of the environment'
  const touches = touchesOf(program)
  const secret = touches.find(({ how, file }) => how === 'read' && isSecret(file, look))
  if (secret !== undefined) return `a file with secrets (${shown(secret.file)})`
  return isArchiver(program) && touches.some(({ how, file }) => how === 'read' && isWhole(file, look))
    ? 'an archive of the project or the home folder'
    : undefined
}

function isArchiver({ name, words }: Program): boolean {
  return (
    /^(?:tar|gtar|bsdtar|zip|7z|7za|cpio|pax)$/.test(name) ||
    (name === 'git' && /^(?:archive|bundle)$/.test(words[1]?.text ?? ''))
  )
}

function isWhole(file: Word, { place }: Look): boolean {
  const found = place(file)
  return found === 'project' || found === 'home' || found === 'git' || found === 'top'
}

/** `tar czf x.tgz . && curl -F f=@x.tgz URL`. */
function isArchiveOfProject(file: Word, look: Look): boolean {
  return look.line.programs.some((each) => {
    if (each.id >= look.program.id || !isArchiver(each)) return false
    const touches = touchesOf(each)
    return (
      touches.some((touch) => touch.how === 'write' && touch.file.text === file.text) &&
      (each.name === 'git' || touches.some((touch) => touch.how === 'read' && isWhole(touch.file, look)))
    )
  })
}

const INNER = /\$\([^)]{0,500}\)|`[^`]{0,500}`|<\([^)]{0,500}\)/g

/** A substitution or a variable in an address or a body that names a secret. */
function mentioned({ name, args }: Look): string | undefined {
  for (const word of args) {
    const inner = word.known ? [] : Array.from(word.text.slice(0, 20_000).matchAll(INNER), ([text]) => text)
    const secret = inner
      .flatMap((text) => text.split(/[\s$()`<>|;&"']+/))
      .find((text) => text.length > 1 && holdsSecret(text))
    if (secret !== undefined) return `a file with secrets (${secret.slice(0, 80)})`
    if (
      inner.some((text) =>
        /^(?:\$\(|`|<\()\s{0,9}(?:env|printenv|set|export -p)\s{0,9}(?:[|)`]|$)/.test(text),
      )
    )
      return 'the variables of the environment'
  }
  const isAddressed = (word: Word, at: number): boolean =>
    /^https?:\/\/[^@?/]*[?/][^@]*\$/i.test(word.text.slice(0, 4_096)) ||
    /^(?:-d|--data(?:-\w+)?|-F|--form|--json|--post-data)$/.test(args[at - 1]?.text ?? '') ||
    /^(?:dig|nslookup|host|ping|drill|nc|ncat)$/.test(name)
  const found = args.find(
    (word, at) => !word.known && SECRET_VARIABLE.test(word.text.slice(0, 4_096)) && isAddressed(word, at),
  )
  return found === undefined ? undefined : `a variable with a secret (${shown(found)})`
}
