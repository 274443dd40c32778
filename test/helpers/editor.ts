import { join } from 'node:path'
import ts from 'typescript'
import { installed, STRICT } from './installed.ts'

export type Editor = ReturnType<typeof createEditor>

/** What an editor shows in a program that has installed the package: the TypeScript language service answers. */
export function createEditor(text: string) {
  const dir = installed({ 'program.ts': text })
  const path = join(dir, 'program.ts')
  const service = ts.createLanguageService(hostOf(dir, path))
  const program = service.getProgram()!

  return { dir, text, program, file: program.getSourceFile(path)!, errors, hover, hoverAt, completion }

  function errors(): readonly string[] {
    const all = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)]
    return all.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  }

  /** The documentation that hovering shows at an offset of a file; empty when there is none. */
  function hover(file: string, offset: number): string {
    return ts.displayPartsToString(service.getQuickInfoAtPosition(file, offset)?.documentation)
  }

  /** The same for the first place of `name` behind `after` in the program. */
  function hoverAt(name: string, after = ''): string {
    return hover(path, text.indexOf(name, text.indexOf(after)))
  }

  /** The documentation beside `name` in the list of completions at an offset of the program. */
  function completion(offset: number, name: string): string {
    const details = service.getCompletionEntryDetails(path, offset, name, {}, undefined, {}, undefined)
    return ts.displayPartsToString(details?.documentation)
  }
}

function hostOf(dir: string, path: string): ts.LanguageServiceHost {
  const { options } = ts.convertCompilerOptionsFromJson({ ...STRICT, preserveSymlinks: true }, dir)
  const { readFile, fileExists, directoryExists, getDirectories, readDirectory } = ts.sys
  return {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot(name) {
      const content = readFile(name)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
    getCurrentDirectory: () => dir,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    readFile,
    fileExists,
    directoryExists,
    getDirectories,
    readDirectory,
  }
}
