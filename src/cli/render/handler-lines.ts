import { describeHandler, type HandlerSpec, type McpConnection, type Start } from '../../core/hook.ts'

type Spec<Type extends HandlerSpec['type']> = Extract<HandlerSpec, { type: Type }>

/** What a hook does, whole: where a message names a hook in a few words, an approval needs all of them. */
export function handlerLines(handler: HandlerSpec): readonly string[] {
  switch (handler.type) {
    case 'command':
      return startLines(handler.start)
    case 'module':
      return [`module ${quoted(handler.module)}`]
    case 'rule':
      return ruleLines(handler)
    case 'http':
      return [`POST ${withoutPassword(handler.url)}`]
    case 'mcp_tool':
      return toolLines(handler)
    case 'model':
      return [
        `asks a model${handler.form === 'agent' ? ' that may read files' : ''}:`,
        ...linesOf(handler.prompt),
      ]
    case 'function':
    case 'pack':
    case 'unsupported':
      return [describeHandler(handler)]
  }
}

/** What goes with it: variables, headers, and what they may give away. */
export function sideLines(handler: HandlerSpec): readonly string[] {
  switch (handler.type) {
    case 'command':
      return variableLines(handler.env)
    case 'module':
      return [...optionLines(handler.options), ...variableLines(handler.env)]
    case 'http':
      return [
        ...headerLines(handler.headers),
        ...listLine('may send the variables', handler.allowedEnvVars),
        ...listLine('may call', handler.allowedUrls?.map(withoutPassword)),
      ]
    case 'mcp_tool':
      return connectionLines(handler.connection)
    case 'model':
      return handler.model === undefined ? [] : [`model ${handler.model}`]
    case 'pack':
      return optionLines(handler.options)
    case 'rule':
    case 'function':
    case 'unsupported':
      return []
  }
}

function optionLines(options: Readonly<Record<string, unknown>> = {}): readonly string[] {
  return Object.entries(options).map(([name, value]) => `with ${name}: ${optionText(value)}`)
}

/** As a person would write it on one line of YAML. */
function optionText(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value)
}

function startLines(start: Start): readonly string[] {
  switch (start.kind) {
    case 'argv':
      return [(start.written ?? start.words).map(quoted).join(' ')]
    case 'script':
      return [[`${start.shell}:`, ...start.args.map(quoted)].join(' '), ...linesOf(start.source)]
    case 'inline':
      return linesOf(start.written ?? start.command)
  }
}

function ruleLines({ decision, reason, context }: Spec<'rule'>): readonly string[] {
  return [
    ...(decision === 'none' ? [] : [`${decision}: ${reason ?? ''}`]),
    ...(context === undefined ? [] : [`context: ${context}`]),
  ].flatMap(linesOf)
}

function toolLines({ server, tool, input }: Spec<'mcp_tool'>): readonly string[] {
  return [`calls ${tool} of ${server}${input === undefined ? '' : ` with ${JSON.stringify(input)}`}`]
}

function connectionLines(connection: McpConnection | undefined): readonly string[] {
  if (connection === undefined) return ['on a server that somebody else connects']
  if (connection.transport === 'http')
    return [
      `on the server at ${withoutPassword(connection.url)}`,
      ...headerLines(connection.headers),
      ...listLine('may call', connection.allowedUrls?.map(withoutPassword)),
    ]
  const words = [connection.command, ...connection.args].map(quoted).join(' ')
  return [`on the server started by: ${words}`, ...variableLines(connection.env)]
}

function variableLines(env: Readonly<Record<string, string>> = {}): readonly string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`)
}

function headerLines(headers: Readonly<Record<string, string>> = {}): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

function listLine(what: string, list: readonly string[] | undefined): readonly string[] {
  return list === undefined ? [] : [`${what} ${list.join(', ')}`]
}

/** The query stays: it is part of what is approved. */
function withoutPassword(url: string): string {
  return url.replace(/^([a-z][a-z\d+.-]*:[\\/]*)[^/?#\\]*@/i, '$1')
}

function linesOf(text: string): readonly string[] {
  return text.trimEnd().split('\n')
}

/** Words stay apart for the reader as they do for the program. */
function quoted(word: string): string {
  return word === '' || /\s/.test(word) ? JSON.stringify(word) : word
}
