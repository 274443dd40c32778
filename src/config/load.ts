import type { Issue } from '../core/issue.ts'
import { gather, type Gathered, type Loaded, type LoadRequest } from './gather.ts'
import { readSnapshot, writeSnapshot } from './snapshot.ts'

/** Reads all sources. When no byte changed since the last time, neither parsers nor schemas are loaded. */
export async function load(request: LoadRequest): Promise<Loaded> {
  const snapshot = readSnapshot(request)
  const gathered = gather(request, [...request.sources, ...(snapshot?.imported ?? [])])
  if (gathered.files.length === 0)
    return { hooks: [], issues: issuesOf(gathered), files: [], broken: gathered.broken }
  if (snapshot?.matches(gathered)) return snapshot.loaded
  const { compile } = await import('./compile.ts')
  const compiled = await compile(request)
  if (compiled.loaded.broken.length === 0) writeSnapshot(request, compiled)
  return compiled.loaded
}

function issuesOf({ broken }: Gathered): readonly Issue[] {
  return broken.map((each) => each.issue)
}
