/** Canonical tools that were once called otherwise; a matcher may use either name. */
export const FORMER_NAMES: Readonly<Record<string, readonly string[]>> = {
  Agent: ['Task'],
  TaskStop: ['KillShell', 'KillBash'],
  ListAgents: ['ListPeers'],
  SendUserMessage: ['Brief'],
  ListMcpResourcesTool: ['ListMcpResources'],
  ReadMcpResourceTool: ['ReadMcpResource'],
  ReadMcpResourceDirTool: ['ReadMcpResourceDir'],
}

const CURRENT_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(FORMER_NAMES).flatMap(([current, former]) => former.map((name) => [name, current] as const)),
)

export function currentName(name: string): string {
  return CURRENT_NAMES.get(name) ?? name
}

export function formerNames(name: string): readonly string[] {
  return Object.hasOwn(FORMER_NAMES, name) ? (FORMER_NAMES[name] ?? []) : []
}
