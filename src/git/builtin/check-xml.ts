import type { Buffer } from 'node:buffer'
import { described, SyntaxProblem } from './syntax/problem.ts'
import { checkXml as checkDocument } from './syntax/xml.ts'
import { decodeXml } from './syntax/xml-bytes.ts'
import { syntaxHook } from './syntax-hook.ts'

export const checkXml = syntaxHook({
  id: 'check-xml',
  name: 'check xml',
  description: 'Checks XML files for parseable syntax.',
  types: ['xml'],
  check: () => problemsOf,
})

function problemsOf(bytes: Buffer): readonly string[] {
  let text = ''
  try {
    const document = decodeXml(bytes)
    text = document.text
    checkDocument(document)
    return []
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error
    return [`Failed to xml parse (${described(text, error)})`]
  }
}
