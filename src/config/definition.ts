import type { HandlerSpec, Hook, McpConnection, Start } from '../core/hook.ts'
import { describeMatcher } from '../core/matcher.ts'
import { shownUrl } from '../core/url.ts'
import { sha256 } from './meaning.ts'

type Spec<Type extends HandlerSpec['type']> = Extract<HandlerSpec, { type: Type }>
type Values = Readonly<Record<string, string>>
type Line = readonly [key: string, value: string | number | boolean | readonly string[] | undefined]

/**
 * Returns the definition of a hook as text, one key per line, for a comparison of what was approved with what is there
 * now. It is kept on the disk, so values of variables and headers are only told apart, by a short digest; paths and
 * options are as the file has them.
 */
export function definitionOf(hook: Hook): string {
  const { matcher } = hook
  const lines: readonly Line[] = [
    ['event', hook.event],
    ['pack', hook.source.pack?.name],
    ['content', hook.source.pack?.integrity],
    ['native event', hook.native],
    ['tools', hook.tools?.join(', ')],
    ['matcher', matcher.kind === 'all' ? undefined : describeMatcher(matcher)],
    ['if', hook.condition],
    ['type', hook.handler.type],
    ...handlerLines(hook.handler),
    ['timeout', `${hook.timeoutMs / 1_000} s`],
    ['onFailure', hook.onFailure],
    ...flagsOf(hook),
    ['mode', hook.mode === 'wait' ? undefined : hook.mode],
    ['pins', hook.pins],
    ['speaks', hook.wire],
    ['switched off', hook.offInFile && hook.disabled],
  ]
  return lines.map(textOf).join('')
}

const FLAGS = ['guard', 'detach', 'stopOnDeny', 'asks', 'once'] as const

function flagsOf(hook: Hook): readonly Line[] {
  return FLAGS.map((flag): Line => [flag, hook[flag] === true ? true : undefined])
}

function textOf([key, value]: Line): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return [`${key}:\n`, ...value.map((each: string) => `  - ${each}\n`)].join('')
  const text = String(value)
  if (!text.includes('\n')) return `${key}: ${text}\n`
  return [
    `${key}: |\n`,
    ...text
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}\n`),
  ].join('')
}

function handlerLines(handler: HandlerSpec): readonly Line[] {
  switch (handler.type) {
    case 'command':
      return [...startLines(handler.start), ...valueLines('env', handler.env), ['cwd', handler.cwd]]
    case 'module':
      return [['module', handler.module], ...optionLines(handler.options), ...valueLines('env', handler.env)]
    case 'rule':
      return [
        ['decision', handler.decision],
        ['reason', handler.reason],
        ['context', handler.context],
      ]
    case 'http':
      return httpLines(handler)
    case 'mcp_tool':
      return toolLines(handler)
    case 'model':
      return [
        ['form', handler.form],
        ['prompt', handler.prompt],
        ['model', handler.model],
        ['continueOnBlock', handler.continueOnBlock ? true : undefined],
      ]
    case 'pack':
      return packLines(handler)
    case 'function':
      return [['function', handler.label]]
    case 'unsupported':
      return [['name', handler.name]]
  }
}

function startLines(start: Start): readonly Line[] {
  switch (start.kind) {
    case 'argv':
      return [['command', (start.written ?? start.words).map(quoted).join(' ')]]
    case 'inline':
      return [
        ['command', start.written ?? start.command],
        ['started by', start.form],
      ]
    case 'script':
      return [
        ['command', start.source],
        ['shell', start.shell],
        ['args', start.args.length === 0 ? undefined : start.args],
      ]
  }
}

function httpLines({ url, headers, allowedEnvVars, allowedUrls }: Spec<'http'>): readonly Line[] {
  return [
    ...urlLines(url),
    ...valueLines('header', headers),
    ['allowedEnvVars', allowedEnvVars],
    ['allowedUrls', allowedUrls?.map(shownUrl)],
  ]
}

function toolLines({ server, tool, input, connection }: Spec<'mcp_tool'>): readonly Line[] {
  return [
    ['server', server],
    ['tool', tool],
    ['input', input && JSON.stringify(input, undefined, 1)],
    ...(connection === undefined ? [] : connectionLines(connection)),
  ]
}

/** Options are the person's own words about the pack, and what an approval of its use is about. */
function packLines({ name, options }: Spec<'pack'>): readonly Line[] {
  return [['use', `hookwright/${name}`], ...optionLines(options)]
}

function optionLines(options: Readonly<Record<string, unknown>> = {}): readonly Line[] {
  return Object.entries(options).map(([option, value]): Line => [`with ${option}`, optionText(value)])
}

function optionText(value: unknown): string | readonly string[] {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return value.map(String)
  return JSON.stringify(value)
}

function connectionLines(connection: McpConnection): readonly Line[] {
  if (connection.transport === 'stdio')
    return [
      ['server command', [connection.command, ...connection.args].map(quoted).join(' ')],
      ...valueLines('server env', connection.env),
    ]
  return [
    ...urlLines(connection.url),
    ...valueLines('header', connection.headers),
    ['allowedUrls', connection.allowedUrls?.map(shownUrl)],
  ]
}

/** The query may hold a token, so that a change of it is told by a digest. */
function urlLines(url: string): readonly Line[] {
  const shown = shownUrl(url)
  return [['url', shown === url ? shown : `${shown} (${mark(url)})`]]
}

function valueLines(what: string, values: Values = {}): readonly Line[] {
  return Object.entries(values).map(([name, value]): Line => [`${what} ${name}`, mark(value)])
}

/** Enough to see that a value is another one. */
function mark(value: string): string {
  return `value ${sha256(value).slice(0, 8)}`
}

/** Words stay apart for the reader as they do for the program. */
function quoted(word: string): string {
  return word === '' || /\s/.test(word) ? JSON.stringify(word) : word
}
