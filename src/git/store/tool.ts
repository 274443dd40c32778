import { isIssue, issue, type Issue, type Place } from '../../core/issue.ts'
import { cancelled } from '../contracts/interrupted.ts'
import { collect, type Collect } from '../../process/collect.ts'

/** A helper program that is expected to end by itself: git, npm, python, docker. */
export type Tool = Pick<Collect, 'file' | 'args' | 'cwd' | 'env' | 'input' | 'signal' | 'verbatim'>

export type ToolOutput = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** An issue only when it could not be started or was stopped; its exit code is for the caller to judge. */
export async function runTool(tool: Tool): Promise<ToolOutput | Issue> {
  const end = await collect({ ...tool, maxBytes: MAX_BYTES })
  if (end.kind === 'not-started') return end.issue
  if (end.kind === 'exited')
    return { code: end.code ?? 1, stdout: end.stdout.toString('utf8'), stderr: end.stderr.toString('utf8') }
  return end.kind === 'cancelled' ? cancelled() : tooMuch(tool)
}

/** One step of a build; when it fails, the issue carries the end of what it printed. */
export async function buildStep(
  tool: Tool,
  about: { readonly place: Place; readonly what: string; readonly hint: string },
): Promise<Issue | undefined> {
  const output = await runTool(tool)
  if (isIssue(output)) return { ...output, place: about.place }
  if (output.code === 0) return undefined
  const message = `${about.what} failed with exit code ${output.code}: \`${[tool.file, ...tool.args].join(' ')}\`.`
  const detail = tail(`${output.stdout}\n${output.stderr}`)
  return { ...issue('env.build-failed', about.place, message, about.hint), detail }
}

/** Who is to blame for a package that cannot be installed: what the config lists, else the repository. */
export function installHint(dependencies: readonly string[], index: string): string {
  return dependencies.length > 0
    ? `Check \`additional_dependencies\` (a relative path is read from the hook’s repository, never from the project) and the ${index}.`
    : `Its own repository cannot be installed: try another \`rev\`, and check the ${index}.`
}

/** The last lines say what went wrong; a whole build log would bury them. */
export function tail(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const kept = lines.slice(-TAIL_LINES)
  return [
    ...(lines.length > kept.length ? [`… ${lines.length - kept.length} lines before`] : []),
    ...kept,
  ].join('\n')
}

const TAIL_LINES = 40
const MAX_BYTES = 64 * 1_048_576

function tooMuch(tool: Tool): Issue {
  return issue('tool.output', {}, `"${tool.file}" was stopped: it printed more than ${MAX_BYTES} bytes.`)
}
