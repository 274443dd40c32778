import type { EditFormat } from './edit.ts'
import type { Grammar } from './grammar.ts'
import { jsonGrammar } from './json.ts'
import { tomlGrammar } from './toml.ts'
import { yamlGrammar } from './yaml.ts'

const GRAMMARS: Readonly<Record<EditFormat, Grammar>> = {
  json: jsonGrammar(false),
  jsonc: jsonGrammar(true),
  yaml: yamlGrammar,
  toml: tomlGrammar,
}

export function grammarOf(format: EditFormat): Grammar {
  return GRAMMARS[format]
}
