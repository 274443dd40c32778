const NO_OP = { entry: 'true', pass: false }

/** What is run, and how it may compare: `bars` for a process per run, `daemonBars` for the resident one. */
export const CASES = {
  one: {
    title: 'one no-op hook',
    hooks: [NO_OP],
    bars: { 'prek-npm': 1.2, 'pre-commit': 0.9 },
    daemonBars: { prek: 1 },
  },
  names: {
    title: 'names passed to one no-op hook',
    hooks: [{ entry: 'true', pass: true }],
    bars: { prek: 2, 'pre-commit': 0.6 },
    daemonBars: { prek: 1.3 },
  },
  ten: {
    title: 'ten no-op hooks',
    hooks: Array.from({ length: 10 }, () => NO_OP),
    bars: { prek: 1 },
    daemonBars: { prek: 0.8 },
  },
  builtin: {
    title: 'three builtin hooks',
    builtin: ['trailing-whitespace', 'end-of-file-fixer', 'check-yaml'],
    bars: { prek: 1 },
  },
}

/** The case whose hook writes down how many names it got, for a look before anything is measured. */
export function counting(file) {
  return { hooks: [{ entry: `sh -c 'echo $# >>${file}' sh`, pass: true }] }
}

export function hookCount({ hooks, builtin }) {
  return (hooks ?? builtin).length
}

/** For hookwright, prek and pre-commit. */
export function preCommitConfig({ hooks, builtin }) {
  const repo = builtin
    ? { repo: 'builtin', hooks: builtin.map((id) => ({ id })) }
    : { repo: 'local', hooks: hooks.map(localHook) }
  return JSON.stringify({ repos: [repo] }, undefined, 1)
}

function localHook({ entry, pass }, index) {
  return { id: `hook-${index}`, name: `hook ${index}`, language: 'system', entry, pass_filenames: pass }
}

/** lefthook has no hooks of its own. Undefined: it cannot do this. */
export function lefthookConfig({ hooks }) {
  const jobs = hooks?.map(({ entry, pass }, index) => ({
    name: `hook ${index}`,
    run: pass ? `${entry} {all_files}` : entry,
  }))
  return jobs && JSON.stringify({ 'pre-commit': { parallel: true, jobs } }, undefined, 1)
}
