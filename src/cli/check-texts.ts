import { createPlacer } from '../config/locate.ts'
import type { Issue } from '../core/issue.ts'
import { limits } from '../engine/limits.ts'
import { readText, systemFiles } from '../ports/files.ts'

/** The texts of the files that issues are about, each read once. */
export type Texts = {
  textOf(file: string): string | undefined
  /** The issues with line and column, where a file and a pointer say them. */
  withPositions(issues: readonly Issue[]): readonly Issue[]
}

export function createTexts(): Texts {
  const place = createPlacer()
  const texts = new Map<string, string | undefined>()
  function textOf(file: string): string | undefined {
    if (!texts.has(file)) texts.set(file, readWhole(file))
    return texts.get(file)
  }
  return {
    textOf,
    withPositions: (issues) =>
      issues.map((problem) => {
        const text = problem.place.file === undefined ? undefined : textOf(problem.place.file)
        return text === undefined ? problem : place(problem, text)
      }),
  }
}

function readWhole(file: string): string | undefined {
  const text = readText(systemFiles, file, limits.configBytes)
  return typeof text === 'string' ? text : undefined
}
