import { Document, isScalar, visit, type Node } from 'yaml'

type Pointer = readonly (string | number)[]

/** A file to be written: its value, and comments by where they stand. */
export type ConfigText = {
  readonly format: 'yaml' | 'json' | 'jsonc'
  readonly value: Readonly<Record<string, unknown>>
  /** Lines at the top of the file. */
  readonly head: readonly string[]
  /** Lines above the value at a path. */
  readonly comments: readonly { readonly pointer: Pointer; readonly lines: readonly string[] }[]
  /** Lines at the end of the file. */
  readonly tail: readonly string[]
}

/** Returns the text of the file. Strict JSON has no comments, so there they are left out. */
export function writeConfig(config: ConfigText): string {
  if (config.format === 'yaml') return writeYaml(config)
  const above = config.format === 'json' ? [] : config.comments
  const body = writeJson(config.value, { above, pointer: [], indent: '' })
  const [head, tail] = config.format === 'json' ? [[], []] : [config.head, config.tail]
  return `${[...head.map(slashes), body, ...tail.map(slashes)].join('\n')}\n`
}

function writeYaml({ value, head, comments, tail }: ConfigText): string {
  const document = new Document(value, { version: '1.2', schema: 'core', aliasDuplicateObjects: false })
  for (const { pointer, lines } of comments) {
    const node = document.getIn(pointer, true) as Node | undefined
    if (node !== undefined && lines.length > 0) node.commentBefore = lines.map(oneLine).map(padded).join('\n')
  }
  visit(document, { Seq: (_, node) => void (node.flow = isShort(node.items)) })
  const body = document.toString({ lineWidth: 0, flowCollectionPadding: false })
  const hashes = (lines: readonly string[]): readonly string[] =>
    lines.map((line) => `# ${oneLine(line)}`.trimEnd())
  return `${[...hashes(head), body.trimEnd(), ...(tail.length > 0 ? ['', ...hashes(tail)] : [])].join('\n')}\n`
}

/** A few words on one line. */
function isShort(items: readonly unknown[]): boolean {
  const texts = items.map((item) => (isScalar(item) ? String(item.value) : '\n'))
  return texts.every((text) => !text.includes('\n')) && texts.join(', ').length <= SHORT
}

const SHORT = 80

type Around = {
  readonly above: ConfigText['comments']
  readonly pointer: Pointer
  readonly indent: string
}

function writeJson(value: unknown, around: Around): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${around.indent}  `
  const parts = Array.isArray(value)
    ? value.map((item, index) => ({ key: index, text: writeJson(item, below(around, index, inner)) }))
    : Object.entries(value).map(([key, item]) => ({
        key,
        text: `${JSON.stringify(key)}: ${writeJson(item, below(around, key, inner))}`,
      }))
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return `${open}${close}`
  const isPlain = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  if (isPlain) return `[${parts.map(({ text }) => text).join(', ')}]`
  const lines = parts.map(({ key, text }, index) =>
    [
      ...commentLines([...around.pointer, key], around.above, inner),
      `${inner}${text}${index < parts.length - 1 ? ',' : ''}`,
    ].join('\n'),
  )
  return [open, ...lines, `${around.indent}${close}`].join('\n')
}

function below(around: Around, key: string | number, indent: string): Around {
  return { ...around, pointer: [...around.pointer, key], indent }
}

function commentLines(pointer: Pointer, above: ConfigText['comments'], indent: string): readonly string[] {
  const found = above.find((each) => JSON.stringify(each.pointer) === JSON.stringify(pointer))
  return (found?.lines ?? []).map((line) => `${indent}${slashes(line)}`)
}

function slashes(line: string): string {
  return `// ${oneLine(line)}`.trimEnd()
}

function padded(line: string): string {
  return line === '' ? '' : ` ${line}`
}

/** A line break in a comment would end it. */
function oneLine(line: string): string {
  return line.replaceAll(/\s*[\r\n\u0085\u2028\u2029]\s*/g, ' ')
}
