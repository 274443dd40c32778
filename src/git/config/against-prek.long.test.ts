import { describe, expect, test } from 'vitest'
import { prekConfig } from '../../../test/helpers/prek-config.ts'
import { NO_PREK, prekFile } from '../../../test/helpers/prek-file.ts'
import { KNOWN } from './known.ts'
import { readGitConfig } from './read-config.ts'

/*
 * Small configs, and what `prek validate-config` says about them: accepted or not. Run on the real prek where it is
 * installed, so that a row can never only be our own opinion.
 */

const LOCAL = 'repos:\n- repo: local\n  hooks:\n  - id: a\n    name: a\n    entry: a\n    language: system\n'
const TOML =
  '[[repos]]\nrepo = "local"\n[[repos.hooks]]\nid = "a"\nname = "a"\nentry = "a"\nlanguage = "system"\n'

const OF_HOOKS = `
shell: sh
shell: zsh
shell: "bash -e"
shell: [bash]
shell: null
shell: Bash
always_run: yes
always_run: "true"
always_run: tRue
always_run: t
always_run: 1
always_run: []
args: null
args: foo
args: [1, true, 1.10, "", 2024-01-01]
args: [null]
args: [[a]]
env: {A: 1, B: yes}
env: {A: null}
env: [A]
env: {1: a}
types: [python]
types: [Python]
types: []
types: text
types_or: null
exclude_types: [nope]
stages: [commit, push, merge-commit]
stages: [Commit]
stages: []
stages: pre-commit
language_version: "3.10"
language_version: 3.10
language_version: {request: "3", preference: only-system}
language_version: {preference: mine}
language_version: {foo: 1}
language_version: {}
language_version: true
pass_filenames: 0
pass_filenames: -1
pass_filenames: 4
pass_filenames: 0x2
pass_filenames: 1.5
pass_filenames: "true"
pass_filenames: n
pass_filenames: 010
priority: 4294967295
priority: 4294967296
priority: "1"
priority: 1.0
priority: 010
priority: 0o10
priority: true
priority: ""
groups: [a, a]
groups: [""]
groups: ["@a"]
groups: [" a"]
groups: a
alias: 3
alias: [a]
description: {a: 1}
log_file: 3
minimum_prek_version: ""
minimum_prek_version: 0.5.3
minimum_prek_version: 0.5.4
minimum_prek_version: 0.5.3-rc.1
minimum_prek_version: 0.5.3+build
minimum_prek_version: "0.5"
minimum_prek_version: v0.1.0
minimum_prek_version: null
files: "("
files: (?x) a # comment
files: (?P<n>a)(?P=n)
files: 3
files: true
files: {glob: "*.x"}
files: {glob: ["*.x", "**/y"]}
files: {glob: "["}
files: {glob: "{a,b"}
files: {glob: x, foo: 1}
files: {}
files: {glob: 3}
files: {glob: [3]}
files: {glob: null}
files: [a]
<<: {verbose: true}
<<: {verbose: x}
<<: [{verbose: true}, {fail_fast: 1}]
<<: {<<: {verbose: x}}
<<: 3
<<: null
"<<": {verbose: x}
env: {<<: {A: null}}
foo: 1
`

const AT_THE_TOP = `
files: null
fail_fast: 1
default_language_version: {python: "3"}
default_language_version: {foo: "3"}
default_language_version: {python: 3.10}
default_language_version: {unsupported: "3"}
default_language_version: {python: null}
default_stages: [foo]
default_stages: []
default_install_hook_types: [manual]
default_install_hook_types: [commit]
default_install_hook_types: [pre-push]
default_env: {A: 1}
default_env: {A: null}
priorities: {a: 1}
priorities: {a: "1"}
priorities: {"a b": 1}
priorities: {"": 1}
priorities: {a: -1}
priorities: {a: null}
orphan: 1
orphan: "true"
update: {}
update: {cooldown_days: 256}
update: {cooldown_days: "3"}
update: {cooldown_days: 3.0}
update: {freeze: 1}
update: {include_tags: x, exclude_tags: [z]}
update: {include_tags: [3]}
update: {include_tags: "["}
update: {include_tags: null}
update: {repos: {x: {cooldown_days: 1}, y: null}}
update: {repos: [a]}
update: []
auto_update: 3
minimum_prek_version: null
minimum_prek_version: 99.0.0
ci: 3
x-y: &x {a: 1}
foo: {a: 1, a: 2}
x-y: *nowhere
`

const WHOLE = [
  '',
  '# comment',
  'null',
  '{}',
  '[]',
  'foo',
  'repos: []',
  'repos:',
  'repos: {}',
  'repos: [a]',
  'repos:\n- null',
  'repos:\n- repo: local',
  'repos:\n- repo: local\n  hooks:',
  'repos:\n- repo: local\n  hooks: [null]',
  'repos:\n- repo: local\n  hooks: [a]',
  'repos:\n- hooks: []',
  'repos:\n- repo: null\n  hooks: []',
  'repos:\n- repo: local\n  rev: a\n  hooks: []',
  'repos:\n- repo: local\n  rev: null\n  hooks: []',
  'repos:\n- repo: meta\n  rev: a\n  hooks: []',
  'repos:\n- repo: https://x/y\n  hooks: []',
  'repos:\n- repo: https://x/y\n  rev: 1.10\n  hooks: [{id: a}]',
  'repos:\n- repo: https://x/y\n  rev: null\n  hooks: [{id: a}]',
  'repos:\n- repo: https://x/y\n  rev: [a]\n  hooks: []',
  'repos:\n- repo: https://x/y\n  rev: main\n  hooks: [{id: a, name: null, args: null}]',
  'repos:\n- repo: https://x/y\n  sha: v1.0\n  hooks: []',
  'repos:\n- repo: meta\n  hooks: [{id: foo}]',
  'repos:\n- repo: meta\n  hooks: [{id: identity, entry: a}]',
  'repos:\n- repo: meta\n  hooks: [{id: identity, entry: null, language: system, shell: sh}]',
  'repos:\n- repo: meta\n  hooks: [{id: identity, language: python}]',
  'repos:\n- repo: builtin\n  hooks: [{id: check-json, language: unsupported}]',
  'repos:\n- repo: builtin\n  hooks: [{id: check-jsonx}]',
  'repos:\n- repo: local\n  hooks: [{id: a, name: b, entry: c}]',
  'repos:\n- repo: local\n  hooks: [{id: a, name: null, entry: c, language: system}]',
  'repos:\n- repo: local\n  hooks: [{id: "", name: "", entry: "", language: unsupported_script}]',
  'repos:\n- repo: local\n  hooks: [{id: a, name: a, entry: c, language: Python}]',
  'repos:\n- &h\n  repo: local\n  hooks: []\n- *h',
  'priorities: {p: 3}\nrepos:\n- repo: local\n  hooks: [{id: a, name: a, entry: a, language: fail, priority: p}]',
  'repos: []\nrepos: []',
  'repos: []\n---\nrepos: []',
  '---\nrepos: []\n...\n',
  '%YAML 1.1\n---\nrepos: []\n',
  '\uFEFFrepos: []',
  '{"repos": []}',
  'a: b: c',
]

const TOML_HOOKS = `
args = [1]
args = ["a"]
always_run = "true"
always_run = true
priority = 1
priority = 1.0
priority = "x"
pass_filenames = 0
pass_filenames = 2
env = {A = 1}
shell = "zsh"
shell = ["bash"]
shell = "pwsh"
language_version = 3
language_version = {request = "3"}
files = {glob = "a"}
files = {glob = "a", b = 1}
log_file = 1979-05-27
"<<" = {verbose = "x"}
types = ["foo"]
`

const lines = (block: string): string[] => block.trim().split('\n')

const CONFIGS: readonly (readonly [ending: 'yaml' | 'toml', text: string])[] = [
  ...lines(OF_HOOKS).map((line) => ['yaml', `${LOCAL}    ${line}\n`] as const),
  ...lines(AT_THE_TOP).map((line) => ['yaml', `${line}\n${LOCAL}`] as const),
  ...WHOLE.map((text) => ['yaml', text] as const),
  ...lines(TOML_HOOKS).map((line) => ['toml', `${TOML}${line}\n`] as const),
  ...['', 'repos = []', 'repos = 3', 'repos = [{}]', 'x = 1', 'a'].map((text) => ['toml', text] as const),
]

const program = prekFile()
if (program === undefined) console.warn(`nothing is compared: ${NO_PREK}`)

describe.skipIf(program === undefined)(`prek accepts and refuses the same ${CONFIGS.length} configs`, () => {
  test('all of them', { timeout: 120_000 }, async ({ onTestFinished }) => {
    const prek = prekConfig(program ?? '')
    onTestFinished(() => prek.remove())
    const differing: unknown[] = []
    for (const [ending, text] of CONFIGS) {
      const theirs = await prek.accepts(text, ending)
      const { config, issues } = readGitConfig(text, `c.${ending}`, KNOWN)
      const said = issues.map(({ message }) => message)
      if (theirs !== (config !== undefined)) differing.push({ text, theirs, said })
    }
    expect(differing).toEqual([])
  })
})
