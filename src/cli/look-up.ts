import { parseConfig } from '../config/parse.ts'
import { limits } from '../engine/limits.ts'
import { readText, systemFiles } from '../ports/files.ts'

/** Reads a config file of a host; undefined when it is not there or cannot be read. Comments are accepted. */
export function lookUpIn(file: string): unknown {
  const text = readText(systemFiles, file, limits.configBytes)
  if (typeof text !== 'string') return undefined
  const bounds = { maxBytes: limits.configBytes, maxDepth: limits.configDepth }
  const isJson = file.endsWith('.json')
  return parseConfig(text, file, isJson ? { ...bounds, format: 'jsonc' } : bounds).value
}
