import { relative, sep } from 'node:path'
import { compileGlob } from './glob-pattern.ts'
import { BOUNDS, Refused, requiredText, textField, type ReadTool } from './tool.ts'
import { walk } from './walk.ts'

export const globTool: ReadTool = {
  name: 'Glob',
  description: `Lists files of the project whose path fits a pattern, at most ${BOUNDS.results}. Links, .git and node_modules are left out.`,
  parameters: {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'For example "src/**/*.{ts,tsx}", relative to path.' },
      path: { type: 'string', description: 'The folder to look in. Default: the working directory.' },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  async run(input, context) {
    const fits = compileGlob(requiredText(input, 'pattern'))
    const start = context.reach.resolve(textField(input, 'path') ?? '.')
    if (context.reach.files.kind(start) !== 'directory') throw new Refused('"path" is no folder.')
    const found: string[] = []
    const { files, isCut } = walk(start, context)
    for await (const file of files) {
      if (!fits(relative(start, file).split(sep).join('/'))) continue
      if (found.length === BOUNDS.results) return [...found, `[more than ${BOUNDS.results} files]`].join('\n')
      found.push(context.reach.show(file))
    }
    if (isCut()) found.push('[the folder is too large; not all of it was looked at]')
    return found.length === 0 ? 'No files found.' : found.join('\n')
  },
}
