import { BOUNDS, countField, Refused, requiredText, type ReadTool } from './tool.ts'

export const readTool: ReadTool = {
  name: 'Read',
  description: `Reads a text file of the project. Returns numbered lines, at most ${BOUNDS.lines} at a time.`,
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Relative to the working directory, or absolute.' },
      offset: { type: 'integer', minimum: 1, description: 'The first line, from 1.' },
      limit: { type: 'integer', minimum: 1, description: 'How many lines.' },
    },
    required: ['path'],
    additionalProperties: false,
  },
  run(input, { reach }) {
    const offset = countField(input, 'offset') ?? 1
    const limit = Math.min(countField(input, 'limit') ?? BOUNDS.lines, BOUNDS.lines)
    const lines = reach.read(reach.resolve(requiredText(input, 'path'))).split('\n')
    if (lines.at(-1) === '') lines.pop()
    if (offset > Math.max(lines.length, 1)) throw new Refused(`The file has ${lines.length} lines.`)
    const shown = lines.slice(offset - 1, offset - 1 + limit)
    const rest = lines.length - (offset - 1 + shown.length)
    return [
      ...shown.map((line, at) => `${offset + at}\t${line.slice(0, BOUNDS.lineCharacters)}`),
      ...(rest > 0 ? [`[${rest} more lines; read on with offset ${offset + shown.length}]`] : []),
    ].join('\n')
  },
}
