import { readFileSync } from 'node:fs'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { PrepareContext } from '../contracts/runnable.ts'
import { runTool } from '../store/tool.ts'
import type { Engine } from './engine.ts'

/** Where the engine finds a folder. In a container with the engine's socket, paths are ours and the engine is outside. */
export async function hostPath(
  path: string,
  engine: Engine,
  context: PrepareContext,
): Promise<string | Issue> {
  const id = containerId(readQuietly('/proc/1/mountinfo'))
  if (id === undefined) return path
  const { cwd, env, signal } = context
  const args = ['inspect', '--format', '{{json .Mounts}}', id]
  const output = await runTool({ file: engine.file, args, cwd, env, signal })
  if (isIssue(output)) return output
  // An engine inside this container does not know it, and sees the same paths.
  return output.code === 0 ? translate(path, output.stdout) : path
}

/** From the files that docker mounts into every container. */
export function containerId(mountinfo: string): string | undefined {
  return /\/containers\/([0-9a-f]{64})\/(?:hostname|hosts|resolv\.conf)\b/.exec(mountinfo)?.[1]
}

/** The mount that is nearest above the path decides. */
export function translate(path: string, json: string): string {
  const above = readMounts(json)
    .filter(({ Destination: to }) => path === to || path.startsWith(to.endsWith('/') ? to : `${to}/`))
    .toSorted((a, b) => b.Destination.length - a.Destination.length)[0]
  return above === undefined ? path : above.Source + path.slice(above.Destination.replace(/\/$/, '').length)
}

type Mount = { readonly Source: string; readonly Destination: string }

function readMounts(json: string): readonly Mount[] {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value.filter(isMount) : []
  } catch {
    return []
  }
}

function isMount(value: unknown): value is Mount {
  const { Source: from, Destination: to } = (value ?? {}) as Partial<Mount>
  return typeof from === 'string' && typeof to === 'string'
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
